import type { Conditions, Rewritten } from './rewrite.ts'
import type { StatementVerdict } from './statement.ts'

/** A table as a query names it; parts that are not written are null. */
export interface TableName {
  catalog: string | null
  schema: string | null
  name: string
}

/** What the web process asks the reader of SQL. */
export type ReaderRequest =
  | { kind: 'expression'; dialect: string; text: string }
  | { kind: 'condition'; dialect: string; text: string }
  | { kind: 'query'; dialect: string; sql: string }
  | { kind: 'statement'; dialect: string; sql: string }
  | { kind: 'rewrite'; dialect: string; sql: string; conditions: Conditions; fence: string }

export interface ReaderAnswers {
  expression: { complaint: string | null }
  condition: { complaint: string | null; tables: TableName[] }
  query: { complaint: string | null; tables: TableName[] }
  statement: StatementVerdict
  rewrite: Rewritten
}

export type ReaderAnswer = ReaderAnswers[ReaderRequest['kind']]

export interface ReaderReply {
  answer: ReaderAnswer
  /** The process must not be asked again. */
  isSpent: boolean
}
