import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export interface TestPostgres {
  url: string
  /** A fresh, empty database on the same server. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** Folder with PostgreSQL's programs, or undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const newest = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0]
  const folder = newest && join(root, newest, 'bin')
  return folder && existsSync(join(folder, 'postgres')) ? folder : undefined
}

/**
 * A real PostgreSQL with synchronous commits, in a temporary folder on a loopback port. Root may not run it, so as root
 * it runs as the user `postgres`.
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
  const server = spawn(
    ...as('postgres', ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'logging_collector=off']),
    { cwd: folder, stdio: 'ignore' },
  )
  const exited = new Promise<void>((done) => server.once('exit', () => done()))
  const url = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`
  const { Client } = (await import('pg')).default
  for (let attempt = 0; ; attempt++) {
    const client = new Client({ connectionString: url('postgres') })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (attempt > 100 || server.exitCode !== null) throw error
      await new Promise((again) => setTimeout(again, 100))
    }
  }
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
    async stop() {
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
