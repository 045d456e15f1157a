import type { EngineAnswer } from '../../engine/contracts.ts'
import type { QueryExtra, StatementResult } from '../../model/sqlLab/sqlLabAnswers.ts'
import type { ExecuteBody } from '../../model/sqlLab/sqlLabForms.ts'
import type { Row } from '../storage/schema.ts'
import type { EditorReader } from './editorReader.ts'
import type { StoredQuery } from './queryAnswer.ts'
import type { NewResult } from './results.ts'

/** What one statement of a query needs to run. */
export interface Run {
  reader: EditorReader
  database: Row<'databases'>
  query: StoredQuery
  record: QueryRecord
  body: ExecuteBody
  signal: AbortSignal
  /** The rendered text, and whether it is the text of the editor. */
  text: string
  isAsWritten: boolean
  /** Address of the client. */
  address: string | undefined
}

/** How a statement ended. */
export interface Ran {
  result: StatementResult
  executedSql: string
  answer: EngineAnswer | undefined
  /** The rows of the last statement, which are stored together with the end of the query. */
  unstored?: NewResult
  created?: { table: string; schema: string | null }
}

/** Stores the progress of a query. */
export interface QueryRecord {
  /** Called when the statements begin to run. `tables`: the tables that they read. */
  begin(tables: readonly object[]): void
  /** Called when a statement has ended; `share` is the progress in percent of all statements. */
  progress(share: number, extra: QueryExtra): Promise<void>
  ended(done: readonly Ran[]): Promise<StoredQuery>
  /** Returns the error for the user. */
  failed(error: unknown): Promise<unknown>
}

/** What is known of a statement before it runs. */
export type Facts = Omit<StatementResult, 'rows' | 'limit' | 'limitingFactor' | 'endDttm'>
