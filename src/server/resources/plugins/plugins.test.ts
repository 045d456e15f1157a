import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let admin: { authorization: string }
let reader: { authorization: string }

beforeAll(async () => {
  server = await startApp({ SEXTANT_FLAGS: 'DYNAMIC_PLUGINS' })
  await server.addUser('reader', ['Gamma'])
  admin = { authorization: `Bearer ${await server.token('admin')}` }
  reader = { authorization: `Bearer ${await server.token('reader')}` }
})
afterAll(() => server?.close())

const dial = { name: 'Dial', key: 'dial', bundle_url: '/plugins/dial.js' }
const post = (payload: object, headers = admin) =>
  server.app.inject({ method: 'POST', url: '/api/v1/plugin/', headers, payload })
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

describe('plugins', () => {
  it.each([
    'https://elsewhere.example/dial.js',
    '//elsewhere.example/dial.js',
    '/\\elsewhere.example/dial.js',
    'javascript:alert(1)//.js',
    'dial.js',
    '/api/v1/dashboard/',
    '/plugins/dial.js?from=https://elsewhere.example',
  ])('have their scripts on this site, not at %s', async (bundle_url) => {
    const answer = await post({ ...dial, bundle_url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toEqual({
      bundle_url: ['The script must be a path on this site, such as /plugins/dial.js.'],
    })
  })

  it('are created and changed by administrators, and listed for everybody in the shape of the contract', async () => {
    expect((await post(dial, reader)).statusCode).toBe(403)
    expect((await post({ ...dial, key: 'pie' })).json().message).toEqual({
      key: ['A chart type of the product has this key.'],
    })
    const made = await post(dial)
    expect([made.statusCode, made.json()]).toEqual([201, { id: 1, result: dial }])
    expect((await post({ ...dial, name: 'Other', bundle_url: '/plugins/other.js' })).statusCode).toBe(422)
    const list = await get('/dynamic-plugins/api/read', reader)
    expect(list.json()).toMatchObject({
      count: 1,
      pks: [1],
      list_columns: ['name', 'key', 'bundle_url', 'id'],
      modelview_name: 'DynamicPluginsView',
      result: [{ ...dial, id: 1 }],
    })
    expect((await get('/dynamic-plugins/api/read')).statusCode).toBe(401)
  })

  it('have scripts in the home folder, which every visitor may load, and nothing else of it', async () => {
    mkdirSync(join(server.home, 'plugins'))
    writeFileSync(join(server.home, 'plugins', 'dial.js'), 'export const chart = {}')
    writeFileSync(join(server.home, 'plugins', 'notes.txt'), 'no script')
    const script = await get('/plugins/dial.js')
    expect([script.statusCode, script.body]).toEqual([200, 'export const chart = {}'])
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const again = await get('/plugins/dial.js', { 'if-none-match': String(script.headers['etag']) })
    expect(again.statusCode).toBe(304)
    for (const path of ['notes.txt', 'gone.js', '..%2Fmaster.key', '..%2fplugins%2fdial.js', '.js', '%00.js'])
      expect((await get(`/plugins/${path}`)).statusCode, path).toBe(404)
  })

  it('draw charts of dashboards with the queries that were saved, and with the filters of the dashboard', async () => {
    const databaseId = await ensureExamplesDatabase(server.services.db, server.services.now)
    const create = async (url: string, payload: object) =>
      (await server.app.inject({ method: 'POST', url, headers: admin, payload })).json().id as number
    const table = { database: databaseId, table_name: 'counted', sql: "SELECT 'a' AS k UNION ALL SELECT 'b'" }
    const datasetId = await create('/api/v1/dataset/', { ...table, schema: 'main' })
    const query_context = JSON.stringify({
      datasource: { id: datasetId, type: 'table' },
      queries: [{ columns: ['k'], metrics: [], orderby: [['k', true]] }],
    })
    const dashboardId = await create('/api/v1/dashboard/', { dashboard_title: 'Dials' })
    const chart = { slice_name: 'A dial', viz_type: 'dial', datasource_id: datasetId, datasource_type: 'table' }
    const params = JSON.stringify({ viz_type: 'dial', datasource: `${datasetId}__table` })
    const chartId = await create('/api/v1/chart/', { ...chart, params, query_context, dashboards: [dashboardId] })

    const shown = await get(`/api/v1/dashboard/${dashboardId}/shown_charts`, admin)
    expect(shown.json().result[0].type).toEqual({
      type: 'dial',
      name: 'Dial',
      folder: '/plugins/dial.js',
      drawnWith: 'react',
      shows: 'plot',
      behaviors: [],
    })
    const rows = async (extraFormData: object) => {
      const payload = { queries: [{ chartId, extraFormData }] }
      const url = `/api/v1/dashboard/${dashboardId}/data`
      const answer = await server.app.inject({ method: 'POST', url, headers: admin, payload })
      return JSON.parse(answer.body.split('\n')[0] ?? '').result[0].columns
    }
    expect(await rows({})).toEqual([['a', 'b']])
    expect(await rows({ filters: [{ col: 'k', op: 'IN', val: ['b'] }] })).toEqual([['b']])
    const sqlExpression = "k <> 'b'"
    const adhoc = { expressionType: 'SQL', clause: 'WHERE', sqlExpression }
    expect(await rows({ adhoc_filters: [adhoc] })).toEqual([['a']])
  })
})

describe('without the flag', () => {
  it('there is no list, no page and no script', async () => {
    const off = await startApp()
    const headers = { authorization: `Bearer ${await off.token('admin')}` }
    for (const url of ['/dynamic-plugins/api/read', '/api/v1/plugin/', '/dynamic-plugins/list/', '/plugins/dial.js'])
      expect((await off.app.inject({ url, headers })).statusCode, url).toBe(404)
    await off.close()
  })
})
