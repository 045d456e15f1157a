import type { StartData, TabAnswer } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import type { LabDatabases, LabQuery, LabState, LabTab } from './labTypes.ts'

/** Changes of the page's state: state in, state out. */

export const defaultText = 'SELECT ...'

/** A tab from the server. */
export const tabFrom = (answer: TabAnswer, defaultLimit: number): LabTab => ({
  id: answer.id,
  label: answer.label ?? '',
  databaseId: answer.database_id,
  // a tab outlives its database
  schema: answer.database_id === null ? null : answer.schema,
  sql: answer.sql ?? '',
  limit: answer.query_limit ?? defaultLimit,
  templateParams: answer.template_params ?? '{}',
  savedQueryId: answer.saved_query?.id ?? null,
  hidesPane: answer.hide_left_bar,
  tables: answer.table_schemas.map((table) => ({
    id: table.id,
    databaseId: table.database_id,
    schema: table.schema,
    name: table.table,
    isExpanded: table.expanded,
  })),
  isLoaded: true,
})

/** The database and schema of the active tab, or the database that was used last, if they still exist. */
export function placeOfNewTab(
  databases: LabDatabases,
  active: LabTab | undefined,
  lastId: number | undefined,
): Pick<LabTab, 'databaseId' | 'schema'> {
  const ids = Object.values(databases).map(({ id }) => id)
  if (active && ids.some((id) => id === active.databaseId)) {
    return { databaseId: active.databaseId, schema: active.schema }
  }
  return { databaseId: ids.find((id) => id === lastId) ?? ids[0] ?? null, schema: null }
}

/** A tab of which only the name is known. */
const namedTab = (id: number, label: string | null, limit: number): LabTab => ({
  id,
  label: label ?? '',
  databaseId: null,
  schema: null,
  sql: '',
  limit,
  templateParams: '{}',
  savedQueryId: null,
  hidesPane: false,
  tables: [],
  isLoaded: false,
})

/** The state that the server reports; what runs in this page already is kept. */
export function started(state: LabState, start: StartData, defaultLimit: number): LabState {
  const active = start.active_tab
  return {
    status: 'ready',
    databases: start.databases,
    tabs: start.tab_state_ids.map(({ id, label }) =>
      id === active?.id ? tabFrom(active, defaultLimit) : namedTab(id, label, defaultLimit),
    ),
    activeId: active?.id ?? null,
    queries: { ...start.queries, ...state.queries, ...endedOf(start, state) },
  }
}

/** Queries that have ended on the server while this page did not look. */
const endedOf = (start: StartData, state: LabState) =>
  Object.fromEntries(
    Object.entries(start.queries).filter(([id, query]) => {
      const known = state.queries[id]
      return known !== undefined && isRunning(known) && !isRunning(query)
    }),
  )

export const isRunning = ({ state }: Pick<LabQuery, 'state'>): boolean =>
  state === 'running' || state === 'pending' || state === 'scheduled'

export function withTab(state: LabState, id: number, change: Partial<LabTab>): LabState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) }
}

export const withNewTab = (state: LabState, tab: LabTab): LabState => ({
  ...state,
  tabs: [...state.tabs, tab],
  activeId: tab.id,
})

/** Closing the active tab opens its right neighbour, or else its left one. */
export function withoutTabs(state: LabState, ids: readonly number[]): LabState {
  const tabs = state.tabs.filter(({ id }) => !ids.includes(id))
  if (state.activeId === null || !ids.includes(state.activeId)) return { ...state, tabs }
  const at = state.tabs.findIndex(({ id }) => id === state.activeId)
  const isLeft = ({ id }: LabTab) => !ids.includes(id)
  const next = state.tabs.slice(at + 1).find(isLeft) ?? state.tabs.slice(0, at).findLast(isLeft)
  return { ...state, tabs, activeId: next?.id ?? null }
}

export const withQuery = (state: LabState, query: LabQuery): LabState => ({
  ...state,
  queries: { ...state.queries, [query.id]: { ...state.queries[query.id], ...query } },
})

export function withoutQuery(state: LabState, id: string): LabState {
  const { [id]: _removed, ...queries } = state.queries
  return { ...state, queries }
}

/** The queries of a tab, latest first; previews of tables do not count. */
export const queriesOf = ({ queries }: Pick<LabState, 'queries'>, tabId: number): LabQuery[] =>
  Object.values(queries)
    .filter(({ sqlEditorId, previewOf }) => sqlEditorId === String(tabId) && previewOf === undefined)
    .sort((one, other) => Number(other.startDttm) - Number(one.startDttm))

const untitled = /^Untitled Query (\d+)$/

/** Whether a name was given by `untitledName`: screens show it in the language of the reader. */
export const isUntitled = (label: string): boolean => untitled.test(label)

/** "Untitled Query 3": one more than the highest number in use. */
export function untitledName(labels: readonly string[]): string {
  const numbers = labels.map((label) => Number(untitled.exec(label)?.[1] ?? 0))
  return `Untitled Query ${Math.max(0, ...numbers) + 1}`
}
