import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UsageAnswer } from '../../../model/usage/usageForm.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let admin: Browser
let reader: Browser
const ids = { database: 0, sales: 0, derived: 0, byRegion: 0, total: 0, several: 0, board: 0, rule: 0, query: 0 }

const post = async (url: string, payload: Record<string, unknown>): Promise<number> => {
  const answer = await admin.inject({ method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const asked = async (payload: Record<string, unknown>, by = admin) =>
  by.inject({ method: 'POST', url: '/api/v1/usage/', payload })
/** Titles of objects by kind, each with the names that it uses; a number of those that the reader may not see. */
const usage = async (payload: Record<string, unknown>, by = admin) => {
  const answer = await asked(payload, by)
  expect(answer.statusCode, answer.body).toBe(200)
  const kinds = Object.entries(answer.json<UsageAnswer>().result)
  return Object.fromEntries(
    kinds.flatMap(([kind, { count, result }]) => {
      const hidden = count - result.length
      const rows = result.map(({ title, names }) => [title, ...names].join(' '))
      return count > 0 ? [[kind, hidden > 0 ? [...rows, hidden] : rows]] : []
    }),
  )
}

beforeAll(async () => {
  server = await startApp()
  admin = await server.browser('admin')
  const readerId = await server.addUser('reader', ['Gamma'])
  ids.database = await ensureExamplesDatabase(server.services.db, server.services.now)
  const source = join(server.home, 'sales.csv')
  writeFileSync(source, 'day,region,amount\n2024-01-01,North,1\n')
  await server.services.tables.load({ databaseId: ids.database, table: 'sales', source, format: 'csv' })
  ids.sales = await post('/api/v1/dataset/', { database: ids.database, table_name: 'sales', schema: 'main' })
  await admin.inject({
    method: 'PUT',
    url: `/api/v1/dataset/${ids.sales}`,
    payload: { metrics: [{ metric_name: 'revenue', expression: 'SUM(amount)' }] },
  })
  ids.derived = await post('/api/v1/dataset/', {
    database: ids.database,
    table_name: 'derived',
    sql: `SELECT * FROM {{ dataset(${ids.sales}) }}`,
  })
  const chart = (slice_name: string, params: Record<string, unknown>) =>
    post('/api/v1/chart/', {
      slice_name,
      viz_type: 'table',
      datasource_id: ids.sales,
      datasource_type: 'table',
      params: JSON.stringify(params),
    })
  ids.byRegion = await chart('By region', { groupby: ['region'], metrics: ['revenue'] })
  ids.total = await chart('Total', { metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(AMOUNT)', label: 'x' }] })
  ids.several = await chart('Several', { line_charts: [ids.byRegion] })
  ids.board = await post('/api/v1/dashboard/', {
    dashboard_title: 'Board',
    json_metadata: JSON.stringify({
      native_filter_configuration: [
        { id: 'NATIVE_FILTER-1', targets: [{ datasetId: ids.sales, column: { name: 'day' } }] },
      ],
    }),
  })
  await admin.inject({
    method: 'PUT',
    url: `/api/v1/chart/${ids.byRegion}`,
    payload: { dashboards: [ids.board] },
  })
  const roles = await server.services.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').execute()
  ids.rule = await post('/api/v1/rowlevelsecurity/', {
    name: 'North only',
    filter_type: 'Regular',
    tables: [ids.sales],
    roles: roles.map(({ id }) => id),
    clause: "region = 'North'",
  })
  ids.query = await post('/api/v1/saved_query/', {
    db_id: ids.database,
    label: 'My query',
    sql: `SELECT 1 FROM {{ dataset(${ids.sales}) }}`,
  })
  await server.grant(readerId, [{ datasetId: ids.sales }])
  reader = await server.browser('reader')
})
afterAll(() => server.close())

describe('what uses', () => {
  it('a dataset', async () => {
    expect(await usage({ kind: 'dataset', ids: [ids.sales] })).toEqual({
      charts: ['By region', 'Several', 'Total'],
      dashboards: ['Board'],
      datasets: ['derived'],
      saved_queries: ['My query'],
      row_rules: ['North only'],
    })
    expect(await usage({ kind: 'dataset', ids: [ids.derived] })).toEqual({})
  })

  it('columns and metrics, in form data, SQL, filters of dashboards and clauses', async () => {
    const parts = { columns: ['region', 'day', 'amount'], metrics: ['revenue'] }
    expect(await usage({ kind: 'dataset', ids: [ids.sales], ...parts })).toEqual({
      charts: ['By region region revenue', 'Total amount'],
      dashboards: ['Board day region revenue'],
      row_rules: ['North only region'],
    })
    expect(await usage({ kind: 'dataset', ids: [ids.sales], columns: ['nothing uses this'] })).toEqual({})
  })

  it('a chart', async () => {
    expect(await usage({ kind: 'chart', ids: [ids.byRegion] })).toEqual({ charts: ['Several'], dashboards: ['Board'] })
    expect(await usage({ kind: 'chart', ids: [ids.several, ids.byRegion] })).toEqual({ dashboards: ['Board'] })
  })

  it('a database', async () => {
    expect(await usage({ kind: 'database', ids: [ids.database] })).toEqual({
      charts: ['By region', 'Several', 'Total'],
      dashboards: ['Board'],
      datasets: ['derived', 'sales'],
      saved_queries: ['My query'],
      row_rules: ['North only'],
    })
  })

  it('nothing, if nothing is requested', async () => {
    expect(await usage({ kind: 'chart', ids: [] })).toEqual({})
  })
})

describe('readers', () => {
  it('see only the number of what they may not see', async () => {
    expect(await usage({ kind: 'dataset', ids: [ids.sales] }, reader)).toEqual({
      charts: ['By region', 'Several', 'Total'],
      dashboards: [1],
      datasets: [1],
      saved_queries: [1],
      row_rules: [1],
    })
  })

  it('may not ask about objects that they may not see', async () => {
    expect((await asked({ kind: 'dataset', ids: [ids.derived] }, reader)).statusCode).toBe(404)
    expect((await asked({ kind: 'dataset', ids: [ids.sales, 99_999] })).statusCode).toBe(404)
    expect((await asked({ kind: 'toy', ids: [1] })).statusCode).toBe(400)
  })
})
