/**
 * A separate server for the benchmarks: temporary home folder, free port, signed-in calls over keep-alive connections.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
export const PASSWORD = 'Bench-only-7431'

export interface Answer {
  status: number
  body: Buffer
  headers: Record<string, string | string[] | undefined>
}

export interface BenchServer {
  base: string
  pid: number
  home: string
  /** milliseconds from spawn to the first 200 of /health */
  healthyMs: number
  /** Headers of a signed-in request. */
  headers: Record<string, string>
  call(method: string, path: string, json?: unknown): Promise<Answer>
  /** Reads a response to its end without storing it; returns its bytes. */
  download(path: string, json: unknown): Promise<number>
  loadTables(folder: string): void
  stop(): Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function send(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const call = request(
      base + path,
      { method, agent, headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), headers: answer.headers }),
        )
        answer.on('error', fail)
      },
    )
    call.on('error', fail)
    call.end(body)
  })
}

/** Reads a response over a separate connection without storing it; returns its bytes. */
function drain(base: string, path: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((done, fail) => {
    const call = request(
      base + path,
      { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      (answer) => {
        let bytes = 0
        if (answer.statusCode !== 200) fail(new Error(`${path}: ${answer.statusCode}`))
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        answer.on('end', () => done(bytes))
        answer.on('error', fail)
      },
    )
    call.on('error', fail)
    call.end(body)
  })
}

export async function startServer(
  options: {
    home?: string
    examples?: boolean
    rowLimit?: number
    uploadMb?: number
    /** further settings */
    env?: NodeJS.ProcessEnv
  } = {},
): Promise<BenchServer> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'sextant-bench-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    SEXTANT_HOME: home,
    SEXTANT_ADMIN_PASSWORD: PASSWORD,
    SEXTANT_EXAMPLES: options.examples === false ? 'false' : 'true',
    SEXTANT_RATE_LIMIT: '0',
    ...(options.uploadMb === undefined ? {} : { SEXTANT_UPLOAD_MB: String(options.uploadMb) }),
    ...(options.rowLimit === undefined ? {} : { SEXTANT_ROW_LIMIT: String(options.rowLimit) }),
    ...options.env,
  }
  const started = performance.now()
  const child: ChildProcess = spawn(process.execPath, ['scripts/launch.mjs', 'start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  for (let healthy = false; !healthy; ) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output}`)
    if (performance.now() - started > 180_000) throw new Error(`the server did not become healthy: ${output}`)
    healthy = await send(base, 'GET', '/health', {}).then(
      (a) => a.status === 200,
      () => false,
    )
    if (!healthy) await new Promise((done) => setTimeout(done, 5))
  }
  const healthyMs = performance.now() - started
  const login = await send(
    base,
    'POST',
    '/api/v1/security/login',
    {},
    JSON.stringify({ username: 'admin', password: PASSWORD, provider: 'db' }),
  )
  const token = (JSON.parse(login.body.toString()) as { access_token: string }).access_token
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  return {
    base,
    pid: child.pid ?? 0,
    home,
    healthyMs,
    headers,
    call: (method, path, json) =>
      send(base, method, path, headers, json === undefined ? undefined : JSON.stringify(json)),
    download: (path, json) => drain(base, path, headers, JSON.stringify(json)),
    loadTables(folder) {
      execFileSync(process.execPath, ['src/server/tables.ts', folder], {
        cwd: root,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    },
    async stop() {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await gone
      if (!options.home) rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Resident memory of a process in MB (Linux). */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? Number.NaN) / 1024
}

/** Resident memory of a process and its descendants, in MB (Linux). */
export function familyMb(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + familyOrNone(Number(child)), residentMb(pid))
}

/** 0 if the process has ended since the list of children was read. */
function familyOrNone(pid: number): number {
  try {
    return familyMb(pid)
  } catch {
    return 0
  }
}

/** The response to a call. @throws Error if it failed */
export async function json<T>(server: BenchServer, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await server.call(method, path, body)
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 400)}`)
  return JSON.parse(answer.body.toString()) as T
}
