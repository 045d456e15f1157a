import { isStandalone } from '../../../model/wire/standalone.ts'
import type { SourceType } from '../../api/explore.ts'

/** Parameters of the builder's own address; all others are passed to the chart. */
const start = [
  'slice_id',
  'datasource_id',
  'datasource_type',
  'dataset_id',
  'form_data',
  'form_data_key',
  'permalink_key',
] as const

/** Marks, in the history state, an address that the builder wrote itself: such an address is not opened. */
export const ownAddress = 'isOwnAddress'

export interface ExploreAddress {
  /** whether the address does not specify what to open */
  isEmpty: boolean
  vizType: string | null
  dashboardId: number | null
  /** the id of the dashboard page whose filters the chart uses */
  dashboardPage: string | null
  isStandalone: boolean
  force: boolean
  /** the query string for the server call that returns the initial state */
  search: string
}

export function parseAddress(search: string): ExploreAddress {
  const params = new URLSearchParams(search)
  const datasetId = params.get('dataset_id')
  if (datasetId !== null && !params.has('datasource_id')) {
    params.set('datasource_id', datasetId)
    params.set('datasource_type', 'table')
  }
  // the server would pass it to templates, and cache the response for each page separately
  const page = params.get('dashboard_page_id')
  params.delete('dashboard_page_id')
  const dashboardId = Number(params.get('dashboard_id'))
  return {
    isEmpty: start.every((name) => name === 'datasource_type' || !params.has(name)),
    vizType: params.get('viz_type'),
    dashboardId: Number.isSafeInteger(dashboardId) && dashboardId > 0 ? dashboardId : null,
    dashboardPage: params.has('form_data_key') ? null : page,
    isStandalone: isStandalone(params.get('standalone')),
    force: params.get('force') === 'true' || params.get('force') === '1',
    search: `?${params.toString()}`,
  }
}

/**
 * The address of a chart or of a new chart of a dataset. `key`: key of unsaved controls; `dashboardId`: the dashboard
 * that the chart was opened from.
 */
export function formatAddress(
  key: string | undefined,
  chartId: number | undefined,
  datasetId: number | null,
  { dashboardId = null, type = 'table' }: { dashboardId?: number | null; type?: SourceType } = {},
): string {
  const params = new URLSearchParams()
  if (key !== undefined) params.set('form_data_key', key)
  if (chartId !== undefined) params.set('slice_id', String(chartId))
  else if (datasetId !== null) {
    params.set('datasource_id', String(datasetId))
    params.set('datasource_type', type)
  }
  if (dashboardId !== null) params.set('dashboard_id', String(dashboardId))
  return `/explore/?${params.toString()}`
}
