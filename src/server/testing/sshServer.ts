import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'

export interface TestSshServer {
  port: number
  /** The only user who may log in. */
  username: string
  stop(): Promise<void>
}

/** Keys in a temporary folder. */
export interface TestKeys {
  folder: string
  /** Creates a key and returns it as text. */
  make(name: string, passphrase?: string): string
  publicKey(name: string): string
  remove(): void
}

const keyMaker = 'ssh-keygen'

const programIn = (name: string, folders: readonly string[]) =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path))

/** OpenSSH's server, or undefined if it is not installed. It must be started by its absolute path. */
export const sshProgram = (): string | undefined =>
  programIn('sshd', ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(delimiter)])

/** As root, the server would need a prepared system, so root runs it as this user. Nobody else may log in. */
const PLAIN_USER = 'www-data'

export function makeKeys(): TestKeys {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-ssh-'))
  chmodSync(folder, 0o755)
  return {
    folder,
    make(name, passphrase = '') {
      const path = join(folder, name)
      const made = spawnSync(keyMaker, ['-q', '-t', 'ed25519', '-a', '4', '-N', passphrase, '-f', path])
      if (made.status !== 0) throw new Error(`ssh-keygen failed: ${made.stderr}`)
      return readFileSync(path, 'utf8')
    },
    publicKey: (name) => readFileSync(join(folder, `${name}.pub`), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A real SSH server on a loopback port, which accepts these public keys. `hostKey`: the name of a key made before. */
export async function startSshServer(
  keys: TestKeys,
  { port, hostKey, accepts }: { port: number; hostKey: string; accepts: readonly string[] },
): Promise<TestSshServer> {
  const program = sshProgram()
  if (!program) throw new Error('OpenSSH is not installed')
  const { folder } = keys
  const asRoot = userInfo().uid === 0
  const username = asRoot ? PLAIN_USER : userInfo().username
  writeFileSync(join(folder, 'authorized'), accepts.map((name) => keys.publicKey(name)).join(''))
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, hostKey)}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'AllowTcpForwarding yes',
  ]
  const file = join(folder, `config-${port}`)
  writeFileSync(file, `${settings.join('\n')}\n`)
  if (asRoot) spawnSync('chown', ['-R', PLAIN_USER, folder])
  const args = ['-D', '-e', '-f', file]
  const [command, more]: [string, string[]] = asRoot
    ? ['setpriv', [`--reuid=${PLAIN_USER}`, `--regid=${PLAIN_USER}`, '--clear-groups', program]]
    : [program, []]
  const server = spawn(command, [...more, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  server.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  for (let attempt = 0; !(await accepting(port)); attempt++) {
    if (attempt > 100 || server.exitCode !== null) throw new Error(`sshd did not start: ${printed}`)
    await new Promise((again) => setTimeout(again, 50))
  }
  return {
    port,
    username,
    async stop() {
      // otherwise the processes of open connections would continue
      for (const pid of familyOf(server.pid)) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // the process has ended with its parent
        }
      }
      await ended
    },
  }
}

/** A process and all processes that it started, as listed by Linux. */
function familyOf(pid: number | undefined): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  if (pid === undefined || !existsSync(list)) return []
  const children = readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number)
  return [...children.flatMap(familyOf), pid]
}

const accepting = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
