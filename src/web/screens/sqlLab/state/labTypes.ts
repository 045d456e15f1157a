import type { QueryAnswer, StartData } from '../../../../model/sqlLab/sqlLabAnswers.ts'

/** A table in the left pane. */
export interface LabTable {
  id: number
  databaseId: number
  schema: string | null
  name: string
  isExpanded: boolean
}

/** A tab of the editor. */
export interface LabTab {
  /** the id on the server; negative if tabs are stored only in this browser */
  id: number
  label: string
  databaseId: number | null
  schema: string | null
  sql: string
  limit: number
  /** JSON text */
  templateParams: string
  savedQueryId: number | null
  hidesPane: boolean
  tables: LabTable[]
  /** false while only its name has been loaded */
  isLoaded: boolean
}

/** Why a query failed. */
export interface QueryFault {
  message: string
  code?: string
  /** display name of the database engine: "PostgreSQL" */
  engine?: string
  /** position in the executed text; both count from 1 */
  position?: { line: number; column: number | null }
  details?: string
}

/** A query of a tab, or the preview of a table. */
export interface LabQuery extends QueryAnswer {
  fault?: QueryFault
  /** offset of the query's text in the editor, if the query was started on this page */
  from?: number
  /** the table that the query previews */
  previewOf?: string
  /** the position of the query among those that this page has started */
  place?: number
}

export type LabDatabases = StartData['databases']
export type LabDatabase = LabDatabases[string]

/** The state of the page that outlives its components. */
export interface LabState {
  status: 'loading' | 'ready' | { failed: string }
  databases: LabDatabases
  tabs: LabTab[]
  activeId: number | null
  queries: Readonly<Record<string, LabQuery>>
}

export const emptyLab: LabState = { status: 'loading', databases: {}, tabs: [], activeId: null, queries: {} }
