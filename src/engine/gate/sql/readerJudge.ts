import type { SqlJudge } from '../sqlJudge.ts'
import type { JudgeRequest, ReaderAnswers } from './protocol.ts'

/** Sends requests to a parser in another process. */
interface Judging {
  ask<K extends JudgeRequest['kind']>(request: Extract<JudgeRequest, { kind: K }>): Promise<ReaderAnswers[K]>
}

/** Judges SQL in another process: no user-written SQL is parsed in this one. */
export const createReaderJudge = (reader: () => Judging): SqlJudge => ({
  expression: async ({ dialect }, text) => (await reader().ask({ kind: 'expression', dialect, text })).complaint,
  condition: ({ dialect }, text) => reader().ask({ kind: 'condition', dialect, text }),
  query: ({ dialect }, sql) => reader().ask({ kind: 'query', dialect, sql }),
  statement: ({ dialect }, sql) => reader().ask({ kind: 'statement', dialect, sql }),
  rewrite: ({ dialect }, sql, conditions, fence) => reader().ask({ kind: 'rewrite', dialect, sql, conditions, fence }),
})
