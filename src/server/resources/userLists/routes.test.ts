import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertNamedDatasets } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
const tokens = new Map<string, string>()
const ids: Record<string, number> = {}

const call = (user: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: tokens.has(user) ? { authorization: `Bearer ${tokens.get(user)}` } : {},
  })
const titles = async (user: string, url: string) => {
  const answer = await call(user, 'GET', url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ title: string }[]>().map(({ title }) => title)
}

beforeAll(async () => {
  server = await startApp()
  await insertNamedDatasets(server.services, 'open', 'hidden')
  ids.reader = await server.addUser('reader', ['Gamma'])
  ids.maker = await server.addUser('maker', ['Alpha'])
  await server.grant(ids.reader, [{ datasetId: 1 }])
  for (const name of ['admin', 'reader', 'maker']) tokens.set(name, await server.token(name))
  const make = async (kind: string, payload: object) => {
    const made = await call('maker', 'POST', `/api/v1/${kind}/`, payload)
    expect(made.statusCode, made.body).toBe(201)
    return made.json<{ id: number }>().id
  }
  for (const [at, name] of ['open', 'hidden'].entries()) {
    const dashboard = await make('dashboard', { dashboard_title: `${name} <b>&`, published: true })
    const chart = { slice_name: name, viz_type: 'pie', datasource_id: at + 1, datasource_type: 'table' }
    const id = await make('chart', { ...chart, dashboards: [dashboard] })
    for (const star of [`chart/${id}`, `dashboard/${dashboard}`]) {
      expect((await call('maker', 'POST', `/api/v1/${star}/favorites/`)).statusCode).toBe(200)
    }
    server.advance(1000)
  }
})
afterAll(() => server.close())

it.each(['created_slices', 'fave_slices', 'user_slices'])('%s lists the visible charts of a user', async (list) => {
  const all = ['hidden', 'open']
  expect(await titles('maker', `/superset/${list}`)).toEqual(all)
  expect(await titles('admin', `/superset/${list}/${ids.maker}/`)).toEqual(all)
  expect(await titles('reader', `/superset/${list}/${ids.maker}/`)).toEqual(['open'])
  expect(await titles('reader', `/superset/${list}`)).toEqual([])
})

it.each([
  ['created_dashboards', () => `${ids.maker}`],
  ['fave_dashboards', () => `${ids.maker}`],
  ['fave_dashboards_by_username', () => 'maker'],
])('%s lists the visible dashboards of a user', async (list, of) => {
  expect(await titles('maker', `/superset/${list}/${of()}/`)).toEqual(['hidden <b>&', 'open <b>&'])
  expect(await titles('reader', `/superset/${list}/${of()}/`)).toEqual(['open <b>&'])
  const [row] = (await call('reader', 'GET', `/superset/${list}/${of()}/`)).json<{ dashboard: string }[]>()
  expect(row?.dashboard).toMatch(/^<a href="\/superset\/dashboard\/\d+\/">open &lt;b&gt;&amp;<\/a>$/)
})

it('reveals nothing about users, and nothing to anonymous users', async () => {
  expect(await titles('reader', '/superset/fave_dashboards_by_username/nobody/')).toEqual([])
  expect(await titles('reader', '/superset/created_slices/999/')).toEqual([])
  for (const url of ['/superset/user_slices', `/superset/created_slices/${ids.maker}/`]) {
    expect((await call('nobody', 'GET', url)).statusCode).toBe(401)
  }
})
