import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from './embedded/tables.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { multipartForm } from './testing/multipart.ts'

/** How clients of very old versions create, read, change and delete single objects: by forms. */

let server: TestApp
const tokens = new Map<string, string>()
const datasets = { first: 0, second: 0, hidden: 0 }
let roleId: number

type Fields = [name: string, value: string][]
const headersOf = (user: string) => ({ authorization: `Bearer ${tokens.get(user)}` })
const send = (method: 'POST' | 'PUT', url: string, fields: Fields, user = 'admin') =>
  server.app.inject({
    method,
    url,
    headers: { ...headersOf(user), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const get = (url: string, user = 'admin') => server.app.inject({ url, headers: headersOf(user) })
const remove = (url: string, user = 'admin') => server.app.inject({ method: 'DELETE', url, headers: headersOf(user) })
const post = async (url: string, payload: object) => {
  const answer = await server.app.inject({ method: 'POST', url, headers: headersOf('admin'), payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const itemOf = (answer: { json<T>(): T }) => answer.json<{ item: { id: number } }>().item
const deleted = { message: 'Deleted Row', severity: 'success' }

beforeAll(async () => {
  server = await startApp({ SEXTANT_FLAGS: 'DYNAMIC_PLUGINS' })
  const reader = await server.addUser('reader', ['Gamma'])
  const editor = await server.addUser('editor', ['Alpha'])
  for (const user of ['admin', 'reader', 'editor']) tokens.set(user, await server.token(user))
  const { db, now } = server.services
  const stamps = { created_on: now(), changed_on: now(), created_by: 1, changed_by: 1 }
  const databaseId = await ensureExamplesDatabase(db, now)
  for (const name of ['first', 'second', 'hidden'] as const) {
    const { id } = await db
      .insertInto('datasets')
      .values({ table_name: name, database_id: databaseId, schema: 'main', uuid: name, ...stamps } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    datasets[name] = id
  }
  await server.grant(reader, [{ datasetId: datasets.first }])
  await db.insertInto('dataset_owners').values({ dataset_id: datasets.first, user_id: editor }).execute()
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
  roleId = role.id
})
afterAll(() => server?.close())

describe('plugins', () => {
  const path = '/dynamic-plugins/api'
  const dial: Fields = [
    ['name', 'Dial'],
    ['key', 'dial'],
    ['bundle_url', '/plugins/dial.js'],
  ]

  it('are described, created, read, changed and deleted', async () => {
    expect((await get(path)).json()).toMatchObject({
      can_add: true,
      list_columns: ['name', 'key', 'bundle_url'],
      api_urls: { create: `${path}/create`, update: `${path}/update/` },
      modelview_urls: { add: '/dynamic-plugins/add' },
    })
    expect((await get(path, 'reader')).json()).toMatchObject({ can_add: false, can_show: true })
    const made = await send('POST', `${path}/create`, [...dial, ['csrf_token', 'x']])
    expect([made.statusCode, made.json()]).toEqual([
      200,
      {
        item: { id: 1, name: 'Dial', key: 'dial', bundle_url: '/plugins/dial.js' },
        message: 'Added Row',
        severity: 'success',
      },
    ])
    expect((await get(`${path}/readvalues`)).json()).toEqual([{ id: 1, text: 'Dial' }])
    const changed = await send('PUT', `${path}/update/1`, [['name', 'Round dial']])
    expect(changed.json()).toMatchObject({ item: { name: 'Round dial', key: 'dial' }, message: 'Changed Row' })
    expect((await get(`${path}/get/1`, 'reader')).json()).toEqual({
      include_columns: ['name', 'key', 'bundle_url'],
      label_columns: { name: 'Name', key: 'Key', bundle_url: 'Bundle URL' },
      modelview_name: 'DynamicPluginsView',
      pk: '1',
      result: { name: 'Round dial', key: 'dial', bundle_url: '/plugins/dial.js' },
    })
    expect((await remove(`${path}/delete/1`)).json()).toEqual(deleted)
    expect((await remove(`${path}/delete/1`)).statusCode).toBe(404)
    expect((await get(`${path}/get/1`)).statusCode).toBe(404)
  })

  it('follow the rules of the REST API', async () => {
    const with_ = (...fields: Fields) => send('POST', `${path}/create`, [...dial.slice(0, 2), ...fields])
    expect((await with_(['bundle_url', 'https://elsewhere.example/dial.js'])).json()).toEqual({
      error: 'The field bundle_url is not valid.',
    })
    expect((await send('POST', `${path}/create`, [['name', 'x']])).statusCode).toBe(400)
    const taken = await send('POST', `${path}/create`, [
      ['name', 'Pie'],
      ['key', 'pie'],
      ['bundle_url', '/plugins/pie.js'],
    ])
    expect([taken.statusCode, taken.json()]).toEqual([422, { error: 'A chart type of the product has this key.' }])
    expect((await send('POST', `${path}/create`, dial, 'reader')).statusCode).toBe(403)
    expect((await get(`${path}/column/add/name`)).statusCode).toBe(404)
  })
})

describe('row rules', () => {
  const path = '/rowlevelsecurityfiltersmodelview/api'
  const rule = (...tables: number[]): Fields => [
    ['name', 'Girls'],
    ['filter_type', 'Regular'],
    ['clause', '1 = 1'],
    ['roles', String(roleId)],
    ...tables.map((id): [string, string] => ['tables', String(id)]),
  ]
  const tablesOf = async (id: number) =>
    (await get(`/api/v1/rowlevelsecurity/${id}`))
      .json<{ result: { tables: { table_name: string }[] } }>()
      .result.tables.map(({ table_name }) => table_name)

  it('apply to every dataset that a form names, however it is sent', async () => {
    const made = await send('POST', `${path}/create`, rule(datasets.first, datasets.second))
    expect(made.statusCode, made.body).toBe(200)
    const { id } = itemOf(made)
    expect(made.json()).toMatchObject({ item: { tables: ['first', 'second'], roles: ['Gamma'] } })
    expect(await tablesOf(id)).toEqual(['first', 'second'])
    await send('PUT', `${path}/update/${id}`, [['tables', String(datasets.second)]])
    expect(await tablesOf(id)).toEqual(['second'])
    const parts = await multipartForm({ clause: '2 = 2' }, {})
    const byParts = await server.app.inject({
      method: 'PUT',
      url: `${path}/update/${id}`,
      headers: { ...parts.headers, ...headersOf('admin') },
      payload: parts.payload,
    })
    expect(byParts.json()).toMatchObject({ item: { clause: '2 = 2', tables: ['second'] } })
    const byJson = await server.app.inject({
      method: 'PUT',
      url: `${path}/update/${id}`,
      headers: headersOf('admin'),
      payload: { tables: [datasets.first, datasets.second] },
    })
    expect(byJson.json()).toMatchObject({ item: { tables: ['first', 'second'] } })
    expect((await get(`${path}/get/${id}`)).json()).toMatchObject({ result: { name: 'Girls', roles: ['Gamma'] } })
    expect((await get(`${path}/column/add/roles`)).json()).toContainEqual({ id: roleId, text: 'Gamma' })
    expect((await get(`${path}/column/edit/tables`)).json()).toContainEqual({ id: datasets.first, text: 'first' })
    expect((await remove(`${path}/delete/${id}`)).json()).toEqual(deleted)
  })

  it('are not created without a dataset, nor by other users', async () => {
    const empty = await send('POST', `${path}/create`, [...rule(), ['tables', '']])
    expect([empty.statusCode, empty.json()]).toEqual([400, { error: 'The field tables is not valid.' }])
    const missing = await send('POST', `${path}/create`, rule(987_654))
    expect([missing.statusCode, missing.json()]).toEqual([422, { error: 'One or more tables do not exist' }])
    for (const user of ['reader', 'editor']) {
      expect((await send('POST', `${path}/create`, rule(datasets.first), user)).statusCode).toBe(403)
      for (const url of [path, `${path}/readvalues`, `${path}/get/1`, `${path}/column/add/tables`])
        expect((await get(url, user)).statusCode).toBe(403)
    }
  })
})

describe.each([
  {
    kind: 'columns',
    path: '/tablecolumninlineview/api',
    name: 'TableColumnInlineView',
    fields: [
      ['column_name', 'age'],
      ['type', 'INTEGER'],
      ['groupby', 'y'],
    ],
    made: { column_name: 'age', type: 'INTEGER', groupby: true },
    other: ['column_name', 'city'],
    taken: 'One or more columns are duplicated',
  },
  {
    kind: 'metrics',
    path: '/sqlmetricinlineview/api',
    name: 'SqlMetricInlineView',
    fields: [
      ['metric_name', 'total'],
      ['expression', 'SUM(age)'],
    ],
    made: { metric_name: 'total', expression: 'SUM(age)' },
    other: ['metric_name', 'mean'],
    taken: 'One or more metrics are duplicated',
  },
] as const)('$kind of datasets', ({ kind, path, name, fields, made, other, taken }) => {
  const fieldsFor = (dataset: number): Fields => [
    ...fields.map((field): [string, string] => [...field]),
    ['table', String(dataset)],
  ]

  it('are created, listed, read, changed and deleted one by one', async () => {
    const added = await send('POST', `${path}/create`, fieldsFor(datasets.first), 'editor')
    expect(added.statusCode, added.body).toBe(200)
    expect(added.json()).toMatchObject({ item: made, message: 'Added Row' })
    const { id } = itemOf(added)
    const again = await send('POST', `${path}/create`, fieldsFor(datasets.first), 'editor')
    expect([again.statusCode, again.json()]).toEqual([422, { error: taken }])
    const second = await send(
      'POST',
      `${path}/create`,
      [...fieldsFor(datasets.first).filter(([field]) => field !== other[0]), [...other]],
      'editor',
    )
    expect(second.statusCode, second.body).toBe(200)
    const list = await get(`${path}/read`, 'reader')
    expect(list.json()).toMatchObject({ count: 2, pks: [id, id + 1], modelview_name: name })
    const changed = await send('PUT', `${path}/update/${id}`, [['verbose_name', 'Shown']], 'editor')
    expect(changed.json()).toMatchObject({ item: { ...made, verbose_name: 'Shown' }, message: 'Changed Row' })
    expect((await get(`${path}/get/${id}`, 'reader')).json()).toMatchObject({
      modelview_name: name,
      result: { ...made, verbose_name: 'Shown' },
    })
    const dataset = await get(`/api/v1/dataset/${datasets.first}`)
    expect(dataset.json<{ result: Record<string, unknown[]> }>().result[kind]).toHaveLength(2)
    expect((await remove(`${path}/delete/${id}`, 'editor')).json()).toEqual(deleted)
    expect((await get(`${path}/get/${id}`)).statusCode).toBe(404)
  })

  it('are hidden and unchanged where their dataset is', async () => {
    const added = await send('POST', `${path}/create`, fieldsFor(datasets.hidden))
    const { id } = itemOf(added)
    expect((await get(`${path}/get/${id}`, 'reader')).statusCode).toBe(404)
    expect((await get(`${path}/read`, 'reader')).body).not.toContain(`"pks":[${id}`)
    // an Alpha sees every dataset, and changes only their own
    const change = (user: string) => send('PUT', `${path}/update/${id}`, [['verbose_name', 'x']], user)
    expect([(await change('editor')).statusCode, (await change('reader')).statusCode]).toEqual([403, 403])
    expect((await remove(`${path}/delete/${id}`, 'editor')).statusCode).toBe(403)
    expect((await send('POST', `${path}/create`, fieldsFor(datasets.hidden), 'editor')).statusCode).toBe(403)
    expect((await send('POST', `${path}/create`, fieldsFor(987_654))).statusCode).toBe(404)
    expect((await get(`${path}/get/${id}`)).json()).toMatchObject({ result: { verbose_name: null } })
  })
})

describe('charts and dashboards', () => {
  it('are deleted by those who own them', async () => {
    const dashboardId = await post('/api/v1/dashboard/', { dashboard_title: 'd', published: true })
    const chartId = await post('/api/v1/chart/', {
      slice_name: 'c',
      viz_type: 'pie',
      datasource_id: datasets.first,
      datasource_type: 'table',
      dashboards: [dashboardId],
    })
    for (const url of [`/dashboard/api/delete/${dashboardId}`, `/chart/api/delete/${chartId}`]) {
      expect((await remove(url, 'editor')).statusCode).toBe(403)
      expect((await remove(url)).json()).toEqual(deleted)
      expect((await remove(url)).statusCode).toBe(404)
    }
  })
})

describe('a form of another site', () => {
  it.each([
    ['plugin', '/dynamic-plugins/api/delete/1'],
    ['row rule', '/rowlevelsecurityfiltersmodelview/api/delete/1'],
    ['column', '/tablecolumninlineview/api/delete/1'],
    ['metric', '/sqlmetricinlineview/api/delete/1'],
  ])('deletes no %s: every type of body needs the token of the session', async (_, url) => {
    const { cookies, csrf } = await server.browser('admin')
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', undefined]) {
      const remove = (token: object) =>
        server.app.inject({
          method: 'DELETE',
          url,
          cookies: { ...cookies },
          headers: { ...(type && { 'content-type': type }), ...token },
          ...(type && { payload: type.startsWith('multipart') ? '--b--' : 'a=b' }),
        })
      expect([302, 400], type).toContain((await remove({})).statusCode)
      expect((await remove({ 'x-csrftoken': csrf })).statusCode, type).toBe(404)
    }
  })
})

it('a form of several parts is not larger than any other request', async () => {
  const part = 'x'.repeat(1_000_000)
  const { payload, headers } = await multipartForm(Object.fromEntries(Array.from('abcdef', (name) => [name, part])))
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { ...headersOf('admin'), ...headers },
    payload,
  })
  expect(answer.statusCode, answer.body).toBe(413)
})

describe('the rights of a role', () => {
  const override = (payload: object, user = 'admin') =>
    server.app.inject({
      method: 'POST',
      url: '/superset/override_role_permissions/',
      headers: headersOf(user),
      payload,
    })
  const body = (role_name: string, datasources: string[]) => ({
    role_name,
    database: [{ datasource_type: 'table', name: 'examples', schema: [{ name: 'main', datasources }] }],
  })

  it('are replaced by access to the named datasets', async () => {
    const id = await post('/api/v1/security/roles/', { name: 'Sales' })
    const answer = await override(body('Sales', ['first', 'gone', 'first']))
    expect([answer.statusCode, answer.json()]).toEqual([201, { granted: ['first'], requested: ['first', 'gone'] }])
    expect((await get(`/api/v1/security/roles/${id}/rights`)).json()).toMatchObject({
      result: { permissions: [], grants: [{ kind: 'dataset', dataset_id: datasets.first }] },
    })
    expect((await override(body('Sales', []))).statusCode).toBe(201)
    expect((await override(body('Nobody', ['first']))).statusCode).toBe(404)
    expect((await override(body('Alpha', ['first']))).statusCode).toBe(422)
    expect((await override({ role_name: 'Sales' })).statusCode).toBe(400)
    expect((await override(body('Sales', ['first']), 'editor')).statusCode).toBe(403)
  })
})
