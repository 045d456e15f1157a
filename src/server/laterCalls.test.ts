import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertNamedDatasets } from './chartData/testing/entities.ts'
import { ensureExamplesDatabase } from './embedded/tables.ts'
import { startApp, type TestApp } from './testing/app.ts'

/** Calls that were added in releases after the one of the contract. */

let server: TestApp
const tokens = new Map<string, string>()
const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, user = 'admin') => {
  if (!tokens.has(user)) tokens.set(user, await server.token(user))
  const headers = { authorization: `Bearer ${tokens.get(user)}` }
  const answer = await server.app.inject({ method, url: encodeURI(url), headers, ...(payload && { payload }) })
  return [answer.statusCode, answer.json<unknown>()] as const
}

beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  await ensureExamplesDatabase(server.services.db, server.services.now)
  await insertNamedDatasets(server.services, 't')
  await server.addUser('gamma', ['Gamma'])
})
afterAll(() => server?.close())

it('shows the tabs of a dashboard, and copies it', async () => {
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
    'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-a', 'TAB-b'] },
    'TAB-a': { id: 'TAB-a', type: 'TAB', meta: { text: 'First' }, children: ['TABS-2'] },
    'TABS-2': { id: 'TABS-2', type: 'TABS', children: ['TAB-c'] },
    'TAB-c': { id: 'TAB-c', type: 'TAB', meta: { text: 'Inner' }, children: [] },
    'TAB-b': { id: 'TAB-b', type: 'TAB', meta: {}, children: [] },
  }
  const [, made] = await call('POST', '/api/v1/dashboard/', {
    dashboard_title: 'Tabbed',
    slug: 'tabbed',
    position_json: JSON.stringify(positions),
  })
  const { id } = made as { id: number }
  const tabs = {
    all_tabs: { 'TAB-a': 'First', 'TAB-c': 'Inner', 'TAB-b': '' },
    tab_tree: [
      {
        value: 'TAB-a',
        title: 'First',
        parents: [],
        children: [{ value: 'TAB-c', title: 'Inner', parents: ['TAB-a'], children: [] }],
      },
      { value: 'TAB-b', title: '', parents: [], children: [] },
    ],
  }
  expect(await call('GET', '/api/v1/dashboard/tabbed/tabs')).toEqual([200, { result: tabs }])
  expect((await call('GET', '/api/v1/dashboard/99/tabs'))[0]).toBe(404)
  const [status, copy] = await call('POST', `/api/v1/dashboard/${id}/copy/`, {
    dashboard_title: 'Copy',
    json_metadata: JSON.stringify({ positions, color_scheme: 'd3Category10' }),
  })
  expect([status, copy]).toEqual([200, { result: { id: id + 1, last_modified_time: expect.any(Number) as number } }])
  const [, item] = await call('GET', `/api/v1/dashboard/${id + 1}`)
  expect(item).toMatchObject({ result: { dashboard_title: 'Copy', owners: [{ id: 1 }] } })
  expect(await call('GET', `/api/v1/dashboard/${id + 1}/tabs`)).toEqual([200, { result: tabs }])
  expect(await call('POST', `/api/v1/dashboard/${id}/copy/`, { dashboard_title: 'x' })).toEqual([
    400,
    { message: { json_metadata: ['Missing data for required field.'] } },
  ])
  // a draft of another user
  expect((await call('POST', `/api/v1/dashboard/${id}/copy/`, { json_metadata: '{}' }, 'gamma'))[0]).toBe(404)
})

it('shows the connection of a database, its catalogs, and a table by its name', async () => {
  const [, item] = await call('GET', '/api/v1/database/1')
  expect(await call('GET', '/api/v1/database/1/connection')).toEqual([200, item])
  expect((await call('GET', '/api/v1/database/1/connection', undefined, 'gamma'))[0]).toBe(403)
  expect(await call('GET', '/api/v1/database/1/catalogs/')).toEqual([200, { result: [] }])
  expect(await call('GET', '/api/v1/database/1/table_metadata/?name=nope')).toEqual([422, { message: 'nope' }])
  expect((await call('GET', '/api/v1/database/1/table_metadata/'))[0]).toBe(400)
  expect((await call('GET', '/api/v1/database/1/table_metadata/extra/?name=nope'))[0]).toBe(404)
})

it('stars tags', async () => {
  const [, made] = await call('POST', '/api/v1/tag/', { name: 'spring' })
  const { id } = made as { id: number }
  const status = () => call('GET', `/api/v1/tag/favorite_status/?q=!(${id})`)
  expect(await status()).toEqual([200, { result: [{ id, value: false }] }])
  expect(await call('POST', `/api/v1/tag/${id}/favorites/`)).toEqual([200, { result: 'OK' }])
  expect(await status()).toEqual([200, { result: [{ id, value: true }] }])
  expect(await call('DELETE', `/api/v1/tag/${id}/favorites/`)).toEqual([200, { result: 'OK' }])
  expect(await status()).toEqual([200, { result: [{ id, value: false }] }])
})

it('resolves several time ranges', async () => {
  const asked = "!((timeRange:'2020-01-01 : 2020-02-01'),(timeRange:'2020-01-01 : 2020-02-01',shift:'1 day'))"
  expect(await call('GET', `/api/v1/time_range/?q=${asked}`)).toEqual([
    200,
    {
      result: [
        {
          since: '2020-01-01T00:00:00',
          until: '2020-02-01T00:00:00',
          timeRange: '2020-01-01 : 2020-02-01',
          shift: null,
        },
        {
          since: '2019-12-31T00:00:00',
          until: '2020-01-31T00:00:00',
          timeRange: '2020-01-01 : 2020-02-01',
          shift: '1 day',
        },
      ],
    },
  ])
})
