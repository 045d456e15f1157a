import type { ConnectionSpec, EnginePool } from '../../contracts.ts'

/** An embedded connection without tables. */
export const EMPTY_CONNECTION: ConnectionSpec = { dialect: 'duckdb', databaseId: 1, tables: {}, dataVersion: 'none' }

type Row = Record<string, unknown>

/** Runs one SELECT on the real engine; rows as the answer carries them (times are epoch milliseconds). */
export async function evaluateRows(pool: EnginePool, sql: string, connection = EMPTY_CONNECTION): Promise<Row[]> {
  const answer = await pool.run({
    connection,
    sql,
    output: [],
    offsetHours: 0,
    postProcessing: [],
    encoding: 'rows',
    limits: { timeoutMs: 10_000, maxRows: 100_000, maxBytes: 2 ** 26 },
  })
  return (JSON.parse(`{${answer.body}}`) as { data: Row[] }).data
}

/** The value of one expression. */
export async function evaluate(pool: EnginePool, expression: string): Promise<unknown> {
  const [row] = await evaluateRows(pool, `SELECT ${expression} AS value`)
  return row?.value
}
