import { queryOptions } from '@tanstack/react-query'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson, getResponse, postJson, putJson } from './client.ts'

export interface EditedColumn {
  /** absent: not saved yet */
  id?: number
  column_name: string
  verbose_name: string | null
  description: string | null
  type: string | null
  /** SQL of a calculated column, else null */
  expression: string | null
  is_dttm: boolean
  filterable: boolean
  groupby: boolean
  python_date_format: string | null
  /** JSON text with the certification */
  extra: string | null
}

export interface EditedMetric {
  /** absent: not saved yet */
  id?: number
  metric_name: string
  verbose_name: string | null
  description: string | null
  expression: string
  d3format: string | null
  /** JSON text: `{"symbol": "USD", "symbolPosition": "prefix"}` */
  currency: string | null
  warning_text: string | null
  /** JSON text with the certification and a warning */
  extra: string | null
}

export interface EditedDataset {
  id: number
  database: { id: number; database_name: string }
  table_name: string
  schema: string | null
  /** the query of a virtual dataset */
  sql: string | null
  description: string | null
  default_endpoint: string | null
  filter_select_enabled: boolean
  fetch_values_predicate: string | null
  main_dttm_col: string | null
  cache_timeout: number | null
  /** hours */
  offset: number
  template_params: string | null
  normalize_columns: boolean
  always_filter_main_dttm: boolean
  /** JSON text with the certification and a warning */
  extra: string | null
  is_managed_externally: boolean
  owners: { id: number; first_name: string; last_name: string }[]
  columns: EditedColumn[]
  metrics: EditedMetric[]
}

/** A dataset with everything that can be changed, and the version that a save must send. */
export interface VersionedDataset {
  dataset: EditedDataset
  version: string | undefined
}

export function editedDatasetQuery(id: number) {
  return queryOptions({
    queryKey: ['datasets', 'edit', id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<VersionedDataset> => {
      const [response, flags] = await Promise.all([
        getResponse(`/api/v1/dataset/${id}`, { signal }),
        getJson<Pick<EditedDataset, 'normalize_columns' | 'always_filter_main_dttm'>>(`/datasource/get/table/${id}/`, {
          signal,
        }),
      ])
      const { result } = (await response.json()) as { result: EditedDataset }
      const { normalize_columns, always_filter_main_dttm } = flags
      return {
        dataset: { ...result, normalize_columns, always_filter_main_dttm },
        version: response.headers.get('etag') ?? undefined,
      }
    },
  })
}

/**
 * Saves; rejected with 412 if another save happened since `version`. `sync`: the columns are updated from the new
 * source.
 */
export async function saveDataset(
  id: number,
  body: Record<string, unknown>,
  { version, sync }: { version: string | undefined; sync: boolean },
): Promise<void> {
  await putJson(`/api/v1/dataset/${id}`, body, {
    headers: version === undefined ? {} : { 'if-match': version },
    query: sync ? { sync_columns: true } : {},
  })
}

export interface SourceColumn {
  name: string
  type: string | null
  type_generic: GenericType | null
  is_dttm: boolean
}

/** The current columns of the table or query of a saved dataset. */
export function loadSourceColumns(id: number): Promise<SourceColumn[]> {
  return getJson<SourceColumn[]>(`/datasource/external_metadata/table/${id}/`)
}

/** The column names that a dataset would have after a change of its source. */
export async function loadColumnsAfter(id: number, source: Record<string, unknown>): Promise<string[]> {
  const { result } = await postJson<{ result: { name: string }[] }>(`/api/v1/dataset/${id}/source_columns`, source)
  return result.map(({ name }) => name)
}

/**
 * Has the database validate expressions on a dataset's columns, without reading rows. Rejects if it does not accept
 * one.
 */
export async function checkExpressions(
  id: number,
  { columns, metrics }: { columns: QueryColumn[]; metrics: QueryMetric[] },
): Promise<void> {
  const none = { extras: { where: '1 = 0' }, row_limit: 1 }
  const queries = [
    ...(columns.length > 0 ? [{ ...none, columns }] : []),
    ...(metrics.length > 0 ? [{ ...none, columns: [], metrics }] : []),
  ]
  if (queries.length > 0) await postJson('/api/v1/explore/data', { datasource: { id, type: 'table' }, queries })
}

export function schemasQuery(databaseId: number) {
  return queryOptions({
    queryKey: ['databases', databaseId, 'schemas'],
    queryFn: async ({ signal }) =>
      (await getJson<{ result: string[] }>(`/api/v1/database/${databaseId}/schemas/`, { signal })).result,
  })
}

export function tablesQuery(databaseId: number, schema: string) {
  return queryOptions({
    queryKey: ['databases', databaseId, 'tables', schema],
    queryFn: async ({ signal }) => {
      const q = formatRison({ schema_name: schema, force: false })
      const { result } = await getJson<{ result: { value: string }[] }>(`/api/v1/database/${databaseId}/tables/`, {
        signal,
        query: { q },
      })
      return result.map(({ value }) => value)
    },
  })
}
