export interface NewChartAddress {
  datasetId: number | undefined
  dashboardId: string | undefined
}

/** Preselected values in the address of `/chart/add`: `dataset` (`12` or `12__table`) and `dashboard_id`. */
export function parseNewChart(search: string): NewChartAddress {
  const params = new URLSearchParams(search)
  const dataset = params.get('dataset') ?? params.get('dataset_id') ?? ''
  const id = /^(\d+)(__table)?$/.exec(dataset)?.[1]
  return {
    datasetId: id === undefined ? undefined : Number(id),
    dashboardId: params.get('dashboard_id') ?? undefined,
  }
}

/** The address of the chart builder. */
export function formatExplore(chart: { datasetId: number; vizType: string; dashboardId: string | undefined }): string {
  const params = new URLSearchParams({
    viz_type: chart.vizType,
    datasource_id: String(chart.datasetId),
    datasource_type: 'table',
    ...(chart.dashboardId === undefined ? {} : { dashboard_id: chart.dashboardId }),
  })
  return `/explore/?${params.toString()}`
}
