import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { passwordOf } from './testing/app.ts'
import { compiledCode } from './testing/compiledCode.ts'
import { type ServerProcess, startProcess } from './testing/process.ts'

const ROWS = 600_000
/** About 44 MB as CSV, and 25 MB when compressed: every row contains its own digests. */
const WIDE = `SELECT range AS n, md5(range::VARCHAR) AS a, md5((range + 1)::VARCHAR) AS b FROM range(${ROWS})`
/**
 * Maximum memory growth of the web process for one export, while nobody reads; the web process only forwards chunks.
 */
const WAITING_MB = 20
/** The same limit while the export is being read: sent data stays in memory until the next garbage collection. */
const READING_MB = 100

describe.runIf(process.platform === 'linux')('exports of a separate server', () => {
  let home: string
  let server: ServerProcess
  let headers: Record<string, string>
  let datasetId: number

  const call = async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET'
    const answer = await fetch(server.address + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const json = (await answer.json()) as Record<string, unknown>
    expect(answer.ok, JSON.stringify(json)).toBe(true)
    return json
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'sextant-exports-'))
    const tables = join(home, 'tables-to-load')
    mkdirSync(tables)
    writeFileSync(join(tables, 'small.csv'), 'n\n1\n')
    // the first table creates the database
    execFileSync(process.execPath, ['src/server/tables.ts', tables], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, SEXTANT_HOME: home, NODE_COMPILE_CACHE: compiledCode },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    server = await startProcess(home, undefined, { SEXTANT_ROW_LIMIT: String(ROWS + 1), SEXTANT_EXAMPLES: 'false' })
    headers = {}
    const login = { username: 'admin', password: passwordOf('admin'), provider: 'db' }
    const { access_token } = await call('/api/v1/security/login', login)
    headers = { authorization: `Bearer ${String(access_token)}` }
    const { result } = await call('/api/v1/database/')
    const [database] = result as { id: number }[]
    const dataset = { database: database?.id, schema: 'main', table_name: 'wide', sql: WIDE }
    datasetId = (await call('/api/v1/dataset/', dataset))['id'] as number
  }, 120_000)
  afterAll(async () => {
    await server?.end('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  })

  const residentMb = () => {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))
    return Number(line?.[1]) / 1024
  }
  /** Files of downloads on disk, including incomplete ones. */
  const files = () =>
    readdirSync(join(home, 'scratch'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/.test(name),
    )
  const none = () => vi.waitFor(() => expect(files()).toEqual([]), 10_000)
  const query = { columns: ['n', 'a', 'b'], row_limit: ROWS + 1 }
  const ask = (format: string, queries: object[] = [query]) => {
    const sent = request(`${server.address}/api/v1/chart/data`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const answered = new Promise<IncomingMessage>((done, fail) => {
      sent.once('response', done)
      sent.once('error', fail)
    })
    sent.end(JSON.stringify({ datasource: { id: datasetId, type: 'table' }, queries, result_format: format }))
    return { sent, answered }
  }
  /** Reads slowly to the end; returns the bytes, and the maximum memory of the server. */
  async function readSlowly(answer: IncomingMessage) {
    let [bytes, highest, sincePause] = [0, 0, 0]
    for await (const piece of answer) {
      bytes += (piece as Buffer).length
      sincePause += (piece as Buffer).length
      if (sincePause < 1_000_000) continue
      sincePause = 0
      await pause(20)
      highest = Math.max(highest, residentMb())
    }
    return { bytes, highest }
  }

  it.each([
    ['csv', [query]],
    ['xlsx', [query]],
    ['csv', [query, query]],
  ])(
    'a slow client of %s does not increase the memory of the server',
    async (format, queries) => {
      // code loaded by the first call of a kind does not count as growth
      await readSlowly(
        await ask(
          format,
          queries.map((each) => ({ ...each, row_limit: 10 })),
        ).answered,
      )
      const before = residentMb()
      const answer = await ask(format, queries).answered
      expect(answer.statusCode).toBe(200)
      // nobody reads for a while, so that data can accumulate in memory
      await pause(500)
      const waiting = residentMb()
      const { bytes, highest } = await readSlowly(answer)
      expect(answer.complete).toBe(true)
      expect(bytes).toBeGreaterThan(20_000_000)
      expect(waiting - before).toBeLessThan(WAITING_MB)
      expect(highest - before).toBeLessThan(READING_MB)
      await none()
    },
    120_000,
  )

  it.each([
    ['csv', [query]],
    ['xlsx', [query]],
    ['csv', [query, query]],
  ])(
    'disconnecting during %s leaves no file',
    async (format, queries) => {
      const { sent, answered } = ask(format, queries)
      const answer = await answered
      answer.on('error', () => undefined)
      await new Promise((first) => answer.once('readable', first))
      sent.destroy()
      await none()
    },
    120_000,
  )

  it.each([0, 20, 50, 100, 200, 400, 800])(
    'disconnecting %i ms after the request leaves no file',
    async (ms) => {
      for (const format of ['csv', 'xlsx']) {
        const { sent, answered } = ask(format)
        answered.then(
          (answer) => answer.on('error', () => undefined),
          () => undefined,
        )
        await pause(ms)
        sent.destroy()
      }
      // a later response shows that the server is still running, and that the rest was processed
      const small = await ask('csv', [{ ...query, row_limit: 1 }]).answered
      expect(small.resume().statusCode).toBe(200)
      await none()
    },
    120_000,
  )
})
