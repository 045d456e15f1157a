import { queryOptions } from '@tanstack/react-query'
import type { TableDatasetAnswer } from '../../model/dataset/datasetAnswers.ts'
import type { DatasetGetOrCreate } from '../../model/dataset/datasetForm.ts'
import type { NamedResultAnswer, NamedResultsAnswer, NameResultBody } from '../../model/sqlLab/namedResults.ts'
import type { PlanAnswer } from '../../model/sqlLab/queryPlan.ts'
import type {
  ComplaintsAnswer,
  EditorDialect,
  EstimateAnswer,
  FormatAnswer,
  QueryAnswer,
  ResultAnswer,
  SampleAnswer,
  StartAnswer,
  SubmittedAnswer,
  TabAnswer,
} from '../../model/sqlLab/sqlLabAnswers.ts'
import type { EstimateBody, ExecuteBody } from '../../model/sqlLab/sqlLabForms.ts'
import type { IdAnswer, ListAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, getResponse, postJson, sendForm, sendFormForJson } from './client.ts'
import type { Listed } from './list.ts'

const path = '/api/v1/sqllab'

/** The user's tabs, the databases and the queries of the tabs. */
export const loadSqlLab = async (signal?: AbortSignal) => (await getJson<StartAnswer>(`${path}/`, { signal })).result

/**
 * Runs SQL: the result, or only the query if it runs in the background. Throws ApiError with the error of the database
 * and its position in the SQL.
 */
export const executeSql = (body: ExecuteBody) => postJson<ResultAnswer | SubmittedAnswer>(`${path}/execute/`, body)

/** A page of the rows of a stored result. */
export const loadResult = (key: string, offset: number, rows: number, signal?: AbortSignal) =>
  getJson<ResultAnswer>(`${path}/results/`, { signal, query: { q: formatRison({ key, offset, rows }) } })

/** The named results that the statements of a tab can read. */
export function namedResultsQuery(tabId: number) {
  return queryOptions({
    queryKey: ['sqlLab', 'namedResults', tabId],
    enabled: tabId > 0,
    queryFn: async ({ signal }) =>
      (await getJson<NamedResultsAnswer>(`${path}/named_result/${tabId}/`, { signal })).result,
  })
}

export const nameResult = async (body: NameResultBody) =>
  (await postJson<NamedResultAnswer>(`${path}/named_result/`, body)).result

export const forgetName = (tabId: number, name: string) =>
  deleteJson(`${path}/named_result/${tabId}/${encodeURIComponent(name)}`)

/** The dataset of a table; it is created if there is none. */
export const tableDataset = async (table: DatasetGetOrCreate) =>
  (await postJson<TableDatasetAnswer>('/api/v1/dataset/get_or_create/', table)).result.table_id

/** The address of a result as CSV. */
export const csvAddress = (clientId: string) => `${path}/export/${encodeURIComponent(clientId)}/`

export const stopQuery = (clientId: string) => postJson('/api/v1/query/stop', { client_id: clientId })

/** The user's queries that changed since a time in epoch ms. */
export const queriesSince = async (sinceMs: number) =>
  (
    await getJson<{ result: QueryAnswer[] }>('/api/v1/query/updated_since', {
      query: { q: formatRison({ last_updated_ms: sinceMs }) },
    })
  ).result

export const estimateCost = async (body: EstimateBody) =>
  (await postJson<EstimateAnswer>(`${path}/estimate/`, body)).result

export const explainSql = async (body: EstimateBody, signal?: AbortSignal) =>
  (await postJson<PlanAnswer>(`${path}/plan/`, body, { signal })).result

/** The first rows of the last query in the SQL text, computed from samples of its tables. */
export const sampleSql = async (body: EstimateBody, signal?: AbortSignal) =>
  (await postJson<SampleAnswer>(`${path}/sample/`, body, { signal })).result

export const formatSql = async (sql: string, databaseId: number | null) =>
  (await postJson<FormatAnswer>(`${path}/format_sql/`, { sql, database_id: databaseId })).result

interface CheckedText {
  databaseId: number
  sql: string
  schema: string | null
  template_params: Record<string, unknown>
  /** the tab whose named results the query may read */
  sql_editor_id: string
}

export const validateSql = async ({ databaseId, ...body }: CheckedText, signal?: AbortSignal) =>
  (await postJson<ComplaintsAnswer>(`/api/v1/database/${databaseId}/validate_sql/`, body, { signal })).result

/** Settings of a database that the editor needs. */
const databaseColumns = [
  'id',
  'database_name',
  'backend',
  'allows_virtual_table_explore',
  'disable_data_preview',
  // whether its database supports cost estimates, and they are enabled
  'allows_cost_estimate',
] as const
export type EditorDatabase = Listed<'database', (typeof databaseColumns)[number]>

export const editorDatabasesQuery = queryOptions({
  queryKey: ['sqlLab', 'databases'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const q = formatRison({
      columns: databaseColumns,
      filters: [{ col: 'expose_in_sqllab', opr: 'eq', value: true }],
      page: 0,
      page_size: 100,
    })
    return (await getJson<ListAnswer<EditorDatabase>>('/api/v1/database/', { signal, query: { q } })).result
  },
})

/** The SQL syntax of a database. It does not change while the page is open. */
export function editorDialectQuery(databaseId: number | null) {
  return queryOptions({
    queryKey: ['sqlLab', 'dialect', databaseId],
    enabled: databaseId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await getJson<{ result: EditorDialect }>(`${path}/dialect/${databaseId}/`, { signal })).result,
  })
}

/** Fields of a form whose values are JSON texts. */
const jsonFields = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))

/** Columns of a tab that can be changed. */
export interface TabChange {
  label?: string
  database_id?: number | null
  schema?: string | null
  sql?: string
  query_limit?: number | null
  latest_query_id?: string
  template_params?: string | null
  hide_left_bar?: boolean
  saved_query_id?: number | null
}

export interface NewTab {
  dbId: number | null
  name: string
  schema: string | null
  sql: string
  queryLimit: number | null
  templateParams: string | null
  hideLeftBar: boolean
  remoteId: number | null
}

export const loadTab = (id: number) => getJson<TabAnswer>(`/tabstateview/${id}`)
export const createTab = async (tab: NewTab) =>
  (await sendFormForJson<IdAnswer>('/tabstateview/', jsonFields({ queryEditor: tab }))).id
export const changeTab = (id: number, change: TabChange) =>
  sendFormForJson(`/tabstateview/${id}`, jsonFields(change), 'PUT')
/** Changes a tab, even while the page is being left. */
export const changeTabWhileLeaving = (id: number, change: TabChange) =>
  sendForm(`/tabstateview/${id}`, jsonFields(change), 'PUT')
export const removeTab = (id: number) => deleteJson(`/tabstateview/${id}`)
export const activateTab = (id: number) => sendFormForJson(`/tabstateview/${id}/activate`, {})
export const removeTabQuery = (id: number, clientId: string) =>
  deleteJson(`/tabstateview/${id}/query/${encodeURIComponent(clientId)}`)

export const addTabTable = async (
  tabId: number,
  { databaseId, schema, table }: { databaseId: number; schema: string | null; table: string },
) => {
  const entry = { queryEditorId: tabId, dbId: databaseId, schema, name: table }
  return (await sendFormForJson<IdAnswer>('/tableschemaview/', jsonFields({ table: entry }))).id
}
export const removeTabTable = (id: number) => deleteJson(`/tableschemaview/${id}`)
export const expandTabTable = (id: number, expanded: boolean) =>
  sendFormForJson(`/tableschemaview/${id}/expanded`, jsonFields({ expanded }))

/** Reads or stores a value for a shared link. */
export const loadShared = async (id: string) => (await getResponse(`/kv/${encodeURIComponent(id)}/`)).text()
export const storeShared = async (value: object) =>
  (await sendFormForJson<IdAnswer>('/kv/store/', { data: JSON.stringify(value) })).id
