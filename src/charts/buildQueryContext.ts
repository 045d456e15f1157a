import type { QueryContext, ResultFormat, ResultType } from '../model/query/queryObject.ts'
import { addedColumns, addedGroups } from './addedGroups.ts'
import { openFormData } from './openFormData.ts'
import type { ChartDatasource, ChartQuery } from './shared/contract.ts'
import { markBaseAxis } from './shared/query/xAxis.ts'

export interface QueryContextInput {
  /** with `viz_type` and `datasource` ("1__table") */
  formData: Record<string, unknown>
  datasource: ChartDatasource
  /** output of the filters in scope, merged */
  extraFormData?: Record<string, unknown>
  ownState?: Record<string, unknown>
  force?: boolean
  resultType?: ResultType
  resultFormat?: ResultFormat
}

/** The query context of a saved chart; null if its type is not supported. */
export async function buildQueryContext(input: QueryContextInput): Promise<QueryContext | null> {
  const opened = await openFormData(input.formData)
  if (!opened) return null
  const { chart, query, formData } = opened
  const groups = addedGroups(chart, formData, addedColumns(input.extraFormData), input.datasource)
  return queryContextOf(query, { ...input, formData: { ...formData, ...groups } })
}

/** The same for form data in the current format, for a type whose query part is loaded. Pure. */
export function queryContextOf(query: Pick<ChartQuery, 'buildQuery'>, input: QueryContextInput): QueryContext {
  const formData: Record<string, unknown> = {
    ...input.formData,
    url_params: input.formData.url_params ?? {},
    extra_form_data: input.extraFormData ?? input.formData.extra_form_data ?? {},
  }
  const queries = query.buildQuery({ formData, datasource: input.datasource, ownState: input.ownState })
  const resultType = input.resultType ?? 'full'
  const resultFormat = input.resultFormat ?? 'json'
  return {
    datasource: parseDatasource(String(formData.datasource)),
    force: input.force ?? false,
    queries: queries.map((each) => {
      const marked = markBaseAxis(formData, each)
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
