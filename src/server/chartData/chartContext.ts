import { buildQueryContext } from '../../charts/buildQueryContext.ts'
import { chartDatasource } from '../../charts/shared/chartDatasource.ts'
import { withExtraFormData } from '../../charts/shared/query/filters.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { QueryContext, ResultFormat, ResultType } from '../../model/query/queryObject.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { formDataOf, type ShownChart } from '../entities/charts.ts'
import type { Row } from '../storage/schema.ts'

interface Wishes {
  /** Used instead of the saved form data. */
  formData?: Record<string, unknown>
  extraFormData?: Record<string, unknown>
  ownState?: Record<string, unknown>
  force?: boolean
  resultType?: ResultType
  resultFormat?: ResultFormat
}

/**
 * The query context of a saved chart, built by the definition of its type; null if the type is not supported.
 * @throws AppError 400 if the form data results in an invalid query
 */
export async function contextOfFormData(
  chart: ShownChart,
  dataset: Dataset,
  { formData = formDataOf(chart), ...wishes }: Wishes = {},
): Promise<QueryContext | null> {
  const built = await buildQueryContext({ formData, datasource: chartDatasource(dataset), ...wishes }).catch(unreadable)
  if (built === null) return null
  const parsed = parseQueryContext(built)
  if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
  return parsed.value
}

/**
 * The result of a query builder. Form data may be any JSON, but builders assume its shape, because they also run where
 * it is created. @throws AppError 400 if one fails
 */
export function fromForm<T>(build: () => T): T {
  try {
    return build()
  } catch (error) {
    return unreadable(error)
  }
}

/** Handles an error of a builder, as `fromForm` does. @throws AppError 400 */
export function unreadable(error: unknown): never {
  if (error instanceof AppError) throw error
  const message = 'The form data of this chart cannot be read. Please save the chart again.'
  throw new AppError('GENERIC_COMMAND_ERROR', 400, message, { cause: error })
}

/**
 * The query context that was saved with a chart, with the current dataset of the chart (ids change by import); null if
 * none was saved or it is invalid.
 */
export function savedContext(chart: Row<'charts'>): QueryContext | null {
  const saved = parseObject(chart.query_context)
  if (!Array.isArray(saved.queries)) return null
  const parsed = parseQueryContext({
    queries: saved.queries.map((query: unknown) => (isRecord(query) ? { ...query, datasource: null } : query)),
    // ids change by import
    form_data: { ...(isRecord(saved.form_data) ? saved.form_data : {}), slice_id: chart.id },
    datasource: { id: chart.datasource_id, type: 'table' },
    custom_cache_timeout: saved.custom_cache_timeout,
  })
  return parsed.ok ? parsed.value : null
}

/**
 * The query context that was saved with a chart, with the filters of its dashboard: for types whose definition the
 * server does not have. null if none was saved.
 */
export function filteredContext(chart: Row<'charts'>, { extraFormData = {}, force }: Wishes): QueryContext | null {
  const saved = savedContext(chart)
  if (saved === null) return null
  const queries = saved.queries.map((query) => withExtraFormData(query, extraFormData))
  const parsed = parseQueryContext({ ...saved, queries, force: force ?? false })
  if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
  return parsed.value
}
