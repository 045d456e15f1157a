import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanAnswer } from '../../../model/sqlLab/queryPlan.ts'
import type { ResultAnswer } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../testing/postgres.ts'

/** SQL Lab on a real PostgreSQL on loopback: statements that change data, and what only a server can show. */

const PORT = await freePort()
const isThere = postgresPrograms() !== undefined
if (!isThere && process.env.CI === 'true') throw new Error('PostgreSQL is not installed')

describe.skipIf(!isThere)('SQL Lab on PostgreSQL (needs PostgreSQL)', () => {
  let server: TestApp
  let postgres: TestPostgres
  let databaseId: number
  const tokens = new Map<string, string>()
  let clients = 0

  async function call(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, user = 'admin') {
    const token = tokens.get(user) ?? (await server.token(user))
    tokens.set(user, token)
    return server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }
  const run = (sql: string, more: object = {}, user = 'admin') =>
    call(
      'POST',
      '/api/v1/sqllab/execute/',
      { database_id: databaseId, sql, client_id: `pg${++clients}`, schema: 'shop', ...more },
      user,
    )
  const rows = async (sql: string, more: object = {}) => {
    const response = await run(sql, more)
    expect(response.statusCode, response.body).toBe(200)
    return response.json<ResultAnswer>().data
  }
  const faultOf = (response: { json<T>(): T }) =>
    response.json<{ errors: { message: string; error_type: string; extra: Record<string, unknown> }[] }>().errors[0]
  const allow = (flags: object) => call('PUT', `/api/v1/database/${databaseId}`, flags)

  beforeAll(async () => {
    postgres = await startPostgres(PORT)
    const url = await postgres.createDatabase()
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE SCHEMA shop; CREATE SCHEMA other;
      CREATE TABLE shop.orders (id int PRIMARY KEY, amount numeric, day date);
      INSERT INTO shop.orders VALUES (1, 5, '2024-01-01'), (2, 7, '2024-01-02');
      CREATE TABLE other.orders (id int);`)
    await client.end()
    server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
    const made = await call('POST', '/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: url })
    databaseId = made.json<{ id: number }>().id
    const lab = await server.addUser('lab', ['Gamma', 'sql_lab'])
    await server.grant(lab, [{ databaseId, schema: 'shop' }])
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    await postgres?.stop()
  })

  it('looks names up in the chosen schema', async () => {
    expect(await rows('select count(*) as n from orders')).toEqual([{ n: 2 }])
    expect(await rows('select count(*) as n from orders', { schema: 'other' })).toEqual([{ n: 0 }])
  })

  it('looks names up in the schema of a dataset that was saved from a query', async () => {
    const made = await call('POST', '/api/v1/dataset/', {
      database: databaseId,
      schema: 'shop',
      table_name: 'saved orders',
      sql: 'select id, amount from orders',
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    const chart = await call('POST', '/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'total' }] }],
    })
    expect(chart.statusCode, chart.body).toBe(200)
    expect(chart.json<{ result: { data: unknown }[] }>().result[0]?.data).toEqual([{ total: 12 }])
    const elsewhere = await call('PUT', `/api/v1/dataset/${id}`, { schema: 'other' })
    expect(elsewhere.statusCode, elsewhere.body).toBe(200)
    const empty = await call('POST', '/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'count(*)', label: 'rows' }] }],
    })
    expect(empty.statusCode, 'other.orders has no column amount').toBe(400)
  })

  it('creates a dataset from tables that a user may read, and lets it read no others', async () => {
    const { db } = server.services
    const owner = await server.addUser('owner', ['Gamma', 'sql_lab'])
    await server.grant(owner, [{ databaseId, schema: 'shop' }])
    const { role_id } = await db
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .select('role_id')
      .where('user_id', '=', owner)
      .where('is_builtin', '=', false)
      .executeTakeFirstOrThrow()
    await db.insertInto('role_permissions').values({ role_id, permission: 'can_write:Dataset' }).execute()
    const dataset = (body: object) =>
      call('POST', '/api/v1/dataset/', { database: databaseId, schema: 'shop', ...body }, 'owner')
    const made = await dataset({ table_name: 'own', sql: 'select id from orders' })
    expect(made.statusCode, made.body).toBe(201)
    expect((await dataset({ table_name: 'no', sql: 'select id from other.orders' })).statusCode).toBe(422)
    expect((await dataset({ table_name: 'no', sql: 'select id from orders', schema: 'other' })).statusCode).toBe(422)
    const change = (body: object) => call('PUT', `/api/v1/dataset/${made.json<{ id: number }>().id}`, body, 'owner')
    expect((await change({ description: 'mine' })).statusCode).toBe(200)
    expect((await change({ sql: 'select id, amount from orders' })).statusCode).toBe(200)
    expect((await change({ sql: 'select id from other.orders' })).statusCode).toBe(422)
    // the same SQL reads another table
    expect((await change({ schema: 'other' })).statusCode).toBe(422)
  })

  it('returns the switches of a database in each of its descriptions', async () => {
    const { extra } = (await call('GET', `/api/v1/database/${databaseId}`)).json<{ result: { extra: string } }>().result
    const [dataset] = (await call('GET', '/api/v1/dataset/')).json<{ result: { id: number }[] }>().result
    const shown = async () => {
      const list = await call('GET', '/api/v1/database/')
      const row = list.json<{ result: { id: number }[] }>().result.find(({ id }) => id === databaseId)
      const { database } = (await call('GET', `/datasource/get/table/${dataset?.id}/`)).json<{ database: object }>()
      return [row, database]
    }
    const set = { cost_estimate_enabled: true, allows_virtual_table_explore: false, disable_data_preview: true }
    await allow({ extra: JSON.stringify({ ...JSON.parse(extra), ...set }) })
    for (const described of await shown()) {
      expect(described).toMatchObject({
        allows_cost_estimate: true,
        allows_virtual_table_explore: false,
        disable_data_preview: true,
      })
    }
    await allow({ extra })
    for (const described of await shown()) {
      expect(described).toMatchObject({
        allows_cost_estimate: null,
        allows_virtual_table_explore: true,
        disable_data_preview: false,
      })
    }
  })

  it('explains a query as a tree with estimates', async () => {
    const answer = await call('POST', '/api/v1/sqllab/plan/', {
      database_id: databaseId,
      schema: 'shop',
      sql: 'select day, sum(amount) from orders group by 1',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const [[step] = []] = answer.json<PlanAnswer>().result
    expect(step).toMatchObject({ title: 'Aggregate', children: [{ title: 'Seq Scan', subject: 'orders' }] })
    expect(step?.cost).toBeGreaterThan(0)
  })

  it('checks rights in the chosen schema', async () => {
    expect((await run('select * from orders', {}, 'lab')).statusCode).toBe(200)
    expect((await run('select * from orders', { schema: 'other' }, 'lab')).statusCode).toBe(403)
    expect((await run('select * from other.orders', {}, 'lab')).statusCode).toBe(403)
    expect((await run('select * from orders', { schema: null }, 'lab')).statusCode).toBe(403)
  })

  it.each([["'; drop table shop.orders; --"], ['a"b'], ['a\\'], ['nope']])(
    'reports a schema that does not exist: %s',
    async (schema) => {
      expect((await run('select * from orders', { schema })).statusCode).toBe(400)
      expect(await rows('select count(*) as n from orders')).toEqual([{ n: 2 }])
    },
  )

  it('names the types of columns', async () => {
    const sql =
      "select 1 as i, 1.5::numeric as n, 1.5::float8 as f, 'x'::text as t, true as b, day, 9::bigint as l from orders"
    const { columns, data } = (await run(`${sql} limit 1`)).json<ResultAnswer>()
    expect(columns.map(({ type }) => type)).toEqual([
      'INTEGER',
      'DECIMAL',
      'FLOAT',
      'STRING',
      'BOOLEAN',
      'DATE',
      'LONGINTEGER',
    ])
    expect(data[0]).toMatchObject({ day: '2024-01-01' })
  })

  it('reports the line and column of an error', async () => {
    const fault = faultOf(await run('select 1;\nselect nope\nfrom orders'))
    expect(fault?.message).toBe('We can\'t seem to resolve the column "nope" at line 2.')
    expect(fault?.extra).toMatchObject({ engine_name: 'PostgreSQL', position: { line: 2, column: 8 } })
    const wide = faultOf(await run("select '🦀' as a,\n  nope from orders"))
    expect(wide?.extra).toMatchObject({ position: { line: 2, column: 3 } })
    const division = faultOf(await run('select 1/0'))
    expect(division).toMatchObject({ error_type: 'GENERIC_DB_ENGINE_ERROR' })
    expect(division?.message).toMatch(/^postgresql error: division by zero/)
  })

  it('marks an error without running the query', async () => {
    const check = async (sql: string) =>
      (await call('POST', `/api/v1/database/${databaseId}/validate_sql/`, { sql, schema: 'shop' })).json()
    expect(await check('select 1;\nselect id,\n nope from orders')).toMatchObject({
      result: [{ line_number: 3, start_column: 2, message: 'We can\'t seem to resolve the column "nope".' }],
    })
  })

  it('estimates the cost of a query', async () => {
    const body = { database_id: databaseId, sql: 'select * from orders', schema: 'shop' }
    const { result } = (await call('POST', '/api/v1/sqllab/estimate/', body)).json<{ result: object[] }>()
    expect(Object.keys(result[0] ?? {})).toEqual(['Start-up cost', 'Total cost'])
  })

  it('changes rows only if the database allows it', async () => {
    expect(faultOf(await run('delete from orders'))?.error_type).toBe('DML_NOT_ALLOWED_ERROR')
    await allow({ allow_dml: true })
    const changed = await run("insert into orders values (3, 9, '2024-01-03'); select count(*) as n from orders")
    expect(changed.json<ResultAnswer>().data).toEqual([{ n: 3 }])
    expect((await run('delete from orders where id = 3')).json<ResultAnswer>()).toMatchObject({
      data: [],
      columns: [],
      query: { rows: 0, limitingFactor: 'NOT_LIMITED', executedSql: 'delete from orders where id = 3' },
    })
    expect(await rows('select count(*) as n from orders')).toEqual([{ n: 2 }])
    expect((await run('insert into orders values (1)')).statusCode).toBe(400)
    const logged = await server.services.db
      .selectFrom('logs')
      .select(['action', 'object', 'outcome', 'user_id', 'json'])
      .where('action', 'like', 'sql%')
      .orderBy('id')
      .execute()
    expect(logged.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'sql_insert ok',
      'sql_delete ok',
      'sql_insert failed',
    ])
    expect(logged[1]).toMatchObject({ object: `Database:${databaseId}`, user_id: 1 })
    expect(JSON.parse(logged[1]?.json ?? '')).toMatchObject({ rows: 1, sql: 'delete from orders where id = 3' })
    // a grant on a schema is only a right to read
    expect((await run('delete from orders', {}, 'lab')).statusCode).toBe(403)
    // other kinds of statements are refused as well
    expect((await run('create table made (a int)')).statusCode).toBe(403)
    await allow({ allow_dml: false })
  })

  it('creates tables and views from queries only if the database allows it', async () => {
    const cta = { select_as_cta: true, tmp_table_name: 'made', ctas_method: 'TABLE' }
    expect((await run('select id from orders', cta)).statusCode).toBe(403)
    await allow({ allow_ctas: true, allow_cvas: true })
    const made = (await run('select 1 as a; select id from orders', cta)).json<ResultAnswer>()
    expect(made.query).toMatchObject({ ctas: true, tempTable: 'made', state: 'success' })
    expect(await rows('select count(*) as n from made')).toEqual([{ n: 2 }])
    const again = await run('select id from orders', cta)
    expect(faultOf(again)?.message).toContain('already exists')
    const view = { select_as_cta: true, tmp_table_name: 'Made View', ctas_method: 'VIEW' }
    expect((await run('select id from orders', view)).statusCode).toBe(200)
    expect(await rows('select count(*) as n from "Made View"')).toEqual([{ n: 2 }])
    expect(faultOf(await run('select 1; select 2', view))?.error_type).toBe('INVALID_CVAS_QUERY_ERROR')
    expect(faultOf(await run('show tables', cta))?.error_type).toBe('INVALID_CTAS_QUERY_ERROR')
    await allow({ allow_ctas: false, allow_cvas: false })
  })

  it('finds the views over tables with rules in the chosen schema', async () => {
    const { db } = server.services
    const stamps = { created_on: 0, changed_on: 0, created_by: null, changed_by: null }
    const { id: datasetId } = await db
      .insertInto('datasets')
      .values({ ...stamps, uuid: 'orders', table_name: 'orders', schema: 'shop', database_id: databaseId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await allow({ allow_cvas: true })
    const view = { select_as_cta: true, tmp_table_name: 'shown', ctas_method: 'VIEW' }
    expect((await run('select * from shop.orders', view)).statusCode).toBe(200)
    await allow({ allow_cvas: false, allow_dml: true })
    const { id: role } = await db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow()
    const rule = { name: 'one', filter_type: 'Regular', tables: [datasetId], roles: [role], clause: 'id = 1' }
    expect((await call('POST', '/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
    expect(await rows('select id from orders')).toEqual([{ id: 1 }])
    // the view is in the schema `shop`, which is not the default of the connection
    expect((await run('select id from shown')).statusCode).toBe(400)
    expect((await run('select id from shop.shown')).statusCode).toBe(400)
    for (const sql of [
      'delete from orders',
      'update orders set amount = 0',
      'insert into made select id from orders',
    ]) {
      expect((await run(sql)).statusCode, sql).toBe(403)
    }
    await allow({ allow_dml: false })
  })

  it('stops a query on the server within a second', async () => {
    const endless = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t'
    const started = run(endless, { client_id: 'endless' })
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: await postgres.createDatabase() })
    await client.connect()
    const active = async () => {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where query like 'with recursive t(n)%' and state = 'active'",
      )
      return rows.length
    }
    await expect.poll(active, { timeout: 10_000 }).toBe(1)
    const from = performance.now()
    await call('POST', '/superset/stop_query/', { client_id: 'endless' })
    expect((await started).statusCode).toBe(409)
    expect(performance.now() - from).toBeLessThan(1000)
    await expect.poll(active).toBe(0)
    await client.end()
  })
})
