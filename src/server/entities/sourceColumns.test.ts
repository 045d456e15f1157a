import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let server: TestApp
let root: string
let databaseId: number
const tokens = new Map<string, string>()

const post = (user: string, url: string, payload: object) =>
  server.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${tokens.get(user)}` } })
const dataset = (user: string, name: string, sql?: string) =>
  post(user, '/api/v1/dataset/', { database: databaseId, table_name: name, sql })

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'columns-')))
  mkdirSync(join(root, 'home'))
  const file = new DatabaseSync(join(root, 'shop.db'))
  file.exec("CREATE TABLE orders (region TEXT); INSERT INTO orders VALUES ('north'), ('south')")
  file.close()
  server = await startApp({ SEXTANT_HOME: join(root, 'home'), SEXTANT_DATABASE_FOLDERS: root })
  tokens.set('admin', await server.token('admin'))
  await server.addUser('maker', ['Alpha'])
  tokens.set('maker', await server.token('maker'))
  const made = await post('admin', '/api/v1/database/', {
    database_name: 'shop',
    sqlalchemy_uri: `sqlite:///${join(root, 'shop.db')}`,
  })
  databaseId = made.json<{ id: number }>().id
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true })
})

describe('columns of a virtual dataset', () => {
  it('must have unique names', async () => {
    const answer = await dataset('admin', 'twice', 'SELECT a.*, b.* FROM orders AS a, orders AS b')
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: { sql: ['Two columns of this query are named "region". Please give each column its own name.'] } },
    ])
  })

  it('reveal nothing about rows that a rule hides', async () => {
    const table = (await dataset('admin', 'orders')).json<{ id: number }>().id
    const alpha = await server.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Alpha')
      .executeTakeFirstOrThrow()
    // in SQLite, the type of an expression is the type of its value
    const probe = "SELECT CASE WHEN (SELECT max(region) FROM orders) = 'south' THEN 1 ELSE 'a' END AS x"
    // and computing a value may fail
    const failing = 'SELECT abs(iif((SELECT count(*) FROM orders) > 1, -9223372036854775807 - 1, 1)) AS x'
    const typeOf = async (user: string, name: string) => {
      const { id } = (await dataset(user, name, probe)).json<{ id: number }>()
      const url = `/api/v1/dataset/${id}`
      const headers = { authorization: `Bearer ${tokens.get('admin')}` }
      const answer = await server.app.inject({ url, headers })
      return answer.json<{ result: { columns: { type: string }[] } }>().result.columns[0]?.type
    }
    expect(await typeOf('maker', 'open')).toBe('INTEGER')
    expect((await dataset('maker', 'fails', failing)).statusCode).toBe(422)
    const rule = {
      name: 'north',
      clause: "region = 'north'",
      filter_type: 'Regular',
      tables: [table],
      roles: [alpha.id],
    }
    expect((await post('admin', '/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
    expect(await typeOf('maker', 'ruled')).toBe('TEXT')
    expect((await dataset('maker', 'fails no more', failing)).statusCode).toBe(201)
  })
})
