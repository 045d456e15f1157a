import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export interface TestPostgres {
  url: string
  /** A fresh, empty database on the same server. */
  createDatabase(): Promise<string>
  /**
   * Kills the server as a power failure would, and starts it again on its files. Resolves when it accepts connections.
   */
  crash(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 100
const MOST_ATTEMPTS = 100

/** Folder with PostgreSQL's programs, or undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const newest = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0]
  const folder = newest && join(root, newest, 'bin')
  return folder && existsSync(join(folder, 'postgres')) ? folder : undefined
}

/**
 * A real PostgreSQL with synchronous commits, in a temporary folder on a loopback port. PostgreSQL refuses to run as
 * root, so root runs it as the user `postgres`.
 */
export async function startPostgres(port: number): Promise<TestPostgres> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'sextant-pg-'))
  const asRoot = userInfo().uid === 0
  if (asRoot) {
    chmodSync(folder, 0o755)
    spawnSync('chown', ['postgres', folder])
  }
  const as = (program: string, args: string[]): [string, string[]] =>
    asRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(programs, program), ...args]]
      : [join(programs, program), args]
  const data = join(folder, 'data')
  const made = spawnSync(
    ...as('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']),
    {
      cwd: folder,
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const url = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`
  const { Client } = (await import('pg')).default
  const launch = () => {
    const settings = ['-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'logging_collector=off']
    const child = spawn(...as('postgres', ['-D', data, ...settings]), { cwd: folder, stdio: 'ignore' })
    return { child, exited: new Promise<void>((done) => child.once('exit', () => done())) }
  }
  let server = launch()
  async function untilAccepting(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const client = new Client({ connectionString: url('postgres') })
      try {
        await client.connect()
        return await client.end()
      } catch (error) {
        if (attempt > MOST_ATTEMPTS) throw error
        await new Promise((again) => setTimeout(again, POLL_MS))
        // after a crash, PostgreSQL does not start until the processes of the previous one have ended
        if (server.child.exitCode !== null) server = launch()
      }
    }
  }
  await untilAccepting()
  let count = 0
  return {
    url: url('postgres'),
    async createDatabase() {
      const name = `test_${++count}`
      const client = new Client({ connectionString: url('postgres') })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return url(name)
    },
    async crash() {
      server.child.kill('SIGKILL')
      await server.exited
      server = launch()
      await untilAccepting()
    },
    async stop() {
      server.child.kill('SIGINT')
      await server.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
