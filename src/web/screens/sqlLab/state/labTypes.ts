import type { QueryAnswer, StartData } from '../../../../model/sqlLab/sqlLabAnswers.ts'

/** A table that the left pane shows. */
export interface LabTable {
  id: number
  databaseId: number
  schema: string | null
  name: string
  isExpanded: boolean
}

/** A tab of the editor. */
export interface LabTab {
  /** on the server; negative if tabs are stored in this browser only */
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
  /** false while only its name is known */
  isLoaded: boolean
}

/** Why a query failed. */
export interface QueryFault {
  message: string
  code?: string
  /** "PostgreSQL" */
  engine?: string
  /** in the text that ran; both count from 1 */
  position?: { line: number; column: number | null }
  details?: string
}

/** A query of a tab, or the preview of a table. */
export interface LabQuery extends QueryAnswer {
  fault?: QueryFault
  /** offset of its text in the editor, if it ran in this page */
  from?: number
  /** the table that it previews */
  previewOf?: string
}

export type LabDatabases = StartData['databases']
export type LabDatabase = LabDatabases[string]

/** Everything on the page that outlives one of its parts. */
export interface LabState {
  status: 'loading' | 'ready' | { failed: string }
  databases: LabDatabases
  tabs: LabTab[]
  activeId: number | null
  queries: Readonly<Record<string, LabQuery>>
}

export const emptyLab: LabState = { status: 'loading', databases: {}, tabs: [], activeId: null, queries: {} }
