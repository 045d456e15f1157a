import { isDatasetType } from '../../model/chart/chart.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'
import type { Subject } from '../access/subject.ts'
import type { DataRequest } from '../access/thing.ts'
import type { ChartDataDependencies } from './dependencies.ts'
import type { RequestReads } from './requestReads.ts'

interface DatasetRequest {
  query: QueryObject
  context: QueryContext
  subject: Subject
  reads: Pick<RequestReads, 'findDataset'>
}

/**
 * The dataset that a query reads, with the columns whose names the subject may see.
 * @throws AppError if it does not exist, or the subject may not read it
 */
export async function askedDataset(
  deps: Pick<ChartDataDependencies, 'queryDataset' | 'checkAccess' | 'checkGuestQuery'>,
  { query, context, subject, reads }: DatasetRequest,
  data: DataRequest = dataRequest(context.form_data),
): Promise<Dataset> {
  const { id, type } = query.datasource ?? context.datasource
  if (type === 'query') return deps.queryDataset(subject, id)
  if (type && !isDatasetType(type)) throw missing()
  await deps.checkAccess(subject, id, data)
  const dataset = await reads.findDataset(id)
  if (!dataset) throw missing()
  const named = await deps.checkGuestQuery(subject, { query, context, datasetId: id, data })
  return named ? { ...dataset, columns: dataset.columns.filter(({ column_name }) => named.has(column_name)) } : dataset
}

const missing = () => new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')

/** The chart, dashboard or native filter that the data is for, from the form data. */
export function dataRequest(formData: unknown): DataRequest {
  if (typeof formData !== 'object' || formData === null) return {}
  const { dashboardId, slice_id, type, native_filter_id } = formData as Record<string, unknown>
  return {
    dashboardId: typeof dashboardId === 'number' ? dashboardId : null,
    chartId: typeof slice_id === 'number' ? slice_id : null,
    nativeFilterId: type === 'NATIVE_FILTER' && typeof native_filter_id === 'string' ? native_filter_id : null,
  }
}
