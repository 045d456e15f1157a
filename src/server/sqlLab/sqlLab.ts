import type { EngineAnswer, PiecedColumn } from '../../engine/contracts.ts'
import type { PlanStep } from '../../model/sqlLab/queryPlan.ts'
import type { TextPosition } from '../../model/sqlLab/sqlLabAnswers.ts'
import type { ExecuteBody } from '../../model/sqlLab/sqlLabForms.ts'
import type { Subject } from '../access/subject.ts'
import type { StoredQuery } from './queryAnswer.ts'

/** The outcome of a query: its stored record, and the result of its last statement. */
export interface Executed {
  query: StoredQuery
  last: EngineAnswer | undefined
}

/** The connection that a query came from. */
export interface Caller {
  /** Address for the audit log. */
  address?: string
  /** Stops the query. */
  signal?: AbortSignal
  /**
   * Aborted when the client leaves. Stops the query only in databases with the switch 'Cancel query on window unload
   * event': in others the query continues, and the tab reads its result when it is opened again.
   */
  left?: AbortSignal
  /** Statements that change data are refused, even where the database allows them. */
  onlyReads?: boolean
}

/** The job that runs a query. */
export interface RunningJob {
  /** Aborted when another worker takes the query over. The query is then not stored as stopped. */
  signal: AbortSignal
  /** Called before a query that changes something runs. Throws if it may have changed something before. */
  beforeChange(): Promise<void>
}

export interface SqlLab extends Inspection {
  /** Runs the statements of a text, one after the other. @throws AppError; the query is then stored as failed */
  execute(subject: Subject, body: ExecuteBody, caller?: Caller): Promise<Executed>
  /** Stores a query for a job. undefined: its database does not run queries in the background. @throws AppError */
  submit(subject: Subject, body: ExecuteBody): Promise<StoredQuery | undefined>
  /** Runs a stored query. @throws AppError if it failed (also stored); another error if another worker took it over */
  runStored(subject: Subject, query: StoredQuery, job: RunningJob): Promise<void>
  /** Stops a query of the subject, on whatever node it runs. @throws AppError 404 */
  stop(subject: Subject, clientId: string): Promise<void>
}

/** What the editor can find out about SQL without storing a query. */
export interface Inspection {
  /** The cost of each query, as the database estimates and names it. */
  estimate(subject: Subject, asked: InspectionRequest): Promise<Record<string, string>[]>
  /** How the database would run each query, as a tree. @throws AppError 400 if the database does not explain queries */
  plan(subject: Subject, asked: InspectionRequest): Promise<PlanStep[][]>
  /**
   * The first rows of the last query of a text, read from samples of its tables; nothing is stored. The rows are a JSON
   * list without its brackets. @throws AppError 400 if the database has no samples
   */
  sample(
    subject: Subject,
    asked: InspectionRequest,
    signal: AbortSignal,
  ): Promise<{ columns: PiecedColumn[]; rows: Buffer }>
  /** The first error of the text and its position; null if the text has no error. */
  complaint(subject: Subject, asked: InspectionRequest): Promise<{ message: string; position: TextPosition } | null>
}

export interface InspectionRequest {
  database_id: number
  sql: string
  schema?: string | null
  catalog?: string | null
  sql_editor_id?: string | null
  /** JSON */
  templateParams: string | null
}
