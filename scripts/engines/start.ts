/**
 * Starts real database engines for tests: on loopback, on free ports, in temporary folders. `fetch.sh` downloads what
 * they need. Each runs under guard.mjs, which stops it when this process ends, however it ends.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { ENGINE_NAMES, type EngineName } from '../../src/engine/dialects/testing/engines.ts'
import { freePort } from '../../src/server/testing/freePort.ts'
import { postgresPrograms } from '../../src/server/testing/postgres.ts'

export interface RunningEngine {
  /** A connection with all privileges, as a SQLAlchemy URI without its driver. */
  uri: string
  stop(): Promise<void>
}

const READY_WITHIN_MS = 600_000
const LAST_WORDS = 4000
const POLL_MS = 100
/** Password of the databases created here, which are empty and listen only on loopback. */
const PASSWORD = 'sextant'

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'sextant-engines')
const isRoot = userInfo().uid === 0

/** Folders into which `fetch.sh` downloads these versions. */
const clickhousePackages = join(cache, 'clickhouse-26.9.0/packages')
const trinoLibraries = join(cache, 'trino-435')

/** The path of a program, searched in PATH and the folders of system programs; undefined if it is not installed. */
export const onPath = (program: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, program))
    .find(existsSync)

/** Whether everything that an engine needs is installed. */
export function isInstalled(name: EngineName): boolean {
  switch (name) {
    case 'postgresql':
      return postgresPrograms() !== undefined
    case 'mariadb':
      return onPath('mariadbd') !== undefined && onPath('mariadb-install-db') !== undefined
    case 'clickhouse':
      return existsSync(clickhousePackages) && onPath('python3') !== undefined
    case 'trino':
      return existsSync(trinoLibraries) && onPath('java') !== undefined
  }
}

export const installedEngines = (): EngineName[] => ENGINE_NAMES.filter(isInstalled)

interface Program {
  folder: string
  command: string[]
  env?: Record<string, string>
  /** Rejects while the engine does not respond. */
  ping: () => Promise<unknown>
}

/** Starts a program under guard.mjs, and resolves when it responds. Its folder is removed when it ends. */
export async function runGuarded(uri: string, { folder, command, env, ping }: Program): Promise<RunningEngine> {
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.mjs'), folder, ...command], {
    // its own session, so that Ctrl-C in a terminal ends this process and does not reach the engine directly
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  const exited = new Promise<void>((done) => guard.once('exit', () => done()))
  const stop = async () => {
    guard.stdin.end()
    await exited
  }
  for (const started = Date.now(); ; ) {
    try {
      await ping()
      return { uri, stop }
    } catch (error) {
      if (guard.exitCode !== null || Date.now() - started > READY_WITHIN_MS) {
        const log = join(folder, 'log')
        const said = existsSync(log) ? readFileSync(log, 'utf8').slice(-LAST_WORDS) : ''
        await stop()
        throw new Error(`${command[0]} did not start: ${said}`, { cause: error })
      }
    }
    await new Promise((again) => setTimeout(again, POLL_MS))
  }
}

/** A temporary folder for one program. */
export const makeFolder = (name: string) => mkdtempSync(join(tmpdir(), `sextant-${name}-`))

function prepare(command: string[], folder: string): void {
  const [program = '', ...args] = command
  const { status, stderr, stdout, error } = spawnSync(program, args, { cwd: folder })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? ''} ${stdout} ${stderr}`)
}

async function startPostgres(): Promise<RunningEngine> {
  const folder = makeFolder('postgresql')
  const data = join(folder, 'data')
  if (isRoot) {
    chmodSync(folder, 0o755)
    prepare(['chown', 'postgres', folder], folder)
  }
  // PostgreSQL refuses to run as root
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const program = (name: string) => [...as, join(postgresPrograms() ?? '', name)]
  prepare(
    [...program('initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    folder,
  )
  const port = await freePort()
  const uri = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const settings = ['fsync=off', 'timezone=UTC', 'max_connections=200'].flatMap((setting) => ['-c', setting])
  return runGuarded(uri, {
    folder,
    command: [...program('postgres'), '-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings],
    ping: async () => {
      const client = new pg.Client({ connectionString: uri })
      await client.connect()
      await client.end()
    },
  })
}

/** Options of a server with encryption, with its own certificate for "localhost"; none without `openssl`. */
function certificateOptions(folder: string): string[] {
  const openssl = onPath('openssl')
  if (!openssl) return []
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  prepare([openssl, ...request.split(' '), '-keyout', key, '-out', certificate], folder)
  return [`--ssl-ca=${certificate}`, `--ssl-cert=${certificate}`, `--ssl-key=${key}`]
}

async function startMariaDb(): Promise<RunningEngine> {
  const folder = makeFolder('mariadb')
  const data = join(folder, 'data')
  const user = isRoot ? ['--user=root'] : []
  const install = onPath('mariadb-install-db') ?? ''
  prepare(
    [
      install,
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...user,
    ],
    folder,
  )
  const port = await freePort()
  const root = { host: '127.0.0.1', port, user: 'root' }
  const running = await runGuarded(`mysql://sextant:${PASSWORD}@127.0.0.1:${port}/sextant`, {
    folder,
    command: [
      onPath('mariadbd') ?? '',
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      `--socket=${join(folder, 'socket')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--character-set-server=utf8mb4',
      '--innodb-buffer-pool-size=64M',
      '--innodb-flush-log-at-trx-commit=0',
      '--local-infile=1',
      '--max-connections=200',
      ...certificateOptions(folder),
    ],
    ping: async () => {
      const connection = await mysql.createConnection(root)
      await connection.end()
    },
  })
  const connection = await mysql.createConnection(root)
  await connection.query('CREATE DATABASE sextant')
  await connection.query(`GRANT ALL ON *.* TO sextant@'127.0.0.1' IDENTIFIED BY '${PASSWORD}' WITH GRANT OPTION`)
  await connection.query(`ALTER USER root@localhost IDENTIFIED BY '${PASSWORD}'`)
  await connection.end()
  return running
}

async function startClickHouse(): Promise<RunningEngine> {
  const folder = makeFolder('clickhouse')
  const port = await freePort()
  const script = join(import.meta.dirname, 'clickhouse/serve.py')
  return runGuarded(`clickhouse://sextant:${PASSWORD}@127.0.0.1:${port}/default`, {
    folder,
    command: [onPath('python3') ?? '', script, String(port), join(folder, 'data'), 'sextant', PASSWORD],
    env: { PYTHONPATH: clickhousePackages, PYTHONDONTWRITEBYTECODE: '1' },
    ping: () => fetch(`http://127.0.0.1:${port}/ping`),
  })
}

/**
 * The simple compiler and garbage collector: they halve the start time, and nothing here runs long enough to benefit
 * from others. With room for new objects and classes, collections no longer take a tenth of the processor time.
 */
const JVM = [
  '-Xmx2g',
  '-Xmn1g',
  '-XX:MetaspaceSize=256m',
  '-XX:TieredStopAtLevel=1',
  '-XX:ReservedCodeCacheSize=512m',
  '-XX:+UseSerialGC',
]

async function startTrino(): Promise<RunningEngine> {
  const folder = makeFolder('trino')
  const port = await freePort()
  const source = join(import.meta.dirname, 'trino/TwoNodes.java')
  const java = [onPath('java') ?? '', ...JVM, `-Djava.io.tmpdir=${folder}`, '-cp', join(trinoLibraries, '*'), source]
  return runGuarded(`trino://sextant@127.0.0.1:${port}/memory/default`, {
    folder,
    command: [...java, String(port)],
    ping: () => trinoAnswers(`http://127.0.0.1:${port}`),
  })
}

/** The coordinator responds before its catalogs are available: only a query shows that it is ready. */
async function trinoAnswers(address: string): Promise<void> {
  const headers = { 'X-Trino-User': 'sextant' }
  let next: string | undefined = `${address}/v1/statement`
  for (let request: RequestInit = { method: 'POST', headers, body: 'SHOW SCHEMAS FROM memory' }; next; ) {
    const answer = (await (await fetch(next, request)).json()) as { nextUri?: string; error?: { message: string } }
    if (answer.error) throw new Error(answer.error.message)
    next = answer.nextUri
    request = { headers }
  }
}

const starters: Record<EngineName, () => Promise<RunningEngine>> = {
  postgresql: startPostgres,
  mariadb: startMariaDb,
  clickhouse: startClickHouse,
  trino: startTrino,
}

/** Starts engines in parallel; if one fails, the others are stopped. */
export async function startEngines(
  names: readonly EngineName[],
): Promise<{ uris: Partial<Record<EngineName, string>>; stop(): Promise<void> }> {
  const outcomes = await Promise.allSettled(names.map((name) => starters[name]()))
  const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const stop = async () => {
    await Promise.all(running.map((engine) => engine.stop()))
  }
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  const uris = Object.fromEntries(names.map((name, at) => [name, running[at]?.uri]))
  return { uris, stop }
}
