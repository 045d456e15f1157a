import type { ConnectionSpec, EngineJob } from '../../contracts.ts'

/** Limits that no test query should exceed. */
export const GENEROUS_LIMITS = { timeoutMs: 60_000, maxRows: 10_000_000, maxBytes: 1_000_000_000 }

/** A job for a query without post-processing, whose result is encoded as rows. */
export const plainJob = (connection: ConnectionSpec, sql: string, more: Partial<EngineJob> = {}): EngineJob => ({
  connection,
  sql,
  output: [],
  offsetHours: 0,
  postProcessing: [],
  encoding: 'rows',
  limits: GENEROUS_LIMITS,
  ...more,
})
