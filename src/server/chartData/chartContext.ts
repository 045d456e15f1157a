import { buildQueryContext } from '../../charts/buildQueryContext.ts'
import { chartDatasource } from '../../charts/shared/chartDatasource.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { formDataOf } from '../entities/charts.ts'
import type { Row } from '../storage/schema.ts'

interface Wishes {
  extraFormData?: Record<string, unknown>
  ownState?: Record<string, unknown>
  force?: boolean
}

/**
 * What a saved chart asks of the engine, by its definition; null where its type is not supported.
 * @throws AppError 400 where the form data makes a query that the contract does not know
 */
export function contextOfFormData(chart: Row<'charts'>, dataset: Dataset, wishes: Wishes = {}): QueryContext | null {
  const built = fromForm(() =>
    buildQueryContext({ formData: formDataOf(chart), datasource: chartDatasource(dataset), ...wishes }),
  )
  if (built === null) return null
  const parsed = parseQueryContext(built)
  if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
  return parsed.value
}

/**
 * What is built of form data. People and programs save any JSON as such; builders trust its shapes, as they also run
 * where it is made. @throws AppError 400 where one stumbles
 */
export function fromForm<T>(build: () => T): T {
  try {
    return build()
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = 'The form data of this chart cannot be read. Please save the chart again.'
    throw new AppError('GENERIC_COMMAND_ERROR', 400, message, { cause: error })
  }
}

/**
 * The query context that was saved with a chart, on the dataset that the chart has now (ids change by import); null
 * where none was saved or it cannot be read.
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
