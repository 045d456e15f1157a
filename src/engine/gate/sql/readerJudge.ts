import type { SqlJudge } from '../sqlJudge.ts'
import type { SqlReader } from './reader.ts'

/** Judges the SQL of every database but the embedded one, in the parser of many grammars. */
export const createReaderJudge = (reader: () => SqlReader): SqlJudge => ({
  expression: async ({ dialect }, text) => (await reader().ask({ kind: 'expression', dialect, text })).complaint,
  condition: ({ dialect }, text) => reader().ask({ kind: 'condition', dialect, text }),
  query: ({ dialect }, sql) => reader().ask({ kind: 'query', dialect, sql }),
  statement: ({ dialect }, sql) => reader().ask({ kind: 'statement', dialect, sql }),
  rewrite: ({ dialect }, sql, conditions, fence) => reader().ask({ kind: 'rewrite', dialect, sql, conditions, fence }),
})
