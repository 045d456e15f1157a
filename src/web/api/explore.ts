import { type QueryFilters, queryOptions } from '@tanstack/react-query'
import type { ChartCreate, ChartUpdate } from '../../model/chart/chart.ts'
import type { ChartObject } from '../../model/chart/chartAnswers.ts'
import type { DatasetObject } from '../../model/dataset/datasetAnswers.ts'
import type { ExploreAnswer } from '../../model/explore/exploreAnswers.ts'
import type { ChartData, ColumnValuesAnswer, ExploreDataAnswer } from '../../model/query/chartData.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import type { SavedAnswer } from '../../model/wire/answers.ts'
import type { KeyAnswer, PermalinkAnswer } from '../../model/wire/stateAnswers.ts'
import { hasFlag } from './bootstrap.ts'
import { getJson, getResponse, postJson, putForVersion } from './client.ts'
import { loadSamplePage } from './samples.ts'

export type ExploreColumn = DatasetObject['columns'][number]

/** A dataset as the chart builder loads it: a deleted one has no id, and little more than a name. */
export type ExploreDataset = Pick<
  DatasetObject,
  'name' | 'main_dttm_col' | 'verbose_map' | 'column_formats' | 'columns' | 'metrics'
> & {
  id: number | null
  database: Pick<DatasetObject['database'], 'id' | 'backend'> & Partial<DatasetObject['database']>
} & Partial<
    Pick<
      DatasetObject,
      | 'type'
      | 'table_name'
      | 'schema'
      | 'sql'
      | 'template_params'
      | 'owners'
      | 'is_editor'
      | 'filter_select'
      | 'extra'
      | 'health_check_message'
      | 'time_grain_sqla'
      | 'order_by_choices'
    >
  >

/** The source of a chart: a dataset, or a query of SQL Lab. */
export type SourceType = 'table' | 'query'
export const sourceTypeOf = ({ type }: Pick<ExploreDataset, 'type'>): SourceType =>
  type === 'query' ? 'query' : 'table'
/** The source as it is written in form data: "7__table". */
export const sourceKeyOf = (dataset: Pick<ExploreDataset, 'id' | 'type'>) => `${dataset.id}__${sourceTypeOf(dataset)}`

export type ExploreSlice = ChartObject

export type ExploreStart = Omit<ExploreAnswer['result'], 'dataset'> & {
  /** version (ETag) of the saved chart */
  version: string | undefined
  dataset: ExploreDataset
}

export async function loadExplore(search: string, signal?: AbortSignal): Promise<ExploreStart> {
  const response = await getResponse(`/api/v1/explore/${search}`, { signal })
  const { result } = (await response.json()) as ExploreAnswer
  const version = response.headers.get('etag') ?? undefined
  return { ...result, version, dataset: exploreDataset(result) }
}

/** The initial state of the chart builder; `search` is its address's query string. */
export function exploreQuery(search: string) {
  return queryOptions({
    queryKey: ['explore', search],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => loadExplore(search, signal),
  })
}

/** Every cached response of `exploreQuery`, without the sample rows. */
export const openedCharts: QueryFilters = {
  queryKey: ['explore'],
  predicate: ({ queryKey }) => queryKey[1] !== 'samples',
}

/** Fields that the response omits if the dataset is deleted. */
const noDataset = { id: null, main_dttm_col: null, verbose_map: {}, column_formats: {} }

/** The dataset of a response, or the placeholder of a deleted one. */
export const exploreDataset = ({ dataset }: ExploreAnswer['result']): ExploreDataset => ({ ...noDataset, ...dataset })

/** Maximum number of characters of a query context in an address: proxies reject longer addresses. */
const longestAddress = 6000

/** Runs a query context; aborting the call cancels it on the server as well. */
export async function runChart(context: QueryContext, signal: AbortSignal): Promise<ChartData[]> {
  const path = '/api/v1/explore/data'
  const q = hasFlag('CLIENT_CACHE') && !context.force ? JSON.stringify(context) : undefined
  const { result } =
    q !== undefined && encodeURIComponent(q).length <= longestAddress
      ? await getJson<ExploreDataAnswer>(path, { query: { q }, signal, isQuery: true })
      : await postJson<ExploreDataAnswer>(path, context, { signal, isQuery: true })
  return result
}

const sampleRows = 1000

/** Raw rows of the source of a chart. */
export async function loadSamples(dataset: ExploreDataset, signal: AbortSignal): Promise<ChartData | undefined> {
  const id = dataset.id ?? 0
  if (sourceTypeOf(dataset) === 'query') {
    const columns = dataset.columns.map(({ column_name }) => column_name)
    const [rows] = await runChart(
      { datasource: { id, type: 'query' }, queries: [{ columns, row_limit: sampleRows }] },
      signal,
    )
    return rows
  }
  return (await loadSamplePage(id, {}, { page: 1, perPage: sampleRows }, signal)).data
}

export interface UnsavedChart {
  datasourceId: number
  datasourceType?: SourceType
  chartId?: number | undefined
  form: Record<string, unknown>
}

/** Stores unsaved controls on the server and returns their key. */
export async function keepForm({
  datasourceId,
  datasourceType = 'table',
  chartId,
  form,
}: UnsavedChart): Promise<string> {
  const body = {
    datasource_id: datasourceId,
    datasource_type: datasourceType,
    ...(chartId === undefined ? {} : { chart_id: chartId }),
    form_data: JSON.stringify(form),
  }
  return (await postJson<KeyAnswer>('/api/v1/explore/form_data', body)).key
}

/** A permanent link to a state of the builder. */
export async function createExplorePermalink(form: Record<string, unknown>): Promise<string> {
  return (await postJson<PermalinkAnswer>('/api/v1/explore/permalink', { formData: form, urlParams: [] })).url
}

export type ChartFields = Partial<ChartCreate> & ChartUpdate

/** Creates a chart and returns its id. */
export async function createChart(fields: ChartFields): Promise<number> {
  return (await postJson<SavedAnswer>('/api/v1/chart/', fields)).id
}

/** Changes a chart; missing fields are not changed. */
export function updateChart(id: number, fields: ChartFields, version: string | undefined): Promise<string | undefined> {
  return putForVersion(`/api/v1/chart/${id}`, fields, { headers: version === undefined ? {} : { 'if-match': version } })
}

/** The distinct values of a column, to choose from. */
export function columnValuesQuery(datasetId: number, column: string) {
  return queryOptions({
    queryKey: ['columnValues', datasetId, column],
    queryFn: async ({ signal }) =>
      (
        await getJson<ColumnValuesAnswer>(
          `/api/v1/datasource/table/${datasetId}/column/${encodeURIComponent(column)}/values/`,
          { signal },
        )
      ).result,
    staleTime: 300_000,
    retry: false,
  })
}
