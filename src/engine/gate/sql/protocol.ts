/** A table as a query names it; missing parts are null. */
export interface TableName {
  catalog: string | null
  schema: string | null
  name: string
}

/** The kind of a statement. A query with WITH is a `select`. */
export type StatementKind = 'select' | 'explain' | 'show' | 'insert' | 'update' | 'delete'

/** `sql` is the statement without trailing text. */
export type StatementVerdict =
  | { ok: true; kind: StatementKind; sql: string; tables: TableName[] }
  | { ok: false; message: string }

/** Conditions for the tables that `judgeQuery` found, in its order; none if a table has no rule. */
export type Conditions = readonly (readonly string[])[]

export const NOT_APPLICABLE = 'The row rules of this query cannot be applied'

export type Rewritten = { ok: true; sql: string } | { ok: false; message: string }

/** The requests of the web process to the SQL reader. */
export type ReaderRequest =
  | { kind: 'expression'; dialect: string; text: string }
  | { kind: 'condition'; dialect: string; text: string }
  | { kind: 'query'; dialect: string; sql: string }
  | { kind: 'statement'; dialect: string; sql: string }
  | { kind: 'rewrite'; dialect: string; sql: string; conditions: Conditions; fence: string }
  | { kind: 'format'; dialect: string; sql: string }

/** A request from the gate to a parser. */
export type JudgeRequest = Exclude<ReaderRequest, { kind: 'format' }>

export type Formatted = { ok: true; sql: string } | { ok: false; message: string }

export interface ReaderAnswers {
  expression: { complaint: string | null }
  condition: { complaint: string | null; tables: TableName[] }
  query: { complaint: string | null; tables: TableName[] }
  statement: StatementVerdict
  rewrite: Rewritten
  format: Formatted
}

export type ReaderAnswer = ReaderAnswers[ReaderRequest['kind']]

export interface ReaderReply {
  answer: ReaderAnswer
  /** Whether the process must not be used again. */
  isSpent: boolean
}
