import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rightsChanged } from './access/subjects.ts'
import { EXAMPLES_DATABASE_UUID, ensureExamplesDatabase } from './embedded/tables.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { multipartForm } from './testing/multipart.ts'

/**
 * Attempts of a user with access to one dataset to read the rows of another table of the same database. The other table
 * contains `canary`; no response to this user may contain it.
 */

const canary = 'canary-7f3a'

let server: TestApp
let folder: string
let databaseId: number
const tokens = new Map<string, string>()
const datasets = { open: 0, secret: 0 }
const uuids = { open: '', secret: '' }
let gammaRole: number

async function call(user: string, options: InjectOptions) {
  const token = tokens.get(user)
  return server.app.inject({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
}
const post = (user: string, url: string, payload: object) => call(user, { method: 'POST', url, payload })
const put = (user: string, url: string, payload: object) => call(user, { method: 'PUT', url, payload })
const idOf = (answer: { json<T>(): T }) => answer.json<{ id: number }>().id

const query = (datasetId: number, formData: object = {}) => ({
  datasource: { id: datasetId, type: 'table' },
  queries: [{ columns: ['word'], metrics: [], row_limit: 10 }],
  form_data: formData,
})

beforeAll(async () => {
  server = await startApp()
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'intruder-'))
  databaseId = await ensureExamplesDatabase(db, now)
  for (const [table, word] of [
    ['open', 'hello'],
    ['secret', canary],
  ] as const) {
    const source = join(folder, `${table}.csv`)
    writeFileSync(source, `word,size\n${word},1\n`)
    await tables.load({ databaseId, table, source, format: 'csv' })
  }
  tokens.set('admin', await server.token('admin'))
  for (const name of ['open', 'secret'] as const) {
    const made = await post('admin', '/api/v1/dataset/', { database: databaseId, table_name: name })
    datasets[name] = idOf(made)
    const row = await db
      .selectFrom('datasets')
      .select('uuid')
      .where('id', '=', datasets[name])
      .executeTakeFirstOrThrow()
    uuids[name] = row.uuid
  }
  // the permission to change datasets, without any data access
  const { id: editors } = await db
    .insertInto('roles')
    .values({ name: 'editors' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('role_permissions').values({ role_id: editors, permission: 'can_write:Dataset' }).execute()
  for (const name of ['viewer', 'editor']) {
    const id = await server.addUser(name, ['Gamma'])
    if (name === 'editor') await db.insertInto('user_roles').values({ user_id: id, role_id: editors }).execute()
    await server.grant(id, [{ datasetId: datasets.open }])
    tokens.set(name, await server.token(name))
  }
  const gamma = await db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
  gammaRole = gamma.id
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** All requests that could return rows of the secret dataset. `through`: the dashboard context that they claim. */
async function reads(user: string, through: { dashboardId?: number; chartId?: number; filterId?: string } = {}) {
  const { dashboardId, chartId, filterId } = through
  const asFilter = { dashboardId, type: 'NATIVE_FILTER', native_filter_id: filterId }
  const answers = await Promise.all([
    post(user, '/api/v1/chart/data', query(datasets.secret)),
    post(user, '/api/v1/chart/data', query(datasets.secret, { dashboardId, slice_id: chartId })),
    post(user, '/api/v1/chart/data', query(datasets.secret, asFilter)),
    ...(dashboardId && chartId
      ? [post(user, `/api/v1/dashboard/${dashboardId}/data`, { queries: [{ chartId }] })]
      : []),
    ...(chartId ? [call(user, { url: `/api/v1/chart/${chartId}/data/` })] : []),
    call(user, { url: `/api/v1/datasource/table/${datasets.secret}/column/word/values/` }),
    call(user, { url: `/superset/filter/table/${datasets.secret}/word/` }),
    post(user, `/datasource/samples?datasource_type=table&datasource_id=${datasets.secret}`, {}),
  ])
  return answers.map((answer) => answer.body).join('\n')
}

it('the owner can read everything, and a user with one grant only that dataset', async () => {
  expect(await reads('admin')).toContain(canary)
  expect((await post('viewer', '/api/v1/chart/data', query(datasets.open))).body).toContain('hello')
  expect(await reads('viewer')).not.toContain(canary)
})

const filterOn = (datasetId: number) => ({
  native_filter_configuration: [
    { id: 'F', filterType: 'filter_select', targets: [{ datasetId, column: { name: 'word' } }] },
  ],
})

describe('a user’s own dashboard', () => {
  it('gives no access to a dataset in one of its filters', async () => {
    const dashboardId = idOf(
      await post('viewer', '/api/v1/dashboard/', {
        published: true,
        roles: [gammaRole],
        json_metadata: JSON.stringify(filterOn(datasets.secret)),
      }),
    )
    expect(await reads('viewer', { dashboardId, filterId: 'F' })).not.toContain(canary)
    await put('viewer', `/api/v1/dashboard/${dashboardId}`, {
      json_metadata: JSON.stringify(filterOn(datasets.secret)),
    })
    expect(await reads('viewer', { dashboardId, filterId: 'F' })).not.toContain(canary)
  })

  it('nor does a copy with such a filter', async () => {
    const original = idOf(await post('viewer', '/api/v1/dashboard/', { dashboard_title: 'own' }))
    const data = JSON.stringify({ dashboard_title: 'copy', duplicate_slices: false, ...filterOn(datasets.secret) })
    const copy = await call('viewer', {
      method: 'POST',
      url: `/superset/copy_dash/${original}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ data }).toString(),
    })
    const dashboardId = idOf(copy)
    const shared = await put('viewer', `/api/v1/dashboard/${dashboardId}`, { published: true, roles: [gammaRole] })
    expect(shared.statusCode).toBe(200)
    expect(await reads('viewer', { dashboardId, filterId: 'F' })).not.toContain(canary)
  })

  it('keeps filters that an authorized user added', async () => {
    const dashboardId = idOf(
      await post('admin', '/api/v1/dashboard/', {
        published: true,
        roles: [gammaRole],
        json_metadata: JSON.stringify(filterOn(datasets.secret)),
      }),
    )
    expect(await reads('viewer', { dashboardId, filterId: 'F' })).toContain(canary)
    const { db } = server.services
    const viewer = await db.selectFrom('users').select('id').where('username', '=', 'viewer').executeTakeFirstOrThrow()
    await put('admin', `/api/v1/dashboard/${dashboardId}`, { owners: [viewer.id] })
    await put('viewer', `/api/v1/dashboard/${dashboardId}`, {
      json_metadata: JSON.stringify(filterOn(datasets.secret)),
    })
    expect(await reads('viewer', { dashboardId, filterId: 'F' })).toContain(canary)
  })
})

describe('a bundle', () => {
  const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const yaml = (value: object) => strToU8(JSON.stringify(value))
  const bundle = (dataset: object, datasetUuid: string) => ({
    'metadata.yaml': yaml({ version: '1.0.0', type: 'Dashboard', timestamp: '2024-01-01T00:00:00+00:00' }),
    'databases/examples.yaml': yaml({
      database_name: 'examples',
      sqlalchemy_uri: 'duckdb:///x',
      uuid: EXAMPLES_DATABASE_UUID,
      version: '1.0.0',
    }),
    'datasets/examples/d.yaml': yaml({
      table_name: 'secret',
      uuid: datasetUuid,
      database_uuid: EXAMPLES_DATABASE_UUID,
      version: '1.0.0',
      columns: [{ column_name: 'word', type: 'VARCHAR' }],
      metrics: [{ metric_name: 'count', expression: 'count(*)' }],
      ...dataset,
    }),
    'charts/c.yaml': yaml({
      slice_name: 'c',
      viz_type: 'table',
      uuid: uuid(3),
      dataset_uuid: datasetUuid,
      params: { viz_type: 'table', query_mode: 'raw', all_columns: ['word'] },
      version: '1.0.0',
    }),
    'dashboards/d.yaml': yaml({
      dashboard_title: 'd',
      uuid: uuid(4),
      published: true,
      position: { CHART: { id: 'CHART', type: 'CHART', meta: { uuid: uuid(3), chartId: 1 } } },
      metadata: {
        native_filter_configuration: [{ id: 'F', targets: [{ datasetUuid, column: { name: 'word' } }] }],
      },
      version: '1.0.0',
    }),
  })

  it.each([
    ['the name of a hidden dataset', {}, () => uuid(2)],
    ['the uuid of a hidden dataset', {}, () => uuids.secret],
    ['a new dataset on the table', { schema: 'main' }, () => uuid(5)],
    ['a new virtual dataset', { table_name: 'v', sql: 'SELECT * FROM secret' }, () => uuid(6)],
  ])('with %s gives no access', async (_, dataset, datasetUuid) => {
    const { db } = server.services
    for (const user of ['viewer', 'editor']) {
      const files = zipSync(
        Object.fromEntries(Object.entries(bundle(dataset, datasetUuid())).map(([path, text]) => [`top/${path}`, text])),
      )
      const form = await multipartForm({ overwrite: 'true' }, { formData: Buffer.from(files) })
      const answer = await call(user, { method: 'POST', url: '/api/v1/dashboard/import/', ...form })
      const made = await db.selectFrom('dashboards').select('id').where('uuid', '=', uuid(4)).executeTakeFirst()
      const chart = await db
        .selectFrom('charts')
        .select(['id', 'datasource_id'])
        .where('uuid', '=', uuid(3))
        .executeTakeFirst()
      const dashboardId = made?.id
      if (dashboardId) await put(user, `/api/v1/dashboard/${dashboardId}`, { roles: [gammaRole], published: true })
      const found = [
        await reads(user, { dashboardId, chartId: chart?.id, filterId: 'F' }),
        chart ? (await post(user, '/api/v1/chart/data', query(chart.datasource_id))).body : '',
      ].join('\n')
      if (made) await db.deleteFrom('dashboards').where('id', '=', made.id).execute()
      if (chart) await db.deleteFrom('charts').where('id', '=', chart.id).execute()
      await db.deleteFrom('datasets').where('id', 'not in', Object.values(datasets)).execute()
      expect(found, `${user} ${answer.statusCode} ${answer.body}`).not.toContain(canary)
      expect([user, answer.statusCode]).toEqual([user, 422])
    }
  })
})

describe('a user’s own dataset', () => {
  it.each([
    ['another table', { table_name: 'secret', schema: 'main' }],
    ['SQL', { table_name: 'mine', sql: 'SELECT * FROM secret' }],
  ])('cannot be created from %s', async (_, source) => {
    const made = await post('editor', '/api/v1/dataset/', { database: databaseId, ...source })
    const id = made.statusCode === 201 ? idOf(made) : 0
    const rows = id ? (await post('editor', '/api/v1/chart/data', query(id))).body : ''
    if (id) await server.services.db.deleteFrom('datasets').where('id', '=', id).execute()
    expect(rows).not.toContain(canary)
    expect(made.statusCode).toBe(422)
  })

  it.each([
    { sql: 'SELECT * FROM secret' },
    { table_name: 'secret', schema: 'main' },
    { schema: 'other' },
    { catalog: 'other' },
  ])('cannot be changed to %j', async (change) => {
    const { db } = server.services
    const editor = await db.selectFrom('users').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow()
    await put('admin', `/api/v1/dataset/${datasets.open}`, { owners: [1, editor.id] })
    const answer = await put('editor', `/api/v1/dataset/${datasets.open}`, change)
    const rows = await post('editor', '/api/v1/chart/data', { ...query(datasets.open), force: true })
    await db
      .updateTable('datasets')
      .set({ table_name: 'open', sql: null, schema: null, catalog: null })
      .where('id', '=', datasets.open)
      .execute()
    expect(rows.body).not.toContain(canary)
    expect(answer.statusCode).toBe(422)
    expect(
      (await put('editor', `/api/v1/dataset/${datasets.open}`, { table_name: 'open', description: 'x' })).statusCode,
    ).toBe(200)
  })

  it('with the name of a hidden table does not describe that table', async () => {
    const { db, now } = server.services
    const { id } = await db
      .insertInto('datasets')
      .values({
        uuid: 'virtual',
        table_name: 'secret',
        schema: 'v',
        sql: 'SELECT 1 AS one',
        database_id: databaseId,
        created_on: now(),
        changed_on: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const userId = await server.addUser('namesake', ['Gamma'])
    await server.grant(userId, [{ datasetId: id }])
    tokens.set('namesake', await server.token('namesake'))
    const answer = await call('namesake', { url: `/api/v1/database/${databaseId}/table/secret/main/` })
    await db.deleteFrom('datasets').where('id', '=', id).execute()
    expect(answer.statusCode).toBe(404)
  })
})

describe('SQL in a request', () => {
  const refused = async (more: object) => {
    const base = query(datasets.open)
    const answer = await post('viewer', '/api/v1/chart/data', { ...base, queries: [{ ...base.queries[0], ...more }] })
    expect([answer.statusCode, answer.body.includes(canary)], answer.body).toEqual([400, false])
  }
  const expressions = [
    '(SELECT max(word) FROM secret)',
    'max((SELECT word FROM secret))',
    "word) FROM secret UNION SELECT ('x'",
    'secret.word',
    'generation_1.main.data.word',
    '(FROM secret SELECT word)',
    'EXISTS (FROM secret)',
    "read_text('/etc/passwd')",
    "getenv('HOME')",
    "current_setting('temp_directory')",
    'word; SELECT * FROM secret',
  ]
  it.each(expressions)('as a metric: %s', (sqlExpression) =>
    refused({ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression, label: 'x' }] }),
  )
  it.each(expressions)('as a column: %s', (sqlExpression) =>
    refused({ columns: [{ expressionType: 'SQL', sqlExpression, label: 'x' }] }),
  )
  it.each(expressions)('in where, having and the order: %s', async (text) => {
    await refused({ extras: { where: `${text} = 'x'` } })
    await refused({ metrics: ['count'], extras: { having: `${text} = 'x'` } })
    await refused({ metrics: ['count'], orderby: [[{ expressionType: 'SQL', sqlExpression: text, label: 'x' }, true]] })
    // a filter on a column that may not be read is ignored and reported
    const filters = [{ col: { expressionType: 'SQL', sqlExpression: text, label: 'x' }, op: '==', val: 'x' }]
    const base = query(datasets.open)
    const answer = await post('viewer', '/api/v1/chart/data', { ...base, queries: [{ ...base.queries[0], filters }] })
    expect(answer.body.replaceAll(text, '')).not.toContain(canary)
    if (answer.statusCode === 200) expect(answer.json().result[0].rejected_filters).toHaveLength(1)
  })
})

it('column names of a hidden dataset are not revealed', async () => {
  const ask = async (column: string) => {
    const { statusCode, body } = await call('viewer', {
      url: `/api/v1/datasource/table/${datasets.secret}/column/${column}/values/`,
    })
    return [statusCode, body]
  }
  expect(await ask('nope')).toEqual(await ask('word'))
})

it('older addresses reveal nothing either', async () => {
  const chart = { viz_type: 'table', datasource_id: datasets.secret, datasource_type: 'table', params: '{"word":1}' }
  const id = idOf(await post('admin', '/api/v1/chart/', { slice_name: 'a secret chart', ...chart }))
  const bodyOf = async (user: string, url: string) => (await call(user, { url })).json<unknown>()
  const formData = `/api/v1/form_data/?slice_id=${id}`
  expect(await bodyOf('admin', formData)).toMatchObject({ slice_id: id, word: 1 })
  for (const missing of [formData, '/api/v1/form_data/?slice_id=9999', '/api/v1/form_data/?slice_id=x']) {
    expect(await bodyOf('viewer', missing)).toEqual({})
  }
  expect(await bodyOf('admin', '/superset/datasources/')).toContainEqual(
    expect.objectContaining({ id: datasets.secret, uid: `${datasets.secret}__table`, name: 'secret' }),
  )
  expect(await bodyOf('viewer', '/superset/datasources/')).toEqual([expect.objectContaining({ id: datasets.open })])
})

describe('a change without owners', () => {
  it.each(['chart', 'dashboard', 'dataset'])('keeps the owners of a %s', async (kind) => {
    const id =
      kind === 'dataset'
        ? datasets.secret
        : idOf(
            await post(
              'admin',
              `/api/v1/${kind}/`,
              kind === 'chart'
                ? { slice_name: 'c', datasource_id: datasets.open, datasource_type: 'table' }
                : { dashboard_title: 'd' },
            ),
          )
    const owners = async () =>
      (await call('admin', { url: `/api/v1/${kind}/${id}` })).json<{ result: { owners: unknown[] } }>().result.owners
    const before = await owners()
    expect(before).toHaveLength(1)
    expect((await put('admin', `/api/v1/${kind}/${id}`, { description: 'x', ...onlyKnown(kind) })).statusCode).toBe(200)
    expect(await owners()).toEqual(before)
  })
  const onlyKnown = (kind: string) => (kind === 'dashboard' ? { description: undefined, css: '' } : {})
})

it('users and roles are not listed for anonymous users', async () => {
  const { db } = server.services
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow()
  await db.insertInto('role_permissions').values({ role_id: id, permission: 'can_read:Dashboard' }).execute()
  await rightsChanged(db)
  for (const column of ['owners', 'created_by', 'changed_by', 'roles']) {
    const url = `/api/v1/dashboard/related/${column}`
    expect((await call('viewer', { url })).json()).not.toMatchObject({ result: [] })
    for (const q of ['', '?q=(include_ids:!(1))'])
      expect((await server.app.inject({ url: `${url}${q}` })).json()).toEqual({ count: 0, result: [] })
  }
})

it('a dashboard does not reveal the definition of a hidden dataset', async () => {
  const made = { sql: `SELECT word, '${canary}' AS mark FROM secret`, table_name: 'hidden' }
  const hidden = idOf(await post('admin', '/api/v1/dataset/', { database: databaseId, ...made }))
  const more = { fetch_values_predicate: `word <> '${canary}'`, template_params: `{"a": "${canary}"}` }
  expect((await put('admin', `/api/v1/dataset/${hidden}`, more)).statusCode).toBe(200)
  const positions: Record<string, object> = {}
  for (const id of [datasets.open, hidden]) {
    const chart = { slice_name: 'c', viz_type: 'table', datasource_id: id, datasource_type: 'table' }
    const chartId = idOf(await post('admin', '/api/v1/chart/', { ...chart, params: '{"all_columns":["word"]}' }))
    positions[`CHART-${id}`] = { id: `CHART-${id}`, type: 'CHART', children: [], meta: { chartId } }
  }
  const dashboard = { dashboard_title: 'both', published: true, json_metadata: JSON.stringify({ positions }) }
  const url = `/api/v1/dashboard/${idOf(await post('admin', '/api/v1/dashboard/', dashboard))}/datasets`
  expect((await call('admin', { url })).body).toContain(canary)
  const seen = await call('viewer', { url })
  expect(seen.body).not.toContain(canary)
  expect(seen.json<{ result: { id: number; sql: string | null; columns: object[] }[] }>().result).toMatchObject([
    { id: datasets.open, sql: null },
    { id: hidden, sql: null, columns: [{ column_name: 'word' }] },
  ])
})
