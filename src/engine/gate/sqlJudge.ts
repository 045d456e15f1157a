import type { ConnectionSpec } from '../contracts.ts'
import type { Conditions, Rewritten, StatementVerdict, TableName } from './sql/protocol.ts'

/** The error in SQL, as a sentence; null if there is none. The tables are named as in the SQL. */
export interface Judgement {
  complaint: string | null
  tables: TableName[]
}

/** Parses SQL and checks the tree: one implementation per parser. */
export interface SqlJudge {
  /** Judges SQL that must be one scalar expression. */
  expression(connection: ConnectionSpec, text: string): Promise<string | null>
  /** Judges SQL that must be one complete condition. */
  condition(connection: ConnectionSpec, text: string): Promise<Judgement>
  /** Judges SQL that must be one query that only reads. */
  query(connection: ConnectionSpec, sql: string): Promise<Judgement>
  statement(connection: ConnectionSpec, sql: string): Promise<StatementVerdict>
  /** The query with the conditions around its tables, in the order of `query`. `fence`: see the dialect. */
  rewrite(connection: ConnectionSpec, sql: string, conditions: Conditions, fence: string): Promise<Rewritten>
}
