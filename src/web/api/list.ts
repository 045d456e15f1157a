import type { ChartRow } from '../../model/chart/chartAnswers.ts'
import type { PluginRow } from '../../model/chart/plugin.ts'
import type { CssTemplateRow } from '../../model/dashboard/cssTemplate.ts'
import type { DashboardRow } from '../../model/dashboard/dashboardAnswers.ts'
import type { TagRow } from '../../model/dashboard/tag.ts'
import type { DatabaseRow } from '../../model/database/databaseAnswers.ts'
import type { DatasetRow } from '../../model/dataset/datasetAnswers.ts'
import type { RowRuleRow } from '../../model/dataset/rowRuleForm.ts'
import type { BoundaryMapRow } from '../../model/geography/boundaryMap.ts'
import type { AnnotationLayerRow } from '../../model/query/annotation.ts'
import type { ReportRow } from '../../model/report/reportForm.ts'
import type { SavedQueryRow } from '../../model/sqlLab/savedQueryForm.ts'
import type { QueryRow } from '../../model/sqlLab/sqlLabAnswers.ts'
import type { ListAnswer, Person } from '../../model/wire/answers.ts'
import type { ListFilter } from '../../model/wire/listQuery.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'

export type { ListAnswer, ListFilter, Person }

interface Rows {
  dashboard: DashboardRow
  chart: ChartRow
  dataset: DatasetRow
  annotation_layer: AnnotationLayerRow
  saved_query: SavedQueryRow
  query: QueryRow
  database: DatabaseRow
  rowlevelsecurity: RowRuleRow
  css_template: CssTemplateRow
  plugin: PluginRow
  map_boundaries: BoundaryMapRow
  tag: TagRow
  report: ReportRow
}
export type Listable = keyof Rows
/** Resources that can be exported and imported. */
export type Resource = Exclude<
  Listable,
  'annotation_layer' | 'query' | 'rowlevelsecurity' | 'css_template' | 'plugin' | 'map_boundaries' | 'tag' | 'report'
>

/** `owners.id` -> `owners` */
type RootOf<Column extends string> = Column extends `${infer Root}.${string}` ? Root : Column
/** A row of a list with only the requested columns. */
export type Listed<Of extends Listable, Column extends string> = Pick<Rows[Of], RootOf<Column> & keyof Rows[Of]>

export interface ListRequest {
  filters?: readonly ListFilter[]
  orderColumn?: string
  orderDirection?: 'asc' | 'desc'
  /** counted from 0 */
  page?: number
  pageSize?: number
}

/** One page of a resource. */
export function getList<Of extends Listable, const Column extends string>(
  resource: Of,
  request: ListRequest & { columns: readonly Column[] },
  signal?: AbortSignal,
): Promise<ListAnswer<Listed<Of, Column>>> {
  return getJson(`/api/v1/${resource}/`, { signal, query: listParameters(request) })
}

/** The query string of a list call. */
export function listParameters(request: ListRequest & { columns: readonly string[] }): { q: string } {
  const q = {
    columns: request.columns,
    ...(request.filters?.length ? { filters: request.filters } : {}),
    keys: ['none'],
    ...(request.orderColumn === undefined
      ? {}
      : { order_column: request.orderColumn, order_direction: request.orderDirection ?? 'desc' }),
    page: request.page ?? 0,
    page_size: request.pageSize ?? 25,
  }
  return { q: formatRison(q) }
}

/** The query options of a list: same key, same result. */
export interface ListQuery<T> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<ListAnswer<T>>
}

export function personName({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}
