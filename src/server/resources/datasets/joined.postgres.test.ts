import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JoinPreviewAnswer } from '../../../model/dataset/joinPlan.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../testing/postgres.ts'

/** Datasets of several tables of a real PostgreSQL: their totals equal those of plain SQL. */

const PORT = await freePort()
const isThere = postgresPrograms() !== undefined
if (!isThere && process.env.CI === 'true') throw new Error('PostgreSQL is not installed')

const schemaSql = `
  CREATE SCHEMA shop;
  CREATE TABLE shop.customers (id int PRIMARY KEY, name text, credit numeric);
  CREATE TABLE shop.orders (
    id int PRIMARY KEY, customer_id int REFERENCES shop.customers, day date, amount numeric);
  CREATE TABLE shop.order_items (
    id int PRIMARY KEY, order_id int REFERENCES shop.orders, product text, price numeric);
  INSERT INTO shop.customers SELECT n, 'Customer ' || n, n * 10 FROM generate_series(1, 30) n;
  -- every tenth order has no customer, every seventh no items
  INSERT INTO shop.orders
    SELECT n, CASE WHEN n % 10 = 0 THEN NULL ELSE 1 + n % 30 END, DATE '2024-01-01' + n % 90, n % 50
    FROM generate_series(1, 900) n;
  INSERT INTO shop.order_items
    SELECT row_number() OVER (), o.id, 'Product ' || i, i * 1.5
    FROM shop.orders o, generate_series(1, 3) i WHERE o.id % 7 <> 0;`

describe.skipIf(!isThere)('a dataset of several tables (needs PostgreSQL)', () => {
  let server: TestApp
  let postgres: TestPostgres
  let database = 0
  let plain: (sql: string) => Promise<Record<string, string>>
  let close: () => Promise<void>
  const tokens = new Map<string, string>()

  async function call(method: 'GET' | 'POST', url: string, payload?: object, user = 'admin') {
    const token = tokens.get(user) ?? (await server.token(user))
    tokens.set(user, token)
    return server.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, payload })
  }
  const customers = { schema: 'shop', table: 'customers', to: 0, keys: [{ left: 'customer_id', right: 'id' }] }
  const items = { schema: 'shop', table: 'order_items', to: 0, keys: [{ left: 'id', right: 'order_id' }] }
  const summed = { ...items, aggregates: [{ column: 'price', function: 'SUM' }] }
  const planOf = (table: string, ...joins: object[]) => ({ database, schema: 'shop', table, joins })
  const preview = async (plan: object) => {
    const answer = await call('POST', '/api/v1/dataset/join/preview', plan)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<JoinPreviewAnswer>().result
  }
  const create = (table_name: string, plan: object, user?: string) =>
    call('POST', '/api/v1/dataset/join/', { table_name, plan }, user)
  const created = async (name: string, plan: object) => {
    const answer = await create(name, plan)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: number }>().id
  }
  /** Sums of a dataset as a chart shows them. */
  const totals = async (id: number, metrics: Record<string, string>) => {
    const answer = await call('POST', '/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries: [
        {
          columns: [],
          metrics: Object.entries(metrics).map(([label, sqlExpression]) => ({
            expressionType: 'SQL',
            sqlExpression,
            label,
          })),
        },
      ],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const [row] = answer.json<{ result: { data: Record<string, number>[] }[] }>().result[0]?.data ?? []
    return Object.fromEntries(Object.entries(row ?? {}).map(([label, value]) => [label, Number(value)]))
  }
  const plainTotals = async (sql: string) =>
    Object.fromEntries(Object.entries(await plain(sql)).map(([label, value]) => [label, Number(value)]))

  beforeAll(async () => {
    postgres = await startPostgres(PORT)
    const url = await postgres.createDatabase()
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(schemaSql)
    plain = async (sql) => (await client.query<Record<string, string>>(sql)).rows[0] ?? {}
    close = () => client.end()
    server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
    const made = await call('POST', '/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: url })
    database = made.json<{ id: number }>().id
  }, 120_000)
  afterAll(async () => {
    await close?.()
    await server?.close()
    await postgres?.stop()
  })

  it('keeps every row of the first table once, with the totals of plain SQL', async () => {
    const plan = planOf('orders', customers)
    expect((await preview(plan)).checks).toEqual([{ is_unique: true, repeats: true }])
    const id = await created('orders with customers', plan)
    expect(await totals(id, { amount: 'SUM(amount)', rows: 'COUNT(*)', named: 'COUNT(name)' })).toEqual(
      await plainTotals(`SELECT SUM(amount) AS amount, COUNT(*) AS rows, COUNT(customer_id) AS named FROM shop.orders`),
    )
    const { result } = (await call('GET', `/api/v1/dataset/${id}`)).json()
    expect(result).toMatchObject({ kind: 'virtual', sql: (await preview(plan)).sql })
    const warned = result.columns.flatMap(({ column_name, extra }: { column_name: string; extra: string | null }) =>
      extra === null ? [] : [[column_name, JSON.parse(extra).warning_markdown]],
    )
    expect(warned).toEqual([
      ['credit', 'A row of customers appears for several rows of orders: a sum counts its value several times.'],
    ])
  })

  it('refuses a join that would multiply rows, and joins the table if it is aggregated', async () => {
    expect((await preview(planOf('orders', items))).checks).toEqual([{ is_unique: false, repeats: false }])
    const refusal = await create('too many rows', planOf('orders', items))
    expect([refusal.statusCode, refusal.json().message ?? refusal.json().errors?.[0]?.message]).toEqual([
      422,
      'Joining order_items would multiply rows of orders: it has several rows for one order_id. Aggregate order_items to one row for each order_id.',
    ])
    const plan = planOf('orders', summed, customers)
    expect((await preview(plan)).checks).toEqual([
      { is_unique: true, repeats: false },
      { is_unique: true, repeats: true },
    ])
    const id = await created('orders with items', plan)
    expect(
      await totals(id, { amount: 'SUM(amount)', price: 'SUM(sum_price)', items: 'SUM(order_items_rows)' }),
    ).toEqual(
      await plainTotals(`SELECT (SELECT SUM(amount) FROM shop.orders) AS amount,
        SUM(price) AS price, COUNT(*) AS items FROM shop.order_items`),
    )
  })

  it('joins a table to a joined one', async () => {
    const orders = { schema: 'shop', table: 'orders', to: 0, keys: [{ left: 'order_id', right: 'id' }] }
    const plan = planOf('order_items', orders, { ...customers, to: 1 })
    const id = await created('items with orders', plan)
    expect(await totals(id, { price: 'SUM(price)', rows: 'COUNT(*)', names: 'COUNT(DISTINCT name)' })).toEqual(
      await plainTotals(`SELECT SUM(price) AS price, COUNT(*) AS rows, (
        SELECT COUNT(DISTINCT c.name) FROM shop.customers c
        JOIN shop.orders o ON o.customer_id = c.id JOIN shop.order_items i ON i.order_id = o.id) AS names
        FROM shop.order_items`),
    )
    // an order has one customer, and appears for several items
    expect((await call('GET', `/api/v1/dataset/${id}`)).body).toContain(
      'A row of customers appears for several rows of order_items: a sum counts its value several times.',
    )
  })

  it.each([
    ['a table that is not there', { ...customers, table: 'nope' }, 'Table [nope] could not be found'],
    [
      'a column that is not there',
      { ...customers, keys: [{ left: 'nope', right: 'id' }] },
      'Table [orders] has no column "nope"',
    ],
    ['a table that comes later', { ...customers, to: 1 }, 'Table [customers] joins a table that comes later'],
  ])('names %s', async (_case, join, message) => {
    const answer = await call('POST', '/api/v1/dataset/join/preview', planOf('orders', join))
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(JSON.stringify(message).slice(1, -1))
  })

  it('does not use a column that an aggregated table has lost', async () => {
    const later = { schema: 'shop', table: 'customers', to: 1, keys: [{ left: 'product', right: 'name' }] }
    const answer = await call('POST', '/api/v1/dataset/join/preview', planOf('orders', summed, later))
    expect(answer.body).toContain('Table [order_items] is aggregated and has no column')
  })

  it('needs the right to read the whole database', async () => {
    const gamma = await server.addUser('editor', ['Gamma'])
    await server.grant(gamma, [{ databaseId: database, schema: 'shop' }])
    const answer = await create('mine', planOf('orders', customers), 'editor')
    expect(answer.statusCode).toBeGreaterThanOrEqual(403)
  })
})
