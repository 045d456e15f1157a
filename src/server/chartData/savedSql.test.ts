import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'

/** SQL of a dataset with comments and semicolons: what is accepted when it is saved also runs. */

let server: TestApp
let token: string
let database: number
beforeAll(async () => {
  server = await startApp()
  token = await server.token('admin')
  database = await ensureExamplesDatabase(server.services.db, server.services.now)
})
afterAll(() => server.close())

async function send(method: 'POST' | 'PUT', url: string, payload: object) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ method, url: `/api/v1/${url}`, payload, headers })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

it.each([
  'SELECT 1 AS a -- x',
  'SELECT 1 AS a -- x;',
  'SELECT 1 AS a; -- x',
  'SELECT 1 AS a -- x\n;\n',
  'SELECT 1 AS a; -- x\n; /* y */',
  '/* x; */ SELECT 1 AS a; --',
  '-- {{ 1 }}\nSELECT 1 AS a; -- {{ 2 }}',
])('%j', async (sql) => {
  const made = await send('POST', 'dataset/', { database, table_name: `v ${sql}`, sql })
  expect(made).toMatchObject({ status: 201 })
  const id = made.body['id']
  expect(await send('PUT', `dataset/${id}?override_columns=true`, { sql: `${sql}\n` })).toMatchObject({ status: 200 })
  const datasource = { id, type: 'table' }
  const read = await send('POST', 'chart/data', { datasource, queries: [{ columns: ['a'], metrics: [] }] })
  expect(read).toMatchObject({ status: 200, body: { result: [{ data: [{ a: 1 }] }] } })
})

it.each(['SELECT 1 AS a; SELECT 2 AS a', 'SELECT 1 AS a; -- x\nSELECT 2 AS a'])('refuses %j', async (sql) => {
  expect((await send('POST', 'dataset/', { database, table_name: sql, sql })).status).toBe(422)
})
