import { type QueryFilters, queryOptions } from '@tanstack/react-query'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { getJson, getResponse, postJson, putForVersion } from './client.ts'

interface Marks {
  is_certified?: boolean
  certified_by?: string | null
  certification_details?: string | null
  warning_markdown?: string | null
}

export interface ExploreColumn extends Marks {
  id?: number
  column_name: string
  verbose_name: string | null
  description: string | null
  /** SQL of a calculated column */
  expression: string | null
  type: string | null
  type_generic: GenericType | null
  is_dttm: boolean
  filterable?: boolean
  groupby?: boolean
}

export interface ExploreMetric extends Marks {
  id?: number
  metric_name: string
  verbose_name: string | null
  description: string | null
  expression: string
  warning_text?: string | null
}

export interface ExploreDataset {
  id: number | null
  name: string
  table_name?: string
  schema?: string | null
  kind?: string
  /** of a virtual dataset */
  sql?: string | null
  database: { id: number; name?: string; backend: string }
  main_dttm_col: string | null
  verbose_map: Record<string, string>
  column_formats: Record<string, string>
  columns: ExploreColumn[]
  metrics: ExploreMetric[]
  owners?: { id: number }[]
  filter_select?: boolean
  extra?: string | null
  time_grain_sqla?: [grain: string, label: string][]
  order_by_choices?: [value: string, label: string][]
}

export interface ExploreSlice {
  slice_id: number
  slice_name: string
  description: string | null
  cache_timeout: number | null
  owners: number[]
  certified_by: string | null
  certification_details: string | null
  is_managed_externally?: boolean
  form_data: Record<string, unknown>
}

export interface ExploreStart {
  /** of the saved chart */
  version: string | undefined
  dataset: ExploreDataset
  form_data: Record<string, unknown> & { viz_type?: string }
  slice: ExploreSlice | null
  message: string | null
  metadata: {
    changed_on_humanized: string
    created_on_humanized: string
    owners: string[]
    dashboards: { id: number; dashboard_title: string | null }[]
    created_by?: string
    changed_by?: string
  } | null
}

export async function loadExplore(search: string, signal?: AbortSignal): Promise<ExploreStart> {
  const response = await getResponse(`/api/v1/explore/${search}`, { signal })
  const { result } = (await response.json()) as { result: Omit<ExploreStart, 'version'> }
  const version = response.headers.get('etag') ?? undefined
  return { ...result, version, dataset: { ...noDataset, ...result.dataset } }
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

type RowAnswer = Omit<ChartData, 'columns'> & { data: Record<string, ChartData['columns'][number][number]>[] }

/** Runs a query context; aborting the call cancels it on the server as well. */
export async function runChart(context: QueryContext, signal: AbortSignal): Promise<ChartData[]> {
  return (await postJson<{ result: ChartData[] }>('/api/v1/explore/data', context, { signal })).result
}

function toColumns({ data, ...answer }: RowAnswer): ChartData {
  const names = answer.colnames ?? []
  return { ...answer, colnames: names, columns: names.map((name) => (data ?? []).map((row) => row[name] ?? null)) }
}

/** Raw rows of the dataset, with the given filters. */
export async function loadSamples(datasetId: number, signal: AbortSignal): Promise<ChartData> {
  const query = { datasource_type: 'table', datasource_id: datasetId, force: false, per_page: 1000, page: 1 }
  const { result } = await postJson<{ result: RowAnswer }>('/datasource/samples', {}, { signal, query })
  return toColumns(result)
}

export interface UnsavedChart {
  datasourceId: number
  chartId: number | undefined
  form: Record<string, unknown>
}

/** Stores unsaved controls on the server and returns their key. */
export async function keepForm({ datasourceId, chartId, form }: UnsavedChart): Promise<string> {
  const body = {
    datasource_id: datasourceId,
    datasource_type: 'table',
    ...(chartId === undefined ? {} : { chart_id: chartId }),
    form_data: JSON.stringify(form),
  }
  return (await postJson<{ key: string }>('/api/v1/explore/form_data', body)).key
}

/** A permanent link to a state of the builder. */
export async function createExplorePermalink(form: Record<string, unknown>): Promise<string> {
  return (await postJson<{ url: string }>('/api/v1/explore/permalink', { formData: form, urlParams: [] })).url
}

export interface ChartFields {
  slice_name?: string
  viz_type?: string
  datasource_id?: number
  datasource_type?: 'table'
  params?: string
  query_context?: string
  dashboards?: number[]
  owners?: number[]
  description?: string | null
  certified_by?: string | null
  certification_details?: string | null
  cache_timeout?: number | null
}

/** Creates a chart and returns its id. */
export async function createChart(fields: ChartFields): Promise<number> {
  return (await postJson<{ id: number }>('/api/v1/chart/', fields)).id
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
        await getJson<{ result: (string | number | boolean | null)[] }>(
          `/api/v1/datasource/table/${datasetId}/column/${encodeURIComponent(column)}/values/`,
          { signal },
        )
      ).result,
    staleTime: 300_000,
    retry: false,
  })
}
