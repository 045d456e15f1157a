import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import { type Administrator, administratorOf } from '../dialects/testing/administrators.ts'
import { type EngineName, engineConnection, engineUri } from '../dialects/testing/engines.ts'
import { EMPTY_CONNECTION } from '../dialects/testing/evaluate.ts'
import { createEnginePool, type Pool } from './pool.ts'
import { plainJob } from './testing/job.ts'

/**
 * A cancelled query stops in every database within a second, and its slot is free again. The test checks when the
 * database itself no longer runs the query. ClickHouse may take longer: a cancel request that arrives before its query
 * is repeated.
 */
const LATEST_MS = 1000
const LATEST_ON_CLICKHOUSE_MS = 5000
const CANCELS = 50
/** How many tests of one engine run at a time. */
const ABREAST = 2
const POLL_MS = 10

interface Case {
  name: string
  engine: EngineName | null
  /** Runs for minutes. `mark` is a unique number by which the query is found. */
  slow: (mark: number) => string
  /** How many of our queries the database is running. */
  running?: (admin: Administrator, mark: number, uri: string) => Promise<number>
}

const counted = async (admin: Administrator, sql: string) => Number((await admin.execute(sql))[0]?.[0])

const cases: Case[] = [
  {
    name: 'duckdb',
    engine: null,
    slow: (mark) => `SELECT sum(a.range * b.range + ${mark}) FROM range(10000000) a, range(10000000) b`,
  },
  {
    name: 'postgresql',
    engine: 'postgresql',
    slow: (mark) => `SELECT sum(a * b) + ${mark} FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b`,
    running: (admin, mark) =>
      counted(
        admin,
        `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%+ ${mark} FROM%'`,
      ),
  },
  {
    name: 'mariadb',
    engine: 'mariadb',
    slow: (mark) => `SELECT sum(a.seq * b.seq) + ${mark} FROM seq_1_to_1000000 a, seq_1_to_1000000 b`,
    running: (admin, mark) =>
      counted(
        admin,
        `SELECT count(*) FROM information_schema.processlist WHERE id <> connection_id() AND info LIKE '%+ ${mark} FROM%'`,
      ),
  },
  {
    name: 'trino',
    engine: 'trino',
    slow: (mark) =>
      `SELECT sum(a * b * c) + ${mark} FROM UNNEST(sequence(1, 10000)) AS x(a)
       CROSS JOIN UNNEST(sequence(1, 10000)) AS y(b) CROSS JOIN UNNEST(sequence(1, 10000)) AS z(c)`,
    // reads Trino's list of queries over HTTP: a SQL query would take longer than the time to be measured
    running: async (_, mark, uri) => {
      const lists = ['QUEUED', 'DISPATCHING', 'PLANNING', 'STARTING', 'RUNNING'].map(async (state) => {
        const headers = { 'X-Trino-User': 'sextant' }
        const response = await fetch(`http://${new URL(uri).host}/v1/query?state=${state}`, { headers })
        return (await response.json()) as { query: string }[]
      })
      return (await Promise.all(lists)).flat().filter(({ query }) => query.includes(`+ ${mark} FROM`)).length
    },
  },
  {
    name: 'clickhouse',
    engine: 'clickhouse',
    slow: (mark) => `SELECT sum(sipHash64(number)) + ${mark} FROM numbers(1000000000000)`,
    running: (admin, mark) =>
      counted(
        admin,
        `SELECT count() FROM system.processes WHERE query LIKE '%+ ${mark} FROM numbers%' AND query NOT LIKE '%processes%'`,
      ),
  },
]

let pool: Pool
beforeAll(() => {
  pool = createEnginePool({ children: 2 })
})
afterAll(() => pool.close())

function run(connection: ConnectionSpec, sql: string, signal?: AbortSignal): Promise<unknown> {
  const limits = { timeoutMs: 60_000, maxRows: 10, maxBytes: 10_000 }
  return pool.run(plainJob(connection, sql, { limits }), signal)
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe.each(cases.map((each) => [each.name, each] as const))('cancel on %s', (name, { engine, slow, running }) => {
  const uri = engine ? engineUri(engine) : undefined
  const latestMs = engine === 'clickhouse' ? LATEST_ON_CLICKHOUSE_MS : LATEST_MS
  const isThere = engine === null || uri !== undefined

  it.skipIf(!isThere)(
    `ends ${CANCELS} queries within ${latestMs} ms each and leaks no slot`,
    async () => {
      const connection = uri ? engineConnection(uri, 50).connection : EMPTY_CONNECTION
      const admin = engine && uri ? await administratorOf(engine, uri) : undefined
      await run(connection, 'SELECT 1 AS one')

      const cancelOne = async (mark: number): Promise<number> => {
        const stop = new AbortController()
        const answer = run(connection, slow(mark), stop.signal).then(
          () => 'answered',
          (error: { status?: number }) => error.status,
        )
        const isSeen = async () => admin && running && uri && (await running(admin, mark, uri)) > 0
        // every fifth query is cancelled before it starts; the others when the database reports them as running
        while (mark % 5 !== 0 && admin && !(await isSeen())) await wait(POLL_MS)
        await wait((mark % 10) * 20)
        const aborted = performance.now()
        stop.abort()
        expect(await answer).toBe(499)
        while (await isSeen()) await wait(POLL_MS)
        // the embedded engine confirms that it has stopped by serving the next query of the slot
        if (!admin) await run(connection, 'SELECT 1 AS one')
        return performance.now() - aborted
      }
      const took: number[] = []
      let next = 1
      const worker = async () => {
        while (next <= CANCELS) took.push(await cancelOne(next++ + 1_000_000))
      }
      await Promise.all(Array.from({ length: ABREAST }, worker))
      await admin?.close()

      took.sort((a, b) => a - b)
      const ms = (at: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * at))] ?? 0)
      process.stdout.write(`cancel on ${name}: ${took.length}, p50 ${ms(0.5)} ms, latest ${ms(1)} ms\n`)
      expect(took).toHaveLength(CANCELS)
      expect(ms(1)).toBeLessThan(latestMs)
      // as many queries at the same time as there are slots: if a slot leaked, some of them would wait
      const slots = engine === null ? 8 : 16
      await Promise.all(Array.from({ length: slots }, () => run(connection, 'SELECT 1 AS one')))
    },
    360_000,
  )
})
