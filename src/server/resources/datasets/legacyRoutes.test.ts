import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let admin: Browser
let id = 0
let database = 0
const columns = [{ id: 0, column_name: 'day', is_dttm: true }]
const save = (by: Browser, data: Record<string, unknown>) =>
  by.inject({ method: 'POST', url: '/datasource/save/', payload: { data: JSON.stringify(data) } })
const whole = (more: Record<string, unknown> = {}) => ({
  id,
  type: 'table',
  database: { id: database },
  default_endpoint: null,
  table_name: 'sales',
  schema: 'main',
  columns,
  metrics: [{ id: 0, metric_name: 'rows', expression: 'COUNT(*)' }],
  ...more,
})

beforeAll(async () => {
  server = await startApp()
  admin = await server.browser('admin')
  database = await ensureExamplesDatabase(server.services.db, server.services.now)
  const source = join(server.home, 'sales.csv')
  writeFileSync(source, 'day,region\n2024-01-01,North\n')
  await server.services.tables.load({ databaseId: database, table: 'sales', source, format: 'csv' })
  const payload = { database, table_name: 'sales', schema: 'main' }
  const made = await admin.inject({ method: 'POST', url: '/api/v1/dataset/', payload })
  id = made.json<{ id: number }>().id
})
afterAll(() => server.close())

describe('/datasource/save/', () => {
  it('clears missing fields, and deletes missing columns and metrics', async () => {
    await save(admin, whole({ description: 'All sales', columns: [...columns, { id: 0, column_name: 'region' }] }))
    const { description, columns: two } = (await save(admin, whole({ description: 'x', cache_timeout: 60 }))).json()
    expect([description, two.length]).toEqual(['x', 1])
    const saved = (await save(admin, whole())).json()
    expect(saved).toMatchObject({ description: null, cache_timeout: null, filter_select: false, table_name: 'sales' })
    expect(saved.columns.map(({ column_name }: { column_name: string }) => column_name)).toEqual(['day'])
    expect(saved.metrics.map(({ metric_name }: { metric_name: string }) => metric_name)).toEqual(['rows'])
  })

  it('names the fields that are missing', async () => {
    const answer = await save(admin, { id, type: 'table', default_endpoint: null })
    expect(answer.json()).toEqual({ error: "Invalid data: {'database': ['Missing data for required field.']}" })
  })

  it.each([
    ['an address of another site', { default_endpoint: 'https://other.example/' }, 400],
    ['an unknown owner', { owners: [99_999] }, 422],
    ['an unknown dataset', { id: 99_999 }, 404],
    ['a query as its type', { type: 'query' }, 404],
    ['a dataset without a database', { database: null }, 400],
    ['a column twice', { columns: [...columns, ...columns] }, 409],
  ])('rejects %s and stores nothing', async (_case, more, status) => {
    const answer = await save(admin, whole({ description: 'lost', ...more }))
    expect([answer.statusCode, Object.keys(answer.json())], answer.body).toEqual([status, ['error']])
    const { description } = (await admin.inject({ url: `/datasource/get/table/${id}/` })).json()
    expect(description).toBe(null)
  })

  it('reports a fault of the saved settings as the health message', async () => {
    const { health_check_message } = (await save(admin, whole({ main_dttm_col: 'gone' }))).json()
    expect(health_check_message).toBe('The default datetime column "gone" is not a column of this dataset.')
  })

  it('tells users who do not own it that they may not change it', async () => {
    await server.addUser('stranger', ['Alpha'])
    const stranger = await server.browser('stranger')
    expect((await save(stranger, whole())).json()).toEqual({ error: 'Changing this dataset is forbidden' })
  })
})

describe('/datasource/external_metadata_by_name/', () => {
  const q = (table: string, name = 'examples') =>
    `/datasource/external_metadata_by_name/?q=(datasource_type:table,database_name:${name},schema_name:main,table_name:${table})`

  it('describes a table without a dataset, and reports what is not there', async () => {
    const source = join(server.home, 'raw.csv')
    writeFileSync(source, 'a,b\n1,x\n')
    await server.services.tables.load({ databaseId: database, table: 'raw', source, format: 'csv' })
    const found = (await admin.inject({ url: q('raw') })).json<{ name: string }[]>()
    expect(found.map(({ name }) => name)).toEqual(['a', 'b'])
    expect((await admin.inject({ url: q('nope') })).statusCode).toBe(404)
    expect((await admin.inject({ url: q('raw', 'nope') })).statusCode).toBe(404)
    expect((await admin.inject({ url: '/datasource/external_metadata_by_name/?q=(a:b)' })).statusCode).toBe(400)
  })

  it('hides tables from users who may not see them', async () => {
    await server.addUser('gamma', ['Gamma'])
    const gamma = await server.browser('gamma')
    expect((await gamma.inject({ url: q('raw') })).statusCode).toBe(404)
  })
})

it('the address of the older editor leads to the page of the dataset', async () => {
  const answer = await admin.inject({ url: `/tablemodelview/edit/${id}` })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/dataset/${id}`])
})
