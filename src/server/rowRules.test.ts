import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from './access/apiKeys.ts'
import { EXAMPLES_DATABASE_UUID, ensureExamplesDatabase } from './embedded/tables.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { multipartForm } from './testing/multipart.ts'

/** Row rules: rows hidden by a rule contain `canary`; no response to the reader may contain it. */

const canary = 'canary-51d8'

let server: TestApp
let folder: string
let databaseId: number
let readerRole: number
const tokens = new Map<string, string>()
const datasets: Record<string, number> = {}

const call = (user: string, options: InjectOptions) =>
  server.app.inject({ ...options, headers: { authorization: `Bearer ${tokens.get(user)}`, ...options.headers } })
const get = (user: string, url: string) => call(user, { method: 'GET', url })
const post = (user: string, url: string, payload: object) => call(user, { method: 'POST', url, payload })
const idOf = (answer: { json<T>(): T; body: string }) => {
  const { id } = answer.json<{ id?: number }>()
  if (id === undefined) throw new Error(answer.body)
  return id
}

const question = (dataset: string, query: object = {}, more: object = {}) => ({
  datasource: { id: datasets[dataset], type: 'table' },
  queries: [{ columns: ['region', 'word'], metrics: [], row_limit: 100, ...query }],
  ...more,
})
const ask = (user: string, dataset: string, query: object = {}, more: object = {}) =>
  post(user, '/api/v1/chart/data', question(dataset, query, more))
const words = (answer: { json<T>(): T; body: string }) => {
  const { result } = answer.json<{ result?: { data: { word: string }[] }[] }>()
  if (!result) throw new Error(answer.body)
  return result[0]?.data.map(({ word }) => word).sort()
}
const rule = (name: string, clause: string, more: object = {}) =>
  post('admin', '/api/v1/rowlevelsecurity/', {
    name,
    clause,
    filter_type: 'Regular',
    tables: [datasets.sales],
    roles: [readerRole],
    ...more,
  })
const withRule = async (clause: string, more: object, work: () => Promise<void>) => {
  const id = idOf(await rule(`rule ${Math.random()}`, clause, more))
  try {
    await work()
  } finally {
    await call('admin', { method: 'DELETE', url: `/api/v1/rowlevelsecurity/${id}` })
  }
}

const virtual: Record<string, string> = {
  plain: 'SELECT * FROM sales',
  nested: 'WITH s AS (SELECT * FROM (SELECT * FROM sales) AS x) SELECT * FROM s',
  joined: 'SELECT a.region, b.word FROM names AS a JOIN main.sales AS b ON a.region = b.region',
  united: "SELECT region, word FROM sales UNION ALL SELECT 'x', word FROM sales",
  inside: 'SELECT region, (SELECT min(word) FROM sales) AS word FROM names',
  renamed: 'SELECT t.region, t.word FROM "SALES" t',
  templated: "{% set t = 'sa' ~ 'les' %}SELECT * FROM {{ t }}",
  named: 'SELECT * FROM {{ dataset(SALES) }}',
}

beforeAll(async () => {
  server = await startApp()
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'row-rules-'))
  databaseId = await ensureExamplesDatabase(db, now)
  const rows = { sales: `north,hello,5\nsouth,${canary},7\nwest,${canary}2,9\n`, names: 'north,n,1\nsouth,s,2\n' }
  for (const [table, text] of Object.entries(rows)) {
    const source = join(folder, `${table}.csv`)
    writeFileSync(source, `region,word,amount\n${text}`)
    await tables.load({ databaseId, table, source, format: 'csv' })
  }
  tokens.set('admin', await server.token('admin'))
  for (const table of ['sales', 'names']) {
    const made = await post('admin', '/api/v1/dataset/', { database: databaseId, table_name: table })
    datasets[table] = idOf(made)
  }
  for (const [name, sql] of Object.entries(virtual)) {
    const made = await post('admin', '/api/v1/dataset/', {
      database: databaseId,
      table_name: name,
      sql: sql.replace('SALES)', `${datasets.sales})`),
    })
    datasets[name] = idOf(made)
  }
  const user = await server.addUser('reader', ['Gamma'])
  await server.grant(user, [{ databaseId }])
  tokens.set('reader', await server.token('reader'))
  const { key } = await createApiKey(
    db,
    { userId: user, name: 'k', scope: 'read', expiresOn: now() + 3_600_000 },
    now(),
  )
  tokens.set('key', key)
  const role = await db
    .selectFrom('user_roles')
    .select('role_id')
    .where('user_id', '=', user)
    .orderBy('role_id')
    .execute()
  readerRole = role.at(-1)?.role_id as number
}, 120_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('the calls', () => {
  it('create, show, change and delete a rule in the formats of the contract', async () => {
    const made = await rule('first', "region = 'north'", { group_key: 'g', description: 'd' })
    expect(made.statusCode).toBe(201)
    const id = idOf(made)
    const item = await get('admin', `/api/v1/rowlevelsecurity/${id}`)
    expect(item.json()).toMatchObject({
      id,
      result: {
        name: 'first',
        filter_type: 'Regular',
        group_key: 'g',
        clause: "region = 'north'",
        description: 'd',
        tables: [{ id: datasets.sales, table_name: 'sales' }],
        roles: [{ id: readerRole }],
      },
    })
    const url = `/api/v1/rowlevelsecurity/${id}`
    expect((await call('admin', { method: 'PUT', url, payload: { filter_type: 'Base' } })).statusCode).toBe(200)
    const list = await get('admin', '/api/v1/rowlevelsecurity/?q=(filters:!((col:name,opr:ct,value:fir)))')
    expect(list.json()).toMatchObject({
      count: 1,
      result: [{ name: 'first', filter_type: 'Base', clause: "region = 'north'", changed_by: { first_name: 'admin' } }],
    })
    const related = await get('admin', '/api/v1/rowlevelsecurity/related/tables?q=(filter:sal)')
    expect(related.json()).toMatchObject({ result: [{ value: datasets.sales, text: 'sales' }] })
    expect((await get('admin', '/api/v1/rowlevelsecurity/_info?q=(keys:!(permissions))')).json()).toEqual({
      permissions: ['can_write', 'can_read'],
    })
    const bulk = await call('admin', { method: 'DELETE', url: `/api/v1/rowlevelsecurity/?q=!(${id})` })
    expect(bulk.json()).toEqual({ message: 'Deleted 1 rule' })
    expect((await get('admin', url)).statusCode).toBe(404)
  })

  it.each([
    [{ name: '' }, 400, 'name'],
    [{ filter_type: 'Other' }, 400, 'filter_type'],
    [{ tables: [] }, 400, 'tables'],
    [{ clause: '  ' }, 400, 'clause'],
    [{ unknown: 1 }, 400, 'unknown'],
    [{ tables: [999_999] }, 422, 'tables'],
    [{ roles: [999_999] }, 422, 'roles'],
    [{ clause: '1 = 1) OR (1 = 1' }, 422, 'clause'],
    [{ clause: '1 = 1) UNION SELECT * FROM sales WHERE (1 = 1' }, 422, 'clause'],
    [{ clause: "region = 'north' ORDER BY 1" }, 422, 'clause'],
    [{ clause: 'region = ' }, 422, 'clause'],
    [{ clause: "read_text('/etc/passwd') = ''" }, 422, 'clause'],
    [{ clause: 'region IN (SELECT region FROM no_such_table)' }, 422, 'clause'],
    [{ clause: `region = 'north' ${'/**/'.repeat(15_000)}` }, 422, 'clause'],
  ])('refuse %j', async (more, status, field) => {
    const answer = await rule('refused', "region = 'north'", more)
    expect([answer.statusCode, Object.keys(answer.json<{ message: object }>().message)]).toEqual([status, [field]])
  })

  it('report the error of a clause, also if only the clause or the tables change', async () => {
    const refused = await rule('refused', 'region = ')
    expect(refused.json()).toMatchObject({
      message: { clause: [expect.stringMatching(/^The clause is not a valid condition for "sales": ./)] },
    })
    const id = idOf(await rule('changed', 'region IN (SELECT region FROM names)'))
    const url = `/api/v1/rowlevelsecurity/${id}`
    const put = async (payload: object) => (await call('admin', { method: 'PUT', url, payload })).statusCode
    expect(await put({ clause: 'region = ' })).toBe(422)
    expect(await put({ tables: [datasets.plain] })).toBe(200)
    expect(await put({ name: 'renamed' })).toBe(200)
    expect((await get('admin', url)).json()).toMatchObject({
      result: { name: 'renamed', clause: 'region IN (SELECT region FROM names)', tables: [{ id: datasets.plain }] },
    })
    await call('admin', { method: 'DELETE', url })
  })

  it('are restricted to administrators', async () => {
    expect((await get('reader', '/api/v1/rowlevelsecurity/')).statusCode).toBe(403)
    expect((await post('reader', '/api/v1/rowlevelsecurity/', {})).statusCode).toBe(403)
    expect((await call('reader', { method: 'DELETE', url: '/api/v1/rowlevelsecurity/1' })).statusCode).toBe(403)
  })
})

describe('which rules apply', () => {
  it('Regular ones to their roles, including administrators', async () => {
    await withRule("region = 'north'", {}, async () => {
      expect(words(await ask('reader', 'sales'))).toEqual(['hello'])
      expect(words(await ask('admin', 'sales'))).toHaveLength(3)
    })
    expect(words(await ask('reader', 'sales'))).toHaveLength(3)
  })

  it('Base ones to all other users', async () => {
    await withRule("region = 'north'", { filter_type: 'Base' }, async () => {
      expect(words(await ask('reader', 'sales'))).toHaveLength(3)
      expect(words(await ask('admin', 'sales'))).toEqual(['hello'])
    })
  })

  it('may read other tables', async () => {
    await withRule("region IN (SELECT region FROM names WHERE word = 'n')", {}, async () => {
      expect(words(await ask('reader', 'sales'))).toEqual(['hello'])
      const nested = await ask('reader', 'nested')
      expect([words(nested), nested.body.includes(canary)]).toEqual([['hello'], false])
    })
    await withRule('{{ "region IN (SELECT table_name FROM information_schema.tables)" }}', {}, async () => {
      expect((await ask('reader', 'sales')).statusCode).toBe(400)
    })
  })

  it.each(['sales', ...Object.keys(virtual)])('the query of %s is shown without their text', async (dataset) => {
    const secret = "region = 'north' OR word = 'said by nobody else'"
    const admins = await server.services.db.selectFrom('roles').select('id').where('name', '=', 'Admin').execute()
    await withRule(secret, { roles: [readerRole, ...admins.map(({ id }) => id)] }, async () => {
      for (const more of [{}, { result_type: 'query' }]) {
        const queryOf = async (user: string) => {
          const { result } = (await ask(user, dataset, {}, more)).json<{ result: { query: string }[] }>()
          return result[0]?.query
        }
        expect(await queryOf('admin')).toContain(secret)
        const shown = await queryOf('reader')
        expect(shown).toMatch(/1 = 1 \/\* row level security \*\//)
        expect(shown).not.toContain('said by nobody else')
      }
      expect(words(await ask('reader', 'sales'))).toEqual(['hello'])
    })
  })

  it('OR within a group, AND between groups', async () => {
    await withRule("region = 'north'", { group_key: 'a' }, () =>
      withRule("region = 'south'", { group_key: 'a' }, async () => {
        expect(words(await ask('reader', 'sales'))).toEqual([canary, 'hello'])
        await withRule('amount < 6', {}, async () => {
          expect(words(await ask('reader', 'sales'))).toEqual(['hello'])
        })
      }),
    )
  })

  it('templates in a rule can use the reader, whose names are never treated as SQL', async () => {
    await withRule("'{{ current_username() }}' = 'reader' AND region = 'north'", {}, async () => {
      expect(words(await ask('reader', 'sales'))).toEqual(['hello'])
    })
    await withRule("region = '{{ url_param('r') }}'", {}, async () => {
      const answer = await call('reader', {
        method: 'POST',
        url: "/api/v1/chart/data?r=x'%20OR%20'1'='1",
        payload: question('sales'),
      })
      expect([answer.statusCode, answer.body.includes(canary)]).toEqual([400, false])
    })
  })

  it.each([
    'no_such_column = 1',
    '{{ nothing.at.all }}',
    '{% if false %}x{% endif %}',
    `{{ "read_text('/etc/passwd') = ''" }}`,
    `{{ "region = 'north') OR (1 = 1" }}`,
  ])('a rule that cannot be applied (%s) rejects the query, and reveals nothing', async (clause) => {
    await withRule(clause, {}, async () => {
      const answer = await ask('reader', 'sales')
      expect(answer.statusCode).toBe(400)
      expect(answer.body).not.toContain('no_such_column')
      expect(answer.body).not.toContain(canary)
    })
  })
})

describe.each(['reader', 'key'])('no hidden row is returned to the %s', (reader) => {
  let ruleId: number
  let chartId: number
  let dashboardId: number
  beforeAll(async () => {
    ruleId = idOf(await rule('north only', "region = 'north'"))
    // a user with more permissions has run the query before
    for (const dataset of Object.keys(datasets)) await ask('admin', dataset)
    const form = { datasource: `${datasets.sales}__table`, viz_type: 'table', query_mode: 'raw', all_columns: ['word'] }
    chartId = idOf(
      await post('admin', '/api/v1/chart/', {
        slice_name: 'words',
        viz_type: 'table',
        datasource_id: datasets.sales,
        datasource_type: 'table',
        params: JSON.stringify(form),
        query_context: JSON.stringify(question('sales', { metrics: undefined }, { form_data: form })),
      }),
    )
    dashboardId = idOf(await post('admin', '/api/v1/dashboard/', { dashboard_title: 'words', published: true }))
    await call('admin', { method: 'PUT', url: `/api/v1/chart/${chartId}`, payload: { dashboards: [dashboardId] } })
  })
  afterAll(async () => {
    await call('admin', { method: 'DELETE', url: `/api/v1/rowlevelsecurity/${ruleId}` })
  })

  it.each(Object.keys(virtual))('through a virtual dataset: %s', async (name) => {
    const answer = await ask(reader, name)
    expect(words(answer)?.every((word) => word === 'hello' || word === null)).toBe(true)
    expect(answer.body).not.toContain(canary)
    expect((await ask('admin', name)).body).toContain(canary)
  })

  it('through another dataset on the same table', async () => {
    const again = { database: databaseId, schema: 'public', table_name: 'sales' }
    datasets.again ??= idOf(await post('admin', '/api/v1/dataset/', again))
    const answer = await ask(reader, 'again')
    expect([answer.statusCode, answer.body.includes(canary)]).toEqual([200, false])
  })

  it.each<[string, object, object]>([
    ['raw rows', { metrics: undefined, columns: ['word'] }, {}],
    ['samples', {}, { result_type: 'samples' }],
    ['drill to detail', {}, { result_type: 'drill_detail' }],
    ['results', {}, { result_type: 'results' }],
    ['CSV', {}, { result_format: 'csv' }],
    ['another result type in one query', { result_type: 'samples' }, {}],
    ['an OR', { extras: { where: '1 = 1 OR 1 = 1' } }, {}],
    ['a metric', { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(word)', label: 'm' }] }, {}],
    ['HAVING', { metrics: ['count'], extras: { having: 'COUNT(*) > 0 OR 1 = 1' } }, {}],
    ['a series limit', { metrics: ['count'], series_columns: ['region'], series_limit: 5 }, {}],
    ['ORDER BY', { orderby: [['word', true]], metrics: undefined }, {}],
    ['an error of the database', { extras: { where: 'CAST(word AS INTEGER) > 0' } }, {}],
    [
      'an error in a metric',
      { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(CAST(word AS INT))', label: 'm' }] },
      {},
    ],
    ['force', {}, { force: true }],
    ['time comparison', { columns: [], metrics: ['count'], is_rowcount: true }, {}],
  ])('in %s', async (_, query, more) => {
    const answer = await ask(reader, 'sales', query, more)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body).not.toContain(canary)
  })

  it('in a workbook', async () => {
    const answer = await ask(reader, 'sales', {}, { result_format: 'xlsx' })
    expect(answer.statusCode).toBe(200)
    const texts = Object.values(unzipSync(answer.rawPayload)).map((file) => Buffer.from(file).toString())
    expect(texts.some((text) => text.includes('hello'))).toBe(true)
    expect(texts.some((text) => text.includes(canary))).toBe(false)
  })

  it.each<[string, () => InjectOptions]>([
    ['column values', () => ({ url: `/api/v1/datasource/table/${datasets.sales}/column/word/values/` })],
    ['old column values', () => ({ url: `/superset/filter/table/${datasets.sales}/word/` })],
    [
      'samples',
      () => ({
        method: 'POST',
        url: `/datasource/samples?datasource_type=table&datasource_id=${datasets.sales}`,
        payload: {},
      }),
    ],
    ['a saved chart', () => ({ url: `/api/v1/chart/${chartId}/data/` })],
    ['explore', () => ({ method: 'POST', url: '/api/v1/explore/data', payload: question('sales') })],
    [
      'a dashboard',
      () => ({
        method: 'POST',
        url: `/api/v1/dashboard/${dashboardId}/data`,
        payload: { queries: [{ id: 'a', chartId }] },
      }),
    ],
    [
      'an old chart call',
      () => ({ url: `/superset/explore_json/?form_data=${encodeURIComponent(JSON.stringify({ slice_id: chartId }))}` }),
    ],
    ['metadata of a table', () => ({ url: `/api/v1/database/${databaseId}/table/sales/main/` })],
    ['a dataset', () => ({ url: `/api/v1/dataset/${datasets.sales}` })],
  ])('in %s', async (_, options) => {
    const answer = await call(reader, options())
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body).not.toContain(canary)
  })

  it('and other SQL stays readable there', async () => {
    const values = await get(reader, `/api/v1/datasource/table/${datasets.sales}/column/word/values/`)
    expect(values.json()).toEqual({ result: ['hello'] })
    const chart = await get(reader, `/api/v1/chart/${chartId}/data/`)
    expect(chart.body).toContain('hello')
  })
})

describe('a rule on a table cannot be avoided', () => {
  let own: number
  let ruleId: number
  const make = (table_name: string, schema: string) =>
    post('alpha', '/api/v1/dataset/', { database: databaseId, schema, table_name })
  const path = () => `/api/v1/dataset/${own}`

  beforeAll(async () => {
    await server.addUser('alpha', ['Alpha'])
    tokens.set('alpha', await server.token('alpha'))
    own = idOf(await make('names', 'public'))
    ruleId = idOf(await rule('of names', "region = 'north'", { tables: [own], filter_type: 'Base', roles: [] }))
  })
  afterAll(async () => {
    await call('admin', { method: 'DELETE', url: `/api/v1/rowlevelsecurity/${ruleId}` })
  })

  /** A request that imports the dataset with another source. */
  async function imported(): Promise<InjectOptions> {
    const version = '1.0.0'
    const { uuid } = await server.services.db
      .selectFrom('datasets')
      .select('uuid')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    const database = { version, uuid: EXAMPLES_DATABASE_UUID, database_name: 'e', sqlalchemy_uri: 'duckdb:///x' }
    const source = { table_name: 'names', schema: 'public', sql: 'SELECT * FROM names' }
    const files = {
      'b/metadata.yaml': { version, type: 'SqlaTable', timestamp: '2024-01-01T00:00:00+00:00' },
      'b/databases/e.yaml': database,
      'b/datasets/e/d.yaml': { version, uuid, database_uuid: EXAMPLES_DATABASE_UUID, ...source },
    }
    const texts = Object.entries(files).map(([name, file]) => [name, strToU8(JSON.stringify(file))])
    const form = await multipartForm(
      { overwrite: 'true' },
      { formData: Buffer.from(zipSync(Object.fromEntries(texts))) },
    )
    return { method: 'POST', url: '/api/v1/dataset/import/', ...form }
  }

  it.each<[string, () => InjectOptions | Promise<InjectOptions>]>([
    ['deletes it', () => ({ method: 'DELETE', url: path() })],
    ['deletes it among others', () => ({ method: 'DELETE', url: `/api/v1/dataset/?q=!(${own})` })],
    ['names another table', () => ({ method: 'PUT', url: path(), payload: { table_name: 'other' } })],
    ['names another schema', () => ({ method: 'PUT', url: path(), payload: { schema: 'other' } })],
    ['names another catalog', () => ({ method: 'PUT', url: path(), payload: { catalog: 'other' } })],
    ['writes SQL', () => ({ method: 'PUT', url: path(), payload: { sql: 'SELECT * FROM names' } })],
    ['imports over it', imported],
  ])('whatever the bound owner of its dataset does: %s', async (_, options) => {
    const seen = async () => (await ask('alpha', 'names')).body.includes('"s"')
    expect(await seen()).toBe(false)
    const { statusCode, body } = await call('alpha', await options())
    expect(await seen()).toBe(false)
    expect([statusCode, body]).toEqual([
      expect.toSatisfy((status) => status === 403 || status === 422),
      expect.stringContaining('row level security'),
    ])
  })

  it('and the owner may change the rest of the dataset', async () => {
    const payload = { description: 'regions', table_name: 'names', schema: 'public', catalog: null, sql: '' }
    expect((await call('alpha', { method: 'PUT', url: path(), payload })).statusCode).toBe(200)
  })

  it('until a user who may change rules deletes the dataset', async () => {
    const id = idOf(await make('sales', 'other'))
    await withRule("region = 'north'", { tables: [id] }, async () => {
      expect((await call('admin', { method: 'DELETE', url: `/api/v1/dataset/${id}` })).statusCode).toBe(200)
    })
  })
})

describe('the preview of what a user sees', () => {
  const draft = (clause: string, more: object = {}) => ({
    filter_type: 'Regular',
    tables: [datasets.sales],
    roles: [readerRole],
    clause,
    ...more,
  })
  const preview = (rule: object | undefined, user = 'admin') =>
    post(user, '/api/v1/rowlevelsecurity/preview', { user_id: readerId, dataset_id: datasets.sales, rule })
  let readerId: number

  beforeAll(async () => {
    const { id } = await server.services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'reader')
      .executeTakeFirstOrThrow()
    readerId = id
  })

  it('shows the rows under a rule that is not saved, and stores nothing', async () => {
    const answer = await preview(draft("region = 'north'"))
    expect(answer.json()).toMatchObject({
      result: { count: 1, total: 3, rows: [['north', 'hello', 5]], types: [1, 1, 0] },
    })
    expect(words(await ask('reader', 'sales'))).toHaveLength(3)
  })

  it('combines it with the stored rules, and replaces its own older state', async () => {
    const id = idOf(await rule('stored', "region = 'north'"))
    const countOf = async (rule: object | undefined) =>
      (await preview(rule)).json<{ result: { count: number } }>().result.count
    expect(await countOf(undefined)).toBe(1)
    expect(await countOf(draft("region = 'south'"))).toBe(0)
    expect(await countOf(draft("region <> 'north'", { id }))).toBe(2)
    expect(await countOf(draft("region <> 'north'", { id, roles: [] }))).toBe(3)
    expect(await countOf(draft("region <> 'north'", { id, filter_type: 'Base' }))).toBe(3)
    await call('admin', { method: 'DELETE', url: `/api/v1/rowlevelsecurity/${id}` })
  })

  it('shows what each reader really gets when the rule is saved', async () => {
    const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['word'], datasource: `${datasets.sales}__table` }
    const chart = idOf(
      await post('admin', '/api/v1/chart/', {
        slice_name: 'for guests',
        viz_type: 'table',
        datasource_id: datasets.sales,
        datasource_type: 'table',
        params: JSON.stringify(form),
      }),
    )
    const dashboard = idOf(await post('admin', '/api/v1/dashboard/', { dashboard_title: 'for guests' }))
    await call('admin', { method: 'PUT', url: `/api/v1/chart/${chart}`, payload: { dashboards: [dashboard] } })
    await post('admin', `/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] })
    const resources = [{ type: 'dashboard', id: String(dashboard) }]
    const issued = await post('admin', '/api/v1/security/guest_token/', { user: {}, resources, rls: [] })
    const headers = { 'x-guesttoken': issued.json<{ token: string }>().token }
    const admin = await server.services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const form_data = { dashboardId: dashboard, slice_id: chart }
    const payload = question('sales', { columns: ['word'], metrics: undefined }, { form_data })
    const url = '/api/v1/chart/data'
    const readers: [number | null, () => ReturnType<typeof get>][] = [
      [readerId, () => ask('reader', 'sales')],
      [admin.id, () => ask('admin', 'sales')],
      [null, () => server.app.inject({ method: 'POST', url, headers, payload })],
    ]
    // other stored rules: none; one in the group `g`; one in another group, and a `Base` rule
    const stored = [
      [],
      [["region <> 'west'", { group_key: 'g' }]],
      [
        ["region <> 'west'", { group_key: 'h' }],
        ['amount < 9', { filter_type: 'Base' }],
      ],
    ] as [string, object][][]
    const drafts = [
      draft("region = 'south'"),
      draft("region = 'south'", { group_key: 'g' }),
      draft("region = 'south'", { filter_type: 'Base' }),
      draft("region = 'south'", { filter_type: 'Base', roles: [] }),
      draft("region = '{{ 'so' }}uth' OR '{{ current_username() }}' = 'admin'", { filter_type: 'Base', roles: [] }),
    ]
    let compared = 0
    for (const others of stored) {
      const ids = await Promise.all(
        others.map(async ([clause, more], at) => idOf(await rule(`beside ${at} ${Math.random()}`, clause, more))),
      )
      for (const wanted of drafts) {
        const shown = await Promise.all(
          readers.map(async ([user_id]) =>
            post('admin', '/api/v1/rowlevelsecurity/preview', { user_id, dataset_id: datasets.sales, rule: wanted }),
          ),
        )
        const { clause, ...more } = wanted
        await withRule(clause, more, async () => {
          for (const [at, [, really]] of readers.entries()) {
            const { result } = shown[at]?.json<{ result?: { rows: string[][]; count: number } }>() ?? {}
            const seen = words(await really())
            expect([result?.rows.map((row) => row[1]).sort(), result?.count]).toEqual([seen, seen?.length])
            compared++
          }
        })
      }
      for (const id of ids) await call('admin', { method: 'DELETE', url: `/api/v1/rowlevelsecurity/${id}` })
    }
    expect(compared).toBe(45)
  }, 60_000)

  it('reports that a user may not read the dataset at all', async () => {
    const user_id = await server.addUser('stranger', ['Gamma'])
    const answer = await post('admin', '/api/v1/rowlevelsecurity/preview', { user_id, dataset_id: datasets.sales })
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining('This user has no access to the dataset.'),
    ])
  })

  it('shows its author no table that the author may not read', async () => {
    const { db } = server.services
    const { id: role } = await db
      .insertInto('roles')
      .values({ name: 'Wardens' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const view = 'Row Level Security'
    await db
      .insertInto('role_permissions')
      .values([`can_read:${view}`, `can_write:${view}`].map((permission) => ({ role_id: role, permission })))
      .execute()
    const warden = await server.addUser('warden', ['Gamma', 'Wardens'])
    await server.grant(warden, [{ datasetId: datasets.names ?? 0 }])
    tokens.set('warden', await server.token('warden'))
    const spied = (dataset: string, clause: string | undefined) =>
      post('warden', '/api/v1/rowlevelsecurity/preview', {
        user_id: 1,
        dataset_id: datasets[dataset],
        ...(clause === undefined ? {} : { rule: draft(clause, { tables: [datasets[dataset]], filter_type: 'Base' }) }),
      })
    expect((await spied('names', undefined)).statusCode).toBe(200)
    expect((await spied('names', "region = 'north'")).statusCode).toBe(200)
    const hidden = await spied('sales', undefined)
    expect([hidden.statusCode, hidden.body.includes(canary)]).toEqual([404, false])
    const reading = [`(SELECT max(word) FROM sales) = '${canary}2'`, `{{ "EXISTS (SELECT 1 FROM sales)" }}`]
    for (const clause of reading) {
      const refused = {
        message: { clause: ['Its sub-queries and templates need access to the tables that they read.'] },
      }
      const shown = await spied('names', clause)
      expect([shown.statusCode, shown.json()]).toEqual([422, refused])
      const stored = await post('warden', '/api/v1/rowlevelsecurity/', {
        ...draft(clause, { tables: [datasets.names] }),
        name: 'spy',
      })
      expect([stored.statusCode, stored.json()]).toEqual([422, refused])
    }
    const own = await post('warden', '/api/v1/rowlevelsecurity/', {
      ...draft('region IN (SELECT region FROM names)', { tables: [datasets.names] }),
      name: 'own',
    })
    expect(own.statusCode, own.body).toBe(201)
    expect((await call('warden', { method: 'DELETE', url: `/api/v1/rowlevelsecurity/${idOf(own)}` })).statusCode).toBe(
      200,
    )
  })

  it('reports a clause that is not a condition, and is for users who may write rules', async () => {
    expect((await preview(draft('nonsense('))).statusCode).toBeGreaterThanOrEqual(400)
    expect((await preview(draft('1 = 1'), 'reader')).statusCode).toBe(403)
  })
})
