import type { Page } from 'playwright-core'
import { callApi } from './callApi.ts'

/** Creates a dashboard with these charts from left to right, in rows of `perRow`; returns its id. */
export async function createDashboard(
  page: Page,
  title: string,
  chartIds: readonly number[],
  metadata: Record<string, unknown> = {},
  perRow = chartIds.length,
): Promise<number> {
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dashboard/', { dashboard_title: title })
  const tiles = chartIds.map((chartId) => ({
    id: `CHART-${chartId}`,
    type: 'CHART',
    children: [],
    meta: { chartId, width: Math.floor(12 / perRow), height: 50 },
  }))
  const rows = Array.from({ length: Math.ceil(tiles.length / perRow) }, (_, at) => ({
    id: `ROW-${at + 1}`,
    type: 'ROW',
    children: tiles.slice(at * perRow, (at + 1) * perRow).map((tile) => tile.id),
    meta: {},
  }))
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows.map((row) => row.id) },
    ...Object.fromEntries([...rows, ...tiles].map((component) => [component.id, component])),
  }
  await callApi(page, 'PUT', `/api/v1/dashboard/${id}`, {
    json_metadata: JSON.stringify({ ...metadata, positions }),
  })
  return id
}

/** Creates a chart of a dataset; returns its id. */
export async function createChart(
  page: Page,
  name: string,
  datasetId: number,
  form: { viz_type: string } & Record<string, unknown>,
): Promise<number> {
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/chart/', {
    slice_name: name,
    datasource_id: datasetId,
    datasource_type: 'table',
    viz_type: form.viz_type,
    params: JSON.stringify({ ...form, datasource: `${datasetId}__table` }),
  })
  return id
}

/** The dataset of the fixture's orders. */
export async function ordersDataset(page: Page): Promise<number> {
  const query = '(filters:!((col:table_name,opr:eq,value:shop_orders)))'
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', `/api/v1/dataset/?q=${query}`)
  const [found] = result
  if (!found) throw new Error('there is no dataset of orders')
  return found.id
}
