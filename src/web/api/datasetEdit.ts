import { queryOptions } from '@tanstack/react-query'
import type {
  ColumnsAfterAnswer,
  DatasetItem,
  DatasetItemColumn,
  DatasetItemMetric,
  DatasetObject,
  SourceColumns,
} from '../../model/dataset/datasetAnswers.ts'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import type { ItemAnswer } from '../../model/wire/answers.ts'
import { getJson, getResponse, postJson, putJson } from './client.ts'

/** The fields of a column or metric that are sent back. A column or metric without an id is not saved yet. */
type Part<Saved extends { id: number }, Field extends keyof Saved> = Pick<Saved, Field> & { id?: number }

export type EditedColumn = Part<
  DatasetItemColumn,
  | 'column_name'
  | 'verbose_name'
  | 'description'
  | 'type'
  | 'expression'
  | 'is_dttm'
  | 'filterable'
  | 'groupby'
  | 'python_date_format'
  | 'advanced_data_type'
  | 'extra'
>

export type EditedMetric = Part<
  DatasetItemMetric,
  'metric_name' | 'verbose_name' | 'description' | 'expression' | 'd3format' | 'currency' | 'warning_text' | 'extra'
>

/** Settings that `/api/v1/dataset/` does not return: they are read from the dataset object of `/datasource/get/`. */
type Switches = Pick<DatasetObject, 'normalize_columns' | 'always_filter_main_dttm' | 'health_check_message'>

export type EditedDataset = Pick<
  DatasetItem,
  | 'id'
  | 'table_name'
  | 'schema'
  | 'sql'
  | 'description'
  | 'default_endpoint'
  | 'filter_select_enabled'
  | 'fetch_values_predicate'
  | 'main_dttm_col'
  | 'cache_timeout'
  | 'offset'
  | 'template_params'
  | 'extra'
  | 'is_managed_externally'
  | 'owners'
> &
  Switches & {
    database: Pick<DatasetItem['database'], 'id' | 'database_name'>
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
        getJson<Switches>(`/datasource/get/table/${id}/`, {
          signal,
        }),
      ])
      const { result } = (await response.json()) as ItemAnswer<DatasetItem>
      const { normalize_columns, always_filter_main_dttm, health_check_message } = flags
      return {
        dataset: { ...result, normalize_columns, always_filter_main_dttm, health_check_message },
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

export type SourceColumn = SourceColumns[number]

/** The current columns of the table or query of a saved dataset. */
export function loadSourceColumns(id: number): Promise<SourceColumn[]> {
  return getJson<SourceColumns>(`/datasource/external_metadata/table/${id}/`)
}

/** The current columns of a dataset's source, cached while its page is open. */
export const sourceColumnsQuery = (id: number) =>
  queryOptions({
    queryKey: ['datasets', 'source', id],
    retry: false,
    queryFn: () => loadSourceColumns(id),
  })

/** The column names that a dataset would have after a change of its source. */
export async function loadColumnsAfter(id: number, source: Record<string, unknown>): Promise<string[]> {
  const { result } = await postJson<ColumnsAfterAnswer>(`/api/v1/dataset/${id}/source_columns`, source)
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
