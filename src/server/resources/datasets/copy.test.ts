import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let database = 0
let base = 0
const call = async (user: string, options: InjectOptions) =>
  server.app.inject({ ...options, headers: { authorization: `Bearer ${await server.token(user)}` } })
const post = (user: string, url: string, payload: object) => call(user, { method: 'POST', url, payload })

beforeAll(async () => {
  server = await startApp()
  const { services } = server
  database = await ensureExamplesDatabase(services.db, services.now)
  const file = join(server.home, 'sales.csv')
  writeFileSync(file, 'region,amount\nNorth,1.5\nSouth,2\n')
  for (const table of ['sales', 'other'])
    await services.tables.load({ databaseId: database, table, source: file, format: 'csv', userId: null })
  await server.addUser('alpha', ['Alpha'])
  const reader = await server.addUser('reader', ['Gamma'])
  const made = await post('admin', '/api/v1/dataset/', {
    database,
    table_name: 'totals',
    sql: 'select region, amount from sales',
  })
  base = made.json<{ id: number }>().id
  const metrics = [{ metric_name: 'sum', expression: 'SUM(amount)', d3format: ',.1f' }]
  await call('admin', {
    method: 'PUT',
    url: `/api/v1/dataset/${base}`,
    payload: { metrics, description: 'd', cache_timeout: 5 },
  })
  const rule = { name: 'r', filter_type: 'Regular', tables: [base], roles: [3], clause: "region = 'North'" }
  expect((await post('admin', '/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
  await server.grant(reader, [{ datasetId: base }])
  const { id: role } = await services.db
    .insertInto('roles')
    .values({ name: 'copies' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await services.db
    .insertInto('role_permissions')
    .values({ role_id: role, permission: 'can_duplicate:Dataset' })
    .execute()
  await services.db.insertInto('user_roles').values({ user_id: reader, role_id: role }).execute()
})
afterAll(() => server.close())

describe('a copy of a dataset', () => {
  it('has everything of the original, belongs to the user, and has the same row rules', async () => {
    const body = { base_model_id: base, table_name: 'totals again' }
    const answer = await post('alpha', '/api/v1/dataset/duplicate', body)
    const { id, result } = answer.json<{ id: number; result: object }>()
    expect([answer.statusCode, result]).toEqual([201, body])
    const copy = (await call('alpha', { url: `/api/v1/dataset/${id}` })).json<{ result: object }>().result
    expect(copy).toMatchObject({
      table_name: 'totals again',
      sql: 'select region, amount from sales',
      description: 'd',
      cache_timeout: 5,
      owners: [{ first_name: 'alpha' }],
      columns: [{ column_name: 'region' }, { column_name: 'amount' }],
      metrics: [{ metric_name: 'sum', expression: 'SUM(amount)', d3format: ',.1f' }],
    })
    const rules = await server.services.db
      .selectFrom('row_rule_datasets')
      .select('rule_id')
      .where('dataset_id', '=', id)
      .execute()
    expect(rules).toHaveLength(1)
  })

  it.each([
    ['a name that is taken', 'alpha', () => ({ base_model_id: base, table_name: 'totals' })],
    ['no dataset', 'alpha', () => ({ base_model_id: 99_999, table_name: 'x' })],
    ['a caller who may read only this dataset', 'reader', () => ({ base_model_id: base, table_name: 'x' })],
  ])('is not created from %s', async (_what, user, body) => {
    const answer = await post(user, '/api/v1/dataset/duplicate', body())
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: 'Dataset parameters are invalid.' }])
  })
})

describe('the dataset of a table', () => {
  const ask = (user: string, body: object) => post(user, '/api/v1/dataset/get_or_create/', body)

  it('is created once, and found by its name in any schema', async () => {
    const first = await ask('alpha', { database_id: database, table_name: 'sales', template_params: '{"a":1}' })
    expect([first.statusCode, first.json()]).toEqual([200, { result: { table_id: expect.any(Number) } }])
    const again = await ask('alpha', { database_id: database, table_name: 'sales', schema: 'elsewhere' })
    expect(again.json()).toEqual(first.json())
    const [row] = await server.services.db
      .selectFrom('datasets')
      .select('template_params')
      .where('id', '=', first.json<{ result: { table_id: number } }>().result.table_id)
      .execute()
    expect(row).toEqual({ template_params: '{"a":1}' })
  })

  it('must be a table', async () => {
    expect((await ask('alpha', { database_id: database, table_name: 'nowhere' })).statusCode).toBe(422)
    expect((await ask('alpha', {})).json()).toEqual({
      message: {
        database_id: ['Missing data for required field.'],
        table_name: ['Missing data for required field.'],
      },
    })
    expect((await ask('reader', { database_id: database, table_name: 'other' })).statusCode).toBe(403)
  })
})
