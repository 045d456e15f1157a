import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresql } from '../../engine/dialects/postgresql/index.ts'
import { engineConnection } from '../../engine/dialects/testing/engines.ts'
import { EMPTY_CONNECTION, evaluateRows } from '../../engine/dialects/testing/evaluate.ts'
import { failureOf } from '../../engine/dialects/testing/failure.ts'
import { salesDataset, salesRows, salesStatements } from '../../engine/dialects/testing/sales.ts'
import { createEnginePool, type Pool } from '../../engine/run/pool.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { freePort } from '../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import type { ChartDataService } from './service.ts'
import { readerWith, serviceWith } from './testing/service.ts'

const PORT = await freePort()
const TYPES = {
  VARCHAR: 'TEXT',
  BIGINT: 'BIGINT',
  DOUBLE: 'float8',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
}

/** A real server with the sales table, with this many rows. */
async function startWith(rows: number): Promise<TestPostgres> {
  const server = await startPostgres(PORT)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const literal = (value: string | number | boolean | null) => {
    if (value === null || typeof value === 'boolean') return postgresql.literal(value)
    return postgresql.literal(typeof value === 'string' ? { text: value } : { float: value })
  }
  for (const sql of salesStatements(TYPES, postgresql.quote, literal, salesRows(rows))) await client.query(sql)
  await client.end()
  return server
}

describe.skipIf(!postgresPrograms())('a chart on a database that is stopped', () => {
  let server: TestPostgres | undefined
  let pool: Pool
  let service: ChartDataService
  beforeAll(async () => {
    server = await startWith(100)
    pool = createEnginePool({ children: 1 })
    const { connection } = engineConnection(server.url, 5)
    service = serviceWith({
      engine: pool,
      findDataset: async () => salesDataset,
      connectionOf: async () => connection,
      limits: { timeoutMs: 10_000, maxRows: 100_000, maxBytes: 64e6 },
    })
  })
  afterAll(async () => {
    await pool?.close()
    await server?.stop()
  })

  const count = async (filters: object[] = []): Promise<unknown> => {
    const query = { metrics: ['count'], columns: [], filters }
    const parsed = parseQueryContext({ datasource: { id: 1, type: 'table' }, queries: [query] })
    if (!parsed.ok) throw new Error(parsed.error)
    const [answer] = await service.answer(parsed.value, readerWith(), { encoding: 'rows' })
    return (JSON.parse(String(answer?.body)) as { data: Record<string, unknown>[] }).data[0]?.['count']
  }
  const web = [{ col: 'Kind of sale', op: '==', val: 'web' }]

  it('returns data, reports the error while it is down, and returns data again: errors are not cached', async () => {
    expect(await count()).toBe(100)
    await server?.stop()
    server = undefined
    for (let i = 0; i < 5; i++) {
      const failure = await failureOf(count(web))
      expect(failure).toMatchObject({ status: 503 })
      expect(['CONNECTION_PORT_CLOSED_ERROR', 'CONNECTION_HOST_DOWN_ERROR']).toContain(failure.code)
      expect(failure.message).toMatch(/Check that the database is running|try again/)
    }
    // cached results are still available, and the embedded engine is not affected
    expect(await count()).toBe(100)
    expect(await evaluateRows(pool, 'SELECT 7 AS n', EMPTY_CONNECTION)).toEqual([{ n: 7 }])

    server = await startWith(200)
    // the database may count as down for a moment longer
    const end = performance.now() + 5000
    let answer: unknown
    while (answer === undefined && performance.now() < end) answer = await count(web).catch(() => undefined)
    expect(answer).toBeGreaterThan(0)
  })
})
