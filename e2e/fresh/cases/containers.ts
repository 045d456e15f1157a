/** Containers without a container engine: the steps of the Dockerfile, and Debian 12 with its own Node and npm. */
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../src/server/testing/freePort.ts'
import { openBrowser, signInByLink } from '../browser.ts'
import { type Case, type Session, seconds } from '../case.ts'
import { checkDashboards, checkHome } from '../check.ts'
import { debianPath, debianPrograms, debianRoot, inRoot, type RootOptions, runWhereAllowed } from '../debian.ts'
import { buildImage, type Image, userIdOf } from '../dockerfile.ts'
import { runProgram } from '../machine.ts'
import { type Started, start } from '../start.ts'

async function look(started: Started): Promise<void> {
  const browser = openBrowser(started.address)
  await signInByLink(browser, started.link ?? '')
  await checkHome(browser)
  await checkDashboards(browser)
}

const succeeds = (command: string[]): boolean => {
  try {
    runProgram(command)
    return true
  } catch {
    return false
  }
}

/** Stops the container as `docker stop` does: SIGTERM to its process 1. Returns the exit code and the seconds. */
async function stopContainer({ pid, ended }: Started): Promise<string> {
  const began = performance.now()
  const init = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
  process.kill(init, 'SIGTERM')
  const code = await ended
  const taken = (performance.now() - began) / 1000
  // tini reports an end by the signal as 143
  if (code !== 0) throw new Error(`the container ended with ${code} after ${seconds(taken)}`)
  return seconds(taken)
}

/** Runs the image with a read-only root, the volume as a folder and an ordinary user, and checks its health. */
async function runImage({ machine }: Session, image: Image): Promise<string> {
  const userId = userIdOf(image)
  if (!(userId > 0)) throw new Error(`the image runs as ${image.user}`)
  const [volume = ''] = image.volumes
  const data = join(machine.scratch, 'volume')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, userId, userId)
  const port = await freePort()
  const options: RootOptions = {
    env: { ...image.env, HOME: '/home/node', PORT: String(port) },
    folder: image.folder,
    isReadOnly: true,
    userId,
    mounts: ['--bind', data, volume],
  }
  const health = inRoot(image.root, image.health, options)
  if (succeeds(health)) throw new Error('the health check succeeds without a server')
  if (succeeds(inRoot(image.root, ['touch', '/app/x'], options))) throw new Error('the root can be written')
  const command = [...image.entrypoint, ...image.command]
  const wrap = () => inRoot(image.root, command, { ...options, isInit: true })
  const place = { tree: machine.scratch, bin: '', home: '', env: { PORT: String(port) } }
  const started = await start(machine, { ...place, wrap })
  try {
    await look(started)
    if (!succeeds(health)) throw new Error('the health check fails')
    return `start ${seconds(started.seconds)}, stop ${await stopContainer(started)}`
  } finally {
    await started.stop()
  }
}

const docker: Case = {
  name: 'the steps of the Dockerfile',
  needs: ['git', ...debianPrograms],
  needsRoot: true,
  needsRegistry: true,
  async run(session) {
    const { machine } = session
    const context = machine.clone('context', 'root')
    const npmCache = machine.folder('npm-cache')
    const began = performance.now()
    const image = buildImage(machine, context, npmCache)
    machine.giveToUser(npmCache)
    const built = seconds((performance.now() - began) / 1000)
    const [size] = runProgram(['du', '-sm', join(image.root, image.folder)]).split('\t')
    return `built in ${built}, ${image.folder} has ${size} MB, ${await runImage(session, image)}`
  },
}

/** Unpacks packages of Debian's archive without their installation scripts, which take a minute. */
const unpack = `
apt-get update -qq
apt-get install -y -qq --no-install-recommends --download-only nodejs npm git ca-certificates
for file in /var/cache/apt/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$file" | tar -x -C / --keep-directory-symlink
done
`

const debian: Case = {
  name: 'Debian 12 with its own nodejs and npm',
  needs: ['git', ...debianPrograms],
  needsRoot: true,
  needsRegistry: true,
  async run({ machine }) {
    const root = debianRoot(machine, 'debian')
    const env = { PATH: debianPath, HOME: '/home/ann', DEBIAN_FRONTEND: 'noninteractive' }
    runWhereAllowed(inRoot(root, ['sh', '-ec', unpack], { env, folder: '/' }))
    for (const folder of ['home/ann', 'srv/repository', 'srv/npm-cache']) {
      mkdirSync(join(root, folder))
      machine.giveToUser(join(root, folder))
    }
    // the user's two commands
    const commands = 'git clone -q /srv/repository sextant && cd sextant && npm start'
    const port = await freePort()
    const options: RootOptions = {
      env: { ...env, PORT: String(port), npm_config_cache: '/srv/npm-cache' },
      folder: '/home/ann',
      userId: machine.userId,
      mounts: [
        '--ro-bind',
        machine.clone('repository'),
        '/srv/repository',
        '--bind',
        machine.folder('npm-cache'),
        '/srv/npm-cache',
      ],
    }
    const versions = runProgram(inRoot(root, ['sh', '-c', 'node --version && npm --version'], options))
    const wrap = () => inRoot(root, ['sh', '-c', commands], options)
    const place = { tree: machine.scratch, bin: '', home: '', env: { PORT: String(port) } }
    const started = await start(machine, { ...place, wrap })
    try {
      await look(started)
    } finally {
      await started.stop()
    }
    return `Node ${versions.trim().replace('\n', ', npm ')}: from clone to line ${seconds(started.seconds)}`
  },
}

export const containers = [docker, debian]
