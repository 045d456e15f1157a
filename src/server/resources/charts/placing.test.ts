import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Component, layoutFaults, parentOf } from '../../../model/dashboardEdit/layoutEdit.ts'
import { insertNamedDatasets } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let token: string
const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.app.inject({ method, url, ...(payload && { payload }), headers: { authorization: `Bearer ${token}` } })

beforeAll(async () => {
  server = await startApp()
  token = await server.token('admin')
  await insertNamedDatasets(server.services, 't')
})
afterAll(() => server.close())

const newDashboard = async (body: object = {}) =>
  (await call('POST', '/api/v1/dashboard/', { dashboard_title: 'D', ...body })).json<{ id: number }>().id
const newChart = async (name: string, dashboards: number[]) => {
  const body = { slice_name: name, viz_type: 'pie', datasource_id: 1, datasource_type: 'table', dashboards }
  const answer = await call('POST', '/api/v1/chart/', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
async function positionOf(dashboard: number) {
  const { result } = (await call('GET', `/api/v1/dashboard/${dashboard}`)).json<{ result: { position_json: string } }>()
  return JSON.parse(result.position_json) as Record<string, unknown>
}
/** Names of the charts, by row. */
function rowsOf(position: Record<string, unknown>): string[][] {
  expect(layoutFaults(position)).toEqual([])
  const charts = Object.values(position).filter(
    (value): value is Component => (value as { type?: string }).type === 'CHART',
  )
  return [...Map.groupBy(charts, ({ id }) => parentOf(position, id)).entries()].map(([row, held]) =>
    (row?.children ?? []).map((id) => String(held.find((chart) => chart.id === id)?.meta?.['sliceName'])),
  )
}

describe('a chart added to a dashboard', () => {
  it('creates a layout if there is none, and fills its rows', async () => {
    const dashboard = await newDashboard()
    const ids: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push(await newChart(name, [dashboard]))
    const position = await positionOf(dashboard)
    expect(rowsOf(position)).toEqual(expect.arrayContaining([['a', 'b', 'c'], ['d']]))
    expect(JSON.stringify(position)).toContain(`"chartId":${ids[0]}`)
    expect(position['HEADER_ID']).toEqual({ id: 'HEADER_ID', type: 'HEADER', meta: { text: 'D' } })
    const { result } = (await call('GET', `/api/v1/dashboard/${dashboard}/charts`)).json<{ result: object[] }>()
    expect(result).toHaveLength(4)
  })

  it('is placed at the end of the first tab, and nothing else moves', async () => {
    const before = {
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [], parents: ['ROOT_ID'] },
      'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-1', 'TAB-2'], meta: {}, parents: ['ROOT_ID'] },
      'TAB-1': { id: 'TAB-1', type: 'TAB', children: ['H'], meta: { text: 'One' }, parents: ['ROOT_ID', 'TABS-1'] },
      'TAB-2': { id: 'TAB-2', type: 'TAB', children: [], meta: { text: 'Two' }, parents: ['ROOT_ID', 'TABS-1'] },
      H: { id: 'H', type: 'HEADER', children: [], meta: { text: 'Hi' }, parents: ['ROOT_ID', 'TABS-1', 'TAB-1'] },
    }
    const dashboard = await newDashboard({ position_json: JSON.stringify(before) })
    await newChart('late', [dashboard])
    const after = await positionOf(dashboard)
    expect(rowsOf(after)).toEqual([['late']])
    expect((after['TAB-1'] as Component).children).toEqual(['H', expect.stringMatching(/^ROW-/)])
    expect(after['TAB-2']).toEqual(before['TAB-2'])
  })

  it('is added by a change as well, once, with its new name', async () => {
    const dashboard = await newDashboard()
    const id = await newChart('old', [])
    for (const name of ['new', 'newer'])
      await call('PUT', `/api/v1/chart/${id}`, { slice_name: name, dashboards: [dashboard] })
    expect(rowsOf(await positionOf(dashboard))).toEqual([['new']])
  })

  it('is reported to a user who is editing the dashboard', async () => {
    const dashboard = await newDashboard()
    const version = (await call('GET', `/api/v1/dashboard/${dashboard}`)).headers.etag
    expect(version).toBeDefined()
    await newChart('meanwhile', [dashboard])
    const answer = await server.app.inject({
      method: 'PUT',
      url: `/api/v1/dashboard/${dashboard}`,
      payload: { json_metadata: '{"positions":{}}' },
      headers: { authorization: `Bearer ${token}`, 'if-match': String(version) },
    })
    expect([answer.statusCode, answer.body]).toEqual([412, expect.stringContaining('Changed by')])
    expect(rowsOf(await positionOf(dashboard))).toEqual([['meanwhile']])
  })
})
