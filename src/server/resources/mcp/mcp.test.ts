import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../access/apiKeys.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

/** Rows, datasets and names that the reader must not see contain this text. */
const canary = 'canary-77aa'

let server: TestApp
let folder: string
let databaseId: number
const ids: Record<string, number> = {}
const users: Record<string, number> = {}

/** Everything that the server sent to clients of this test. */
const heard: string[] = []

async function injected(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await server.app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: new URL(url).pathname,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === 'string' ? { payload: init.body } : {}),
  })
  heard.push(answer.body)
  const type = String(answer.headers['content-type'] ?? '')
  const isEmpty = answer.statusCode === 202 || answer.body === ''
  return new Response(isEmpty ? null : answer.body, { status: answer.statusCode, headers: { 'content-type': type } })
}

async function keyOf(user: string, scope: 'read' | 'all'): Promise<string> {
  const { db, now } = server.services
  const name = `${user} ${scope} ${Math.random()}`
  return (await createApiKey(db, { userId: users[user] ?? 0, name, scope, expiresOn: now() + 60_000 }, now())).key
}

async function clientOf(user: string, scope: 'read' | 'all') {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${await keyOf(user, scope)}` }
  const url = new URL('http://127.0.0.1:8088/mcp')
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: injected, requestInit: { headers } }))
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [first, image] = content as { text?: string; data?: string; mimeType?: string }[]
    return { isError: isError === true, text: first?.text ?? '', image }
  }
  /** The picture in a result. */
  const see = async (name: string, input: Record<string, unknown>): Promise<Buffer> => {
    const { isError, text, image } = await call(name, input)
    if (isError || image?.mimeType !== 'image/png') throw new Error(text)
    return Buffer.from(image.data ?? '', 'base64')
  }
  const ask = async <T = Record<string, unknown>>(name: string, input?: Record<string, unknown>): Promise<T> => {
    const { isError, text } = await call(name, input)
    if (isError) throw new Error(text)
    return JSON.parse(text) as T
  }
  return { client, call, ask, see }
}

beforeAll(async () => {
  server = await startApp()
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'sextant-mcp-'))
  databaseId = await ensureExamplesDatabase(db, now)
  const content = {
    sales: `north,apple,10\nnorth,pear,20\nsouth,${canary},700\n`,
    secret: `${canary},${canary},1\n`,
  }
  for (const [table, text] of Object.entries(content)) {
    const source = join(folder, `${table}.csv`)
    writeFileSync(source, `region,word,amount\n${text}`)
    await tables.load({ databaseId, table, source, format: 'csv' })
  }
  const authorization = `Bearer ${await server.token('admin')}`
  const make = async (url: string, payload: object) => {
    const answer = await server.app.inject({ method: 'POST', url, headers: { authorization }, payload })
    const { id } = answer.json<{ id?: number }>()
    if (id === undefined) throw new Error(answer.body)
    return id
  }
  const table = 'table'
  ids['sales'] = await make('/api/v1/dataset/', { database: databaseId, table_name: 'sales' })
  ids['secret'] = await make('/api/v1/dataset/', { database: databaseId, table_name: 'secret' })
  const chart = { viz_type: 'table', datasource_type: table, params: '{}' }
  ids['hidden chart'] = await make('/api/v1/chart/', { ...chart, slice_name: canary, datasource_id: ids['secret'] })
  ids['hidden dashboard'] = await make('/api/v1/dashboard/', { dashboard_title: canary })
  users['admin'] = 1
  users['reader'] = await server.addUser('reader', ['Gamma', 'sql_lab'])
  await server.grant(users['reader'], [{ datasetId: ids['sales'] }])
  const roles = await db.selectFrom('user_roles').select('role_id').where('user_id', '=', users['reader']).execute()
  await make('/api/v1/rowlevelsecurity/', {
    name: 'only the north',
    clause: "region = 'north'",
    filter_type: 'Regular',
    tables: [ids['sales']],
    roles: [Math.max(...roles.map(({ role_id }) => role_id))],
  })
}, 120_000)
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const total = { expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'total' }

describe('tools', () => {
  it('find, describe and query what the user may see', async () => {
    const { client, ask } = await clientOf('admin', 'read')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'find',
      'describe_dataset',
      'describe_chart',
      'describe_dashboard',
      'list_chart_types',
      'query_dataset',
      'run_sql',
      'explain_number',
      'show_chart',
      'show_dashboard',
      'make_chart',
    ])
    const found = await ask<{ found: { id: number }[] }>('find', { kind: 'dataset', search: 'SALES' })
    expect(found).toMatchObject({ count: 1, found: [{ id: ids['sales'], table_name: 'sales' }] })
    expect(await ask('describe_dataset', { dataset_id: ids['sales'] })).toMatchObject({
      columns: [{ column_name: 'region' }, { column_name: 'word' }, { column_name: 'amount' }],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    })
    const query = { columns: ['region'], metrics: [total], orderby: [[total, false]] }
    expect(await ask('query_dataset', { dataset_id: ids['sales'], query })).toMatchObject({
      rows: [
        { region: 'south', total: 700 },
        { region: 'north', total: 30 },
      ],
      sql: expect.stringContaining('sum(amount)') as string,
    })
    const sql = 'select word from sales where amount > 15 order by word desc'
    expect(await ask('run_sql', { database_id: databaseId, sql })).toMatchObject({
      columns: [{ name: 'word' }],
      rows: [{ word: 'pear' }, { word: canary }],
      row_count: 2,
    })
    await client.close()
  })

  it('create, save and explain charts and dashboards', async () => {
    const { client, ask, call } = await clientOf('admin', 'all')
    const chart = { dataset_id: ids['sales'], viz_type: 'pie', form_data: { groupby: ['region'], metric: total } }
    const made = await ask<{ link: string }>('make_chart', chart)
    const address = new URL(made.link)
    expect(address.pathname).toBe('/explore/')
    expect(JSON.parse(address.searchParams.get('form_data') ?? '')).toMatchObject({ viz_type: 'pie' })
    const wrong = await call('make_chart', { ...chart, form_data: { groupby: ['nothing'], metric: total } })
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('nothing') as string })
    expect((await call('make_chart', { ...chart, viz_type: 'none' })).isError).toBe(true)

    const saved = await ask<{ id: number }>('save_chart', { ...chart, name: 'Regions' })
    const dashboard = await ask<{ id: number }>('save_dashboard', { title: 'Sales', chart_ids: [saved.id] })
    expect(await ask('describe_dashboard', { dashboard_id: dashboard.id })).toMatchObject({
      dashboard_title: 'Sales',
      published: false,
      charts: [{ id: saved.id, slice_name: 'Regions' }],
    })
    const more = await ask<{ id: number }>('save_chart', { ...chart, name: 'Again' })
    await ask('save_dashboard', { dashboard_id: dashboard.id, chart_ids: [more.id] })
    const { charts } = await ask<{ charts: object[] }>('describe_dashboard', { dashboard_id: dashboard.id })
    expect(charts).toHaveLength(2)
    await ask('save_chart', { ...chart, name: 'Renamed', chart_id: saved.id })
    expect(await ask('describe_chart', { chart_id: saved.id })).toMatchObject({
      slice_name: 'Renamed',
      viz_type: 'pie',
    })
    expect(await ask('explain_number', { chart_id: saved.id })).toMatchObject({
      chart: { slice_name: 'Renamed' },
      queries: [{ sql: expect.stringContaining('GROUP BY') as string, row_count: 2 }],
      dataset: { table_name: 'sales' },
      row_rules: { count: 0 },
    })
    await client.close()
  })
})

describe('pictures', () => {
  const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]
  const byRegion = { viz_type: 'pie', form_data: { groupby: ['region'], metric: total } }

  it('are included with a new chart, a saved chart and a dashboard, and show what the user may read', async () => {
    const { client, ask, call, see } = await clientOf('admin', 'all')
    const reader = await clientOf('reader', 'read')
    const chart = { dataset_id: ids['sales'], ...byRegion }
    const made = await see('make_chart', chart)
    expect(sizeOf(made)).toEqual(['PNG', 800, 600])
    // the same controls with the rows of the north only
    expect((await reader.see('make_chart', chart)).equals(made)).toBe(false)
    expect((await call('make_chart', { ...chart, picture: false })).image).toBeUndefined()

    const saved = await ask<{ id: number }>('save_chart', { ...chart, name: 'Shares' })
    const dashboard = await ask<{ id: number }>('save_dashboard', { title: 'Seen', chart_ids: [saved.id] })
    expect(sizeOf(await see('show_chart', { chart_id: saved.id }))).toEqual(['PNG', 800, 600])
    expect(sizeOf(await see('show_dashboard', { dashboard_id: dashboard.id })).slice(0, 2)).toEqual(['PNG', 1248])
    await client.close()
    await reader.client.close()
  }, 120_000)

  it('are left out where a chart cannot be drawn, with the reason', async () => {
    const { client, call } = await clientOf('admin', 'read')
    const form = { viz_type: 'filter_box', form_data: { filter_configs: [{ column: 'region' }] } }
    const { isError, text, image } = await call('make_chart', { dataset_id: ids['sales'], ...form })
    expect([isError, image]).toEqual([false, undefined])
    expect(JSON.parse(text)).toMatchObject({ no_picture: expect.stringContaining('filter_box') as string })
    await client.close()
  })
})

describe('what the owner of the key may not do', () => {
  it('stays hidden: rows, datasets, charts and dashboards', async () => {
    heard.length = 0
    const { client, ask, call } = await clientOf('reader', 'all')
    const query = { columns: ['region', 'word'], metrics: [total] }
    const rows = [
      { region: 'north', word: 'pear', total: 20 },
      { region: 'north', word: 'apple', total: 10 },
    ]
    const answer = await ask<{ rows: object[] }>('query_dataset', { dataset_id: ids['sales'], query })
    expect(answer.rows).toHaveLength(2)
    expect(answer.rows).toEqual(expect.arrayContaining(rows))
    const sql = 'select region, word, amount as total from sales order by amount desc'
    expect(await ask('run_sql', { database_id: databaseId, sql })).toMatchObject({ rows })
    expect(await ask('explain_number', { dataset_id: ids['sales'], query })).toMatchObject({ row_rules: { count: 1 } })

    for (const kind of ['dataset', 'chart', 'dashboard', 'database']) {
      await ask('find', { kind })
    }
    const secret = { dataset_id: ids['secret'] }
    const form = { viz_type: 'table', form_data: { all_columns: ['word'], query_mode: 'raw' } }
    for (const [name, input] of [
      ['describe_dataset', secret],
      ['describe_chart', { chart_id: ids['hidden chart'] }],
      ['describe_dashboard', { dashboard_id: ids['hidden dashboard'] }],
      ['query_dataset', { ...secret, query }],
      ['explain_number', { ...secret, query }],
      ['explain_number', { chart_id: ids['hidden chart'] }],
      ['show_chart', { chart_id: ids['hidden chart'] }],
      ['show_dashboard', { dashboard_id: ids['hidden dashboard'] }],
      ['make_chart', { ...secret, ...form }],
      ['save_chart', { ...secret, ...form, name: 'mine' }],
      ['save_chart', { dataset_id: ids['sales'], ...form, name: 'mine', chart_id: ids['hidden chart'] }],
      ['save_dashboard', { title: 'mine', chart_ids: [ids['hidden chart']] }],
      ['save_dashboard', { dashboard_id: ids['hidden dashboard'], chart_ids: [] }],
      ['run_sql', { database_id: databaseId, sql: 'select * from secret' }],
      ['run_sql', { database_id: databaseId, sql: "select word from sales union select 'x' from secret" }],
    ] as const) {
      const { isError, text } = await call(name, input)
      expect(isError, `${name} ${JSON.stringify(input)} ${text}`).toBe(true)
    }
    await client.close()
    expect(heard.join('\n')).not.toContain(canary)
    const kept = await server.services.db.selectFrom('charts').select('id').where('slice_name', '=', 'mine').execute()
    expect(kept).toEqual([])
  })

  it('is refused: statements that change data, even where the database allows them', async () => {
    const { db } = server.services
    const { ask, call, client } = await clientOf('admin', 'all')
    await db.updateTable('databases').set({ allow_dml: true }).where('id', '=', databaseId).execute()
    try {
      for (const sql of [
        'delete from sales',
        "insert into sales values ('a','b',1)",
        'drop table sales',
        'copy sales to "/tmp/x"',
      ]) {
        expect((await call('run_sql', { database_id: databaseId, sql })).isError, sql).toBe(true)
      }
    } finally {
      await db.updateTable('databases').set({ allow_dml: false }).where('id', '=', databaseId).execute()
    }
    const counted = await ask('run_sql', { database_id: databaseId, sql: 'select count(*) as n from sales' })
    expect(counted).toMatchObject({ rows: [{ n: 3 }] })
    await client.close()
  })

  it('is refused: changes with a key that only reads', async () => {
    const { call, client } = await clientOf('admin', 'read')
    const before = await server.services.db.selectFrom('dashboards').select('id').execute()
    await expect(call('save_dashboard', { title: 'x', chart_ids: [] })).rejects.toThrow()
    expect(await server.services.db.selectFrom('dashboards').select('id').execute()).toEqual(before)
    await client.close()
  })

  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer sxk_wrong' }],
  ])('is refused: %s', async (_name, headers) => {
    const answer = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload: {} })
    expect(answer.statusCode).toBe(401)
  })

  it('is refused: a signed token and a session', async () => {
    const headers = { authorization: `Bearer ${await server.token('admin')}` }
    expect((await server.app.inject({ method: 'POST', url: '/mcp', headers, payload: {} })).statusCode).toBe(401)
    const browser = await server.browser('admin')
    expect((await browser.inject({ method: 'POST', url: '/mcp', payload: {} })).statusCode).toBe(401)
    expect((await browser.inject({ method: 'GET', url: '/mcp' })).statusCode).toBe(405)
  })

  it('is recorded', async () => {
    const rows = await server.services.db.selectFrom('logs').selectAll().where('action', '=', 'mcp_call').execute()
    const told = rows.map(({ json, outcome }) => ({ ...(JSON.parse(json ?? '{}') as object), outcome }))
    expect(told).toContainEqual({ tool: 'run_sql', api_key: expect.any(Number) as number, outcome: 'failed' })
  })
})

it('answers clients of the older protocol, which begin with a handshake', async () => {
  const headers = {
    authorization: `Bearer ${await keyOf('admin', 'read')}`,
    accept: 'application/json, text/event-stream',
  }
  const send = async (id: number, method: string, params: object) => {
    const payload = { jsonrpc: '2.0', id, method, params }
    const { body, statusCode } = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload })
    expect(statusCode, body).toBe(200)
    // one message, as JSON or as an event
    const text = body.startsWith('{') ? body : (/^data: (\{.*)$/m.exec(body)?.[1] ?? '')
    return (JSON.parse(text) as { result: Record<string, unknown> }).result
  }
  const clientInfo = { name: 'old', version: '1' }
  const begun = await send(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  expect(begun).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'sextant' } })
  const { content } = await send(2, 'tools/call', { name: 'find', arguments: { kind: 'dataset', search: 'sales' } })
  expect(JSON.parse((content as { text: string }[])[0]?.text ?? '')).toMatchObject({ count: 1 })
})

it('answers wrong messages with errors of the protocol', async () => {
  const headers = {
    authorization: `Bearer ${await keyOf('admin', 'read')}`,
    accept: 'application/json, text/event-stream',
  }
  for (const payload of [
    {},
    [],
    { jsonrpc: '2.0', id: 1, method: 'none' },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find', arguments: { kind: 'user' } } },
  ]) {
    const answer = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload })
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    expect(answer.body).not.toContain('/src/server')
  }
})
