import type { ConnectionSpec, EngineJob, EnginePool } from '../../contracts.ts'
import { plainJob } from '../../run/testing/job.ts'

/** An embedded connection without tables. */
export const EMPTY_CONNECTION: ConnectionSpec = { dialect: 'duckdb', databaseId: 1, tables: {}, dataVersion: 'none' }

type Row = Record<string, unknown>

/** Runs one SELECT on the real engine; rows as in results (times are epoch milliseconds). */
export async function evaluateRows(
  pool: EnginePool,
  sql: string,
  connection = EMPTY_CONNECTION,
  output: EngineJob['output'] = [],
): Promise<Row[]> {
  const answer = await pool.run(plainJob(connection, sql, { output }))
  // integers beyond 2^53 are exact
  return (JSON.parse(`{${answer.body}}`, exactInteger) as { data: Row[] }).data
}

function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const digits = context?.source ?? ''
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits) ? BigInt(digits) : value
}

/** The value of one expression. */
export async function evaluate(pool: EnginePool, expression: string, connection?: ConnectionSpec): Promise<unknown> {
  const [row] = await evaluateRows(pool, `SELECT ${expression} AS value`, connection)
  return row?.value
}

/** The value of an expression that is a time, as charts receive it: epoch milliseconds. */
export async function evaluateTime(
  pool: EnginePool,
  expression: string,
  connection?: ConnectionSpec,
): Promise<unknown> {
  const output = [{ label: 'value', time: { format: null } }]
  const [row] = await evaluateRows(pool, `SELECT ${expression} AS value`, connection, output)
  return row?.value
}
