import { describe, expect, it } from 'vitest'
import { formatExplore, parseNewChart } from './newChartAddress.ts'

describe('address of a new chart', () => {
  it.each([
    ['', { datasetId: undefined, dashboardId: undefined }],
    ['?dataset=7', { datasetId: 7, dashboardId: undefined }],
    ['?dataset=7__table&dashboard_id=3', { datasetId: 7, dashboardId: '3' }],
    ['?dataset_id=7', { datasetId: 7, dashboardId: undefined }],
    ['?dataset=-1', { datasetId: undefined, dashboardId: undefined }],
  ])('%j', (search, address) => expect(parseNewChart(search)).toEqual(address))

  it('opens the chart builder and keeps the dashboard', () => {
    expect(formatExplore({ datasetId: 7, vizType: 'pie', dashboardId: undefined })).toBe(
      '/explore/?viz_type=pie&datasource_id=7&datasource_type=table',
    )
    expect(formatExplore({ datasetId: 7, vizType: 'pie', dashboardId: '3' })).toMatch(/&dashboard_id=3$/)
  })
})
