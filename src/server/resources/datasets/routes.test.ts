import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let authorization = ''
let database = 0
const call = (options: InjectOptions) =>
  server.app.inject({ ...options, headers: { authorization, ...options.headers } })
const json = async (options: InjectOptions) => (await call(options)).json<Record<string, never>>()
const load = async (csv: string) => {
  const source = join(server.home, 'sales.csv')
  writeFileSync(source, csv)
  await server.services.tables.load({ databaseId: database, table: 'sales', source, format: 'csv' })
}

beforeAll(async () => {
  server = await startApp()
  authorization = `Bearer ${await server.token('admin')}`
  database = await ensureExamplesDatabase(server.services.db, server.services.now)
  await load('day,region,amount\n2024-01-01,North,1.5\n2024-01-02,South,2\n')
})
afterAll(() => server.close())

describe('datasets on a real table', () => {
  let id = 0
  const item = async (): Promise<{
    columns: { id: number; column_name: string; type: string; is_dttm: boolean; type_generic: number }[]
    metrics: { id: number; metric_name: string }[]
    main_dttm_col: string
    kind: string
  }> => {
    const result: Record<string, unknown> = (await json({ url: `/api/v1/dataset/${id}` }))['result'] ?? {}
    // the elapsed time depends on the moment of the request
    const stable = Object.entries(result).filter(([key]) => !key.endsWith('_humanized'))
    return Object.fromEntries(stable) as never
  }

  it('get their columns and a count metric from the table', async () => {
    const made = await call({
      method: 'POST',
      url: '/api/v1/dataset/',
      payload: { database, table_name: 'sales', schema: 'main' },
    })
    expect(made.statusCode).toBe(201)
    id = made.json<{ id: number }>().id
    const { columns, metrics, main_dttm_col, kind } = await item()
    expect(columns.map(({ column_name, is_dttm, type_generic }) => [column_name, is_dttm, type_generic])).toEqual([
      ['day', true, 2],
      ['region', false, 1],
      ['amount', false, 0],
    ])
    expect([metrics.map((metric) => metric.metric_name), main_dttm_col, kind]).toEqual([['count'], 'day', 'physical'])
  })

  it('are unique per table', async () => {
    const again = await call({
      method: 'POST',
      url: '/api/v1/dataset/',
      payload: { database, table_name: 'sales', schema: 'main' },
    })
    expect([again.statusCode, again.json()]).toEqual([
      422,
      { message: { table_name: ['Dataset sales already exists'] } },
    ])
    const unknown = await call({ method: 'POST', url: '/api/v1/dataset/', payload: { database, table_name: 'nope' } })
    expect(unknown.statusCode).toBe(422)
  })

  it('are updated from the table when refreshed, and keep calculated columns', async () => {
    const { columns } = await item()
    const calculated = { column_name: 'double', expression: 'amount * 2' }
    const kept = columns.map(({ id: columnId, column_name }) => ({
      id: columnId,
      column_name,
      verbose_name: `the ${column_name}`,
    }))
    const put = await call({ method: 'PUT', url: `/api/v1/dataset/${id}`, payload: { columns: [...kept, calculated] } })
    expect(put.statusCode, put.body).toBe(200)
    await load('day,amount,note\n2024-01-01,1,x\n')
    expect(await json({ method: 'PUT', url: `/api/v1/dataset/${id}/refresh` })).toEqual({ message: 'OK' })
    expect((await item()).columns.map((column) => column.column_name)).toEqual(['day', 'amount', 'double', 'note'])
    const overridden = await call({ method: 'PUT', url: `/api/v1/dataset/${id}?override_columns=true`, payload: {} })
    expect(overridden.statusCode).toBe(200)
    expect((await item()).columns.map((column) => column.column_name)).toEqual(['day', 'amount', 'note'])
    const told = { ...calculated, verbose_name: 'twice' }
    const anew = { columns: [{ column_name: 'note', verbose_name: 'a remark' }, told] }
    const written = await call({ method: 'PUT', url: `/api/v1/dataset/${id}?override_columns=true`, payload: anew })
    expect(written.statusCode, written.body).toBe(200)
    expect((await item()).columns).toMatchObject([
      { column_name: 'note', verbose_name: 'a remark' },
      { column_name: 'double', verbose_name: 'twice' },
      { column_name: 'day', verbose_name: null },
      { column_name: 'amount', verbose_name: null },
    ])
    await call({ method: 'PUT', url: `/api/v1/dataset/${id}?override_columns=true`, payload: {} })
  })

  it.each([
    [{ columns: [{ column_name: 'a' }, { column_name: 'a' }] }, { columns: ['One or more columns are duplicated'] }],
    [{ columns: [{ id: 99_999, column_name: 'z' }] }, { columns: ['One or more columns do not exist'] }],
    [{ columns: [{ column_name: 'day' }] }, { columns: ['One or more columns already exist'] }],
    [
      {
        metrics: [
          { metric_name: 'a', expression: '1' },
          { metric_name: 'a', expression: '1' },
        ],
      },
      { metrics: ['One or more metrics are duplicated'] },
    ],
    [
      { metrics: [{ id: 99_999, metric_name: 'z', expression: '1' }] },
      { metrics: ['One or more metrics do not exist'] },
    ],
    [{ metrics: [{ metric_name: 'count', expression: '1' }] }, { metrics: ['One or more metrics already exist'] }],
    [{ owners: [99_999] }, { owners: ['Owners are invalid'] }],
    [{ database_id: 99_999 }, { database: ['Database does not exist'] }],
  ])('%j is rejected, and nothing of it is stored', async (payload, message) => {
    const before = await item()
    const answer = await call({ method: 'PUT', url: `/api/v1/dataset/${id}`, payload })
    expect([answer.statusCode, answer.json()]).toEqual([422, { message }])
    expect(await item()).toEqual(before)
  })

  it.each([
    ['/superset/dashboard/1/?a=b', '/superset/dashboard/1/?a=b'],
    ['http://127.0.0.1:8088/superset/dashboard/1/', '/superset/dashboard/1/'],
    ['https://other.example/', undefined],
    ['//other.example/', undefined],
    ['javascript:alert(1)', undefined],
  ])('their name may link to %s: %s', async (default_endpoint, path) => {
    const own = `/explore/?datasource_type=table&datasource_id=${id}`
    const explored = async () => {
      const list = await json({
        url: `/api/v1/dataset/?q=${encodeURIComponent(`(filters:!((col:id,opr:eq,value:${id})))`)}`,
      })
      return (list['result'] as unknown as { explore_url: string }[])[0]?.explore_url
    }
    const put = (endpoint: string | null) =>
      call({ method: 'PUT', url: `/api/v1/dataset/${id}`, payload: { default_endpoint: endpoint } })
    const answer = await put(default_endpoint)
    expect(answer.statusCode).toBe(path ? 200 : 422)
    expect(await explored()).toBe(path ?? own)
    await put(null)
    // an address that a bundle or an older site set is not used either
    await server.services.db.updateTable('datasets').set({ default_endpoint }).where('id', '=', id).execute()
    expect(await explored()).not.toContain(':')
    await put(null)
    expect(await explored()).toBe(own)
  })

  it('two metrics may swap their names', async () => {
    const url = `/api/v1/dataset/${id}`
    const { metrics: before } = await item()
    const added = [
      { metric_name: 'swap a', expression: '1' },
      { metric_name: 'swap b', expression: '2' },
    ]
    const kept = before.map(({ id: own, metric_name }) => ({ id: own, metric_name, expression: 'COUNT(*)' }))
    expect((await call({ method: 'PUT', url, payload: { metrics: [...kept, ...added] } })).statusCode).toBe(200)
    const swapped = (await item()).metrics.map((metric) => ({
      id: metric.id,
      expression: '1',
      metric_name: { 'swap a': 'swap b', 'swap b': 'swap a' }[metric.metric_name] ?? metric.metric_name,
    }))
    const answer = await call({ method: 'PUT', url, payload: { metrics: swapped } })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await item()).metrics.map(({ id: own, metric_name }) => [own, metric_name])).toEqual(
      swapped.map(({ id: own, metric_name }) => [own, metric_name]),
    )
    await call({ method: 'PUT', url, payload: { metrics: kept } })
  })

  it('can be a SQL statement', async () => {
    const sql = 'select region, sum(amount) as total from sales group by region'
    const bad = await call({
      method: 'POST',
      url: '/api/v1/dataset/',
      payload: { database, table_name: 'bad', sql: 'selec 1' },
    })
    expect(bad.statusCode).toBe(422)
    const good = await call({
      method: 'POST',
      url: '/api/v1/dataset/',
      payload: { database, table_name: 'totals', sql: sql.replace('region', 'note').replace('region', 'note') },
    })
    expect(good.statusCode, good.body).toBe(201)
    const made = await json({ url: `/api/v1/dataset/${good.json<{ id: number }>().id}` })
    expect(made['result']).toMatchObject({
      kind: 'virtual',
      columns: [{ column_name: 'note' }, { column_name: 'total' }],
    })
  })

  it('are updated from their source if requested, or not changed if it cannot be read', async () => {
    const url = `/api/v1/dataset/${id}`
    const before = await item()
    const sql = 'select day, amount, amount * 2 as twice from sales'
    for (const more of ['override_columns', 'sync_columns']) {
      const payload = { sql: 'select nothing from nowhere', description: 'lost' }
      const broken = await call({ method: 'PUT', url: `${url}?${more}=true`, payload })
      expect(broken.statusCode, broken.body).toBe(422)
      expect(await item()).toEqual(before)
    }
    const asked = (text: string) => call({ method: 'POST', url: `${url}/source_columns`, payload: { sql: text } })
    expect((await asked('select nothing from nowhere')).statusCode).toBe(422)
    expect((await asked('select day, amount as twice from sales')).json()).toEqual({
      result: [
        { name: 'day', type: 'DATE' },
        { name: 'twice', type: expect.any(String) },
      ],
    })
    expect(await item()).toEqual(before)
    const columns = before.columns.map(({ id: columnId, column_name }) => ({
      id: columnId,
      column_name,
      ...(column_name === 'day' ? { verbose_name: 'The day' } : {}),
    }))
    const followed = await call({ method: 'PUT', url: `${url}?sync_columns=true`, payload: { sql, columns } })
    expect(followed.statusCode, followed.body).toBe(200)
    expect((await item()).columns).toMatchObject([
      { column_name: 'day', verbose_name: 'The day' },
      { column_name: 'amount' },
      { column_name: 'twice' },
    ])
    expect(await json({ url: `/datasource/external_metadata/table/${id}/` })).toMatchObject([
      { name: 'day', type: 'DATE', is_dttm: true },
      { name: 'amount', is_dttm: false },
      { name: 'twice' },
    ])
    const back = await call({ method: 'PUT', url: `${url}?sync_columns=true`, payload: { sql: null } })
    expect(back.statusCode, back.body).toBe(200)
    expect((await item()).columns.map(({ column_name }) => column_name)).toEqual(['day', 'amount', 'note'])
  })

  it('can lose one metric or column', async () => {
    const { metrics, columns } = await item()
    expect(await json({ method: 'DELETE', url: `/api/v1/dataset/${id}/metric/${metrics[0]?.id}` })).toEqual({
      message: 'OK',
    })
    expect(await json({ method: 'DELETE', url: `/api/v1/dataset/${id}/column/${columns[0]?.id}` })).toEqual({
      message: 'OK',
    })
    expect((await call({ method: 'DELETE', url: `/api/v1/dataset/${id}/column/99999` })).statusCode).toBe(404)
    expect(await item()).toMatchObject({ metrics: [], columns: [{ column_name: 'amount' }, { column_name: 'note' }] })
  })

  it('the database shows its tables', async () => {
    const path = `/api/v1/database/${database}`
    expect(await json({ url: `${path}/schemas/` })).toEqual({ result: ['main'] })
    expect(await json({ url: `${path}/tables/?q=(schema_name:public)` })).toEqual({
      count: 1,
      result: [{ extra: null, type: 'table', value: 'sales' }],
    })
    expect(await json({ url: `${path}/table/sales/main/` })).toMatchObject({
      name: 'sales',
      columns: [{ name: 'day', type: 'DATE' }, { name: 'amount' }, { name: 'note' }],
    })
    expect(await json({ url: `${path}/select_star/sales/` })).toEqual({
      result: 'SELECT day,\n       amount,\n       note\nFROM sales\nLIMIT 100',
    })
  })
})
