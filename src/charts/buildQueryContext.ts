import type { QueryContext, ResultFormat, ResultType } from '../model/query/queryObject.ts'
import { openFormData } from './index.ts'
import type { ChartDatasource } from './shared/defineChart.ts'
import { markBaseAxis } from './shared/query/xAxis.ts'

export interface QueryContextInput {
  /** as saved, with `viz_type` and `datasource` ("1__table") */
  formData: Record<string, unknown>
  datasource: ChartDatasource
  /** output of the filters in scope, merged */
  extraFormData?: Record<string, unknown>
  ownState?: Record<string, unknown>
  force?: boolean
  resultType?: ResultType
  resultFormat?: ResultFormat
}

/** What a saved chart asks of the server. null where its type is not supported. Pure. */
export function buildQueryContext(input: QueryContextInput): QueryContext | null {
  const opened = openFormData(input.formData)
  if (opened === undefined) return null
  const formData: Record<string, unknown> = {
    ...opened.formData,
    url_params: opened.formData.url_params ?? {},
    extra_form_data: input.extraFormData ?? opened.formData.extra_form_data ?? {},
  }
  const queries = opened.chart.buildQuery({ formData, datasource: input.datasource, ownState: input.ownState })
  const resultType = input.resultType ?? 'full'
  const resultFormat = input.resultFormat ?? 'json'
  return {
    datasource: parseDatasource(String(formData.datasource)),
    force: input.force ?? false,
    queries: queries.map((query) => {
      const marked = markBaseAxis(formData, query)
      if (marked.post_processing === undefined) return marked
      return { ...marked, post_processing: marked.post_processing.filter((step) => step != null) }
    }),
    form_data: { ...formData, force: input.force ?? null, result_type: resultType, result_format: resultFormat },
    result_type: resultType,
    result_format: resultFormat,
  }
}

/** "7__table" -> {id: 7, type: 'table'}. Anything but a saved query is a table. */
export function parseDatasource(datasource: string): { id: number; type: string } {
  const [id, type] = datasource.split('__')
  return { id: Number(id), type: type === 'query' ? 'query' : 'table' }
}
