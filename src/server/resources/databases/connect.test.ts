import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../testing/postgres.ts'

/** Connections to a real PostgreSQL on loopback, as an administrator makes them. */

const PORT = await freePort()
const secret = 'canary-pw-9d1f'
const isThere = postgresPrograms() !== undefined
if (!isThere && process.env.CI === 'true') throw new Error('PostgreSQL is not installed')

describe.skipIf(!isThere)('database connections (needs PostgreSQL)', () => {
  let server: TestApp
  let postgres: TestPostgres
  let uri: string
  let name: string
  const tokens = new Map<string, string>()

  const call = (options: InjectOptions, user = 'admin') =>
    server.app.inject({ ...options, headers: { authorization: `Bearer ${tokens.get(user)}`, ...options.headers } })
  const post = (url: string, payload: object, user = 'admin') => call({ method: 'POST', url, payload }, user)
  const put = (url: string, payload: object) => call({ method: 'PUT', url, payload })
  const get = (url: string, user = 'admin') => call({ method: 'GET', url }, user)
  const create = (more: object) => post('/api/v1/database/', { database_name: `db ${Math.random()}`, ...more })
  const at = (database: string) => `postgresql+psycopg2://reader:${secret}@127.0.0.1:${PORT}/${database}`

  beforeAll(async () => {
    postgres = await startPostgres(PORT)
    const url = await postgres.createDatabase()
    name = new URL(url).pathname.slice(1)
    uri = at(name)
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE ROLE reader LOGIN PASSWORD '${secret}';
      CREATE SCHEMA shop; CREATE SCHEMA hidden;
      CREATE TABLE shop.orders (id int PRIMARY KEY, day date, region text, amount numeric);
      INSERT INTO shop.orders VALUES (1, '2024-01-01', 'north', 5), (2, '2024-01-02', 'south', 7), (3, '2024-02-01', 'north', 1);
      CREATE VIEW shop.totals AS SELECT region, sum(amount) AS total FROM shop.orders GROUP BY region;
      CREATE TABLE hidden.salaries (name text, pay int);
      INSERT INTO hidden.salaries VALUES ('canary-salary', 1);
      GRANT USAGE ON SCHEMA shop, hidden TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA shop, hidden TO reader;`)
    await client.end()
    server = await startApp({ SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
    await server.addUser('alpha', ['Alpha'])
    await server.addUser('gamma', ['Gamma'])
    for (const user of ['admin', 'alpha', 'gamma']) tokens.set(user, await server.token(user))
  }, 120_000)

  afterAll(async () => {
    await server?.close()
    await postgres?.stop()
  })

  describe('are tested', () => {
    it('the embedded database answers to its own address, and to no other', async () => {
      const { db, now } = server.services
      const id = await ensureExamplesDatabase(db, now)
      const { database_name, sqlalchemy_uri } = await db
        .selectFrom('databases')
        .select(['database_name', 'sqlalchemy_uri'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const test = (uri: string) => post('/api/v1/database/test_connection/', { database_name, sqlalchemy_uri: uri })
      expect([(await test(sqlalchemy_uri)).statusCode, (await test('duckdb:////etc/passwd')).statusCode]).toEqual([
        200, 422,
      ])
    })

    it.each([
      [{}, 422, 'Database parameters are invalid.'],
      [{ sqlalchemy_uri: 'nonsense://u:p@h/x' }, 422, 'Could not load database driver: nonsense'],
      [{ sqlalchemy_uri: 'duckdb:////etc/passwd' }, 422, 'Could not load database driver: duckdb'],
      [{ sqlalchemy_uri: 'sqlite:////etc/passwd' }, 422, /SEXTANT_DATABASE_FOLDERS/],
      [{ sqlalchemy_uri: 'postgresql://u:p@10.1.2.3/x' }, 422, /SEXTANT_DATABASE_HOSTS/],
      [{ sqlalchemy_uri: 'postgresql://u:p@[::ffff:10.1.2.3]/x' }, 422, /SEXTANT_DATABASE_HOSTS/],
      [{ sqlalchemy_uri: 'postgresql://u:p@169.254.169.254/x' }, 422, /SEXTANT_DATABASE_HOSTS/],
      [{ sqlalchemy_uri: 'postgresql://u:p@0.0.0.0/x' }, 422, /SEXTANT_DATABASE_HOSTS/],
      [{ sqlalchemy_uri: 'postgresql://u:p@2130706434/x' }, 422, /SEXTANT_DATABASE_HOSTS/],
      [{ sqlalchemy_uri: 'postgresql://u:p@no-such-host.invalid/x' }, 422, /cannot be resolved/],
    ])('%j is refused', async (form, status, message) => {
      const answer = await post('/api/v1/database/test_connection/', form)
      const { errors } = answer.json<{ errors: { message: string }[] }>()
      expect(answer.statusCode).toBe(status)
      expect(errors[0]?.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
    })

    it.each([
      [{ sqlalchemy_uri: 'nonsense' }, ['sqlalchemy_uri']],
      [{ sqlalchemy_uri: '' }, ['sqlalchemy_uri']],
      [{ sqlalchemy_uri: 'postgresql://h/x', nonsense: 1 }, ['nonsense']],
      [{ sqlalchemy_uri: 'postgresql://h/x', extra: '{bad' }, ['extra']],
      [{ sqlalchemy_uri: 'postgresql://h/x', extra: '{"metadata_params": {"nope": 1}}' }, ['extra']],
      [{ sqlalchemy_uri: 'postgresql://h/x', server_cert: 'nonsense' }, ['server_cert']],
    ])('%j is not a valid request', async (form, fields) => {
      const answer = await post('/api/v1/database/test_connection/', form)
      expect([answer.statusCode, Object.keys(answer.json<{ message: object }>().message)]).toEqual([400, fields])
    })

    it('work, and report errors', async () => {
      expect((await post('/api/v1/database/test_connection/', { sqlalchemy_uri: uri })).json()).toEqual({
        message: 'OK',
      })
      const unknown = await post('/api/v1/database/test_connection/', { sqlalchemy_uri: at('no_such_db') })
      expect(unknown.json()).toMatchObject({ errors: [{ error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' }] })
      expect(unknown.body).not.toContain(secret)
      expect((await post('/api/v1/database/test_connection/', { sqlalchemy_uri: uri }, 'alpha')).statusCode).toBe(403)
    })

    it('by their parameters', async () => {
      const url = '/api/v1/database/validate_parameters/'
      const form = { engine: 'postgresql', configuration_method: 'dynamic_form' }
      const parameters = {
        host: '127.0.0.1',
        port: PORT,
        username: 'reader',
        password: secret,
        database: name,
        query: {},
      }
      expect((await post(url, { ...form, parameters })).json()).toEqual({ message: 'OK' })
      expect((await post(url, { ...form, parameters: {} })).json()).toMatchObject({
        errors: [
          {
            message: 'One or more parameters are missing: database, host, port, username',
            error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
            extra: { missing: ['database', 'host', 'port', 'username'] },
          },
        ],
      })
      expect((await post(url, { ...form, parameters: { ...parameters, port: 99_999 } })).json()).toMatchObject({
        errors: [{ error_type: 'CONNECTION_INVALID_PORT_ERROR', extra: { invalid: ['port'] } }],
      })
      const none = await post(url, { ...form, engine: 'nope', parameters })
      expect(none.json()).toMatchObject({
        errors: [{ message: 'Engine "nope" cannot be configured through parameters.' }],
      })
    })

    it('from a list of kinds', async () => {
      const { databases } = (await get('/api/v1/database/available/')).json<{ databases: Record<string, unknown>[] }>()
      expect(databases[0]).toMatchObject({
        name: 'PostgreSQL',
        engine: 'postgresql',
        preferred: true,
        parameters: { required: ['database', 'host', 'port', 'username'] },
      })
      expect(databases.map(({ engine }) => engine)).toEqual(expect.arrayContaining(['sqlite', 'mysql', 'trino']))
    })
  })

  describe('are stored', () => {
    let id: number
    beforeAll(async () => {
      const made = await create({
        sqlalchemy_uri: uri,
        extra: '{}',
        masked_encrypted_extra: '{"token":"canary-token"}',
      })
      expect([made.statusCode, made.body.includes(secret)]).toEqual([201, false])
      id = made.json<{ id: number }>().id
    })

    it('without showing a secret', async () => {
      const item = await get(`/api/v1/database/${id}`)
      expect(item.json()).toMatchObject({
        result: {
          backend: 'postgresql',
          driver: 'psycopg2',
          sqlalchemy_uri: `postgresql+psycopg2://reader:XXXXXXXXXX@127.0.0.1:${PORT}/${name}`,
          parameters: { host: '127.0.0.1', port: PORT, username: 'reader', password: 'XXXXXXXXXX', database: name },
          masked_encrypted_extra: '{"token":"XXXXXXXXXX"}',
        },
      })
      const row = await server.services.db
        .selectFrom('databases')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      for (const canary of [secret, 'canary-token']) {
        expect(item.body).not.toContain(canary)
        expect(JSON.stringify(row)).not.toContain(canary)
      }
    })

    it('and the mask stands for the secret only if the target is the same', async () => {
      const masked = `postgresql+psycopg2://reader:XXXXXXXXXX@127.0.0.1:${PORT}/${name}`
      const kept = await put(`/api/v1/database/${id}`, { sqlalchemy_uri: masked, cache_timeout: 10 })
      expect([kept.statusCode, kept.body.includes(secret)]).toEqual([200, false])
      for (const other of [
        masked.replace('127.0.0.1', 'localhost'),
        masked.replace(String(PORT), String(PORT + 1)),
        masked.replace('reader', 'postgres'),
        masked.replace('+psycopg2', '+asyncpg'),
      ]) {
        const answer = await put(`/api/v1/database/${id}`, { sqlalchemy_uri: other })
        expect([answer.statusCode, Object.keys(answer.json<{ message: object }>().message)]).toEqual([
          422,
          ['sqlalchemy_uri'],
        ])
      }
      const item = await get(`/api/v1/database/${id}`)
      expect(item.json()).toMatchObject({ result: { sqlalchemy_uri: masked, cache_timeout: 10 } })
    })

    it('reject a name that is already used, and users who are not administrators', async () => {
      const { database_name } = (await get(`/api/v1/database/${id}`)).json<{ result: { database_name: string } }>()
        .result
      const again = await create({ sqlalchemy_uri: uri, database_name })
      expect([again.statusCode, again.json()]).toEqual([
        422,
        { message: { database_name: 'A database with the same name already exists.' } },
      ])
      for (const user of ['alpha', 'gamma']) {
        expect((await post('/api/v1/database/', { database_name: 'x', sqlalchemy_uri: uri }, user)).statusCode).toBe(
          403,
        )
      }
    })

    it('with a wrong password are not stored, with an error', async () => {
      const answer = await create({ sqlalchemy_uri: at('no_such_db') })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ errors: [{ error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' }] })
    })

    it('show schemas, tables, views and columns to users with access', async () => {
      expect((await get(`/api/v1/database/${id}/schemas/`)).json()).toEqual({
        result: expect.arrayContaining(['shop', 'hidden']),
      })
      expect((await get(`/api/v1/database/${id}/tables/?q=(schema_name:shop)`)).json()).toEqual({
        count: 2,
        result: [
          { value: 'orders', type: 'table', extra: null },
          { value: 'totals', type: 'view', extra: null },
        ],
      })
      expect((await get(`/api/v1/database/${id}/table/orders/shop/`)).json()).toMatchObject({
        name: 'orders',
        primaryKey: { constrained_columns: ['id'] },
        columns: [{ name: 'id', keys: [{ type: 'pk' }] }, { name: 'day' }, { name: 'region' }, { name: 'amount' }],
      })
      expect(
        (await get(`/api/v1/database/${id}/select_star/orders/shop/`)).json<{ result: string }>().result,
      ).toContain('FROM shop.orders')
      expect((await get(`/api/v1/database/${id}/schemas/`, 'gamma')).statusCode).toBe(404)
    })

    it('can be queried by charts, with row rules, and hide what is not granted', async () => {
      const made = await post('/api/v1/dataset/', { database: id, schema: 'shop', table_name: 'orders' })
      const dataset = made.json<{ id: number }>().id
      const item = await get(`/api/v1/dataset/${dataset}`)
      expect(item.json()).toMatchObject({
        result: {
          main_dttm_col: 'day',
          columns: [{ column_name: 'id' }, { column_name: 'day', is_dttm: true }, {}, {}],
        },
      })
      const question = (datasetId: number, more: object = {}) => ({
        datasource: { id: datasetId, type: 'table' },
        queries: [{ columns: ['region'], metrics: ['count'], orderby: [['region', true]], ...more }],
      })
      const chart = await post('/api/v1/chart/data', question(dataset))
      expect(chart.json()).toMatchObject({
        result: [
          {
            data: [
              { region: 'north', count: 2 },
              { region: 'south', count: 1 },
            ],
          },
        ],
      })
      const values = await get(`/api/v1/datasource/table/${dataset}/column/region/values/`)
      expect(values.json<{ result: string[] }>().result.toSorted()).toEqual(['north', 'south'])

      const virtual = await post('/api/v1/dataset/', {
        database: id,
        table_name: 'virtual',
        sql: "SELECT o.region, t.total FROM shop.orders o JOIN shop.totals t USING (region) WHERE region <> '{{ url_param('not') }}'",
      })
      expect(virtual.statusCode).toBe(201)
      const reader = await server.addUser(`reader${Math.random()}`, ['Gamma'])
      await server.grant(reader, [{ datasetId: dataset }, { datasetId: virtual.json<{ id: number }>().id }])
      const { username } = await server.services.db
        .selectFrom('users')
        .select('username')
        .where('id', '=', reader)
        .executeTakeFirstOrThrow()
      tokens.set('granted', await server.token(username))
      expect((await get(`/api/v1/database/${id}/schemas/`, 'granted')).json()).toEqual({ result: ['shop'] })
      const listed = await get(`/api/v1/database/${id}/tables/?q=(schema_name:shop)`, 'granted')
      expect(listed.json()).toMatchObject({ count: 1, result: [{ value: 'orders' }] })
      expect((await get(`/api/v1/database/${id}/tables/?q=(schema_name:hidden)`, 'granted')).json()).toMatchObject({
        count: 0,
      })
      expect((await get(`/api/v1/database/${id}/table/salaries/hidden/`, 'granted')).statusCode).toBe(404)

      const gamma = await server.services.db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'Gamma')
        .executeTakeFirstOrThrow()
      const rule = await post('/api/v1/rowlevelsecurity/', {
        name: `north ${id}`,
        filter_type: 'Regular',
        tables: [dataset],
        roles: [gamma.id],
        clause: "region = 'north'",
      })
      expect(rule.statusCode).toBe(201)
      // the rule does not apply inside the view: the view needs its own rule
      const beside = await post('/api/v1/chart/data', question(virtual.json<{ id: number }>().id), 'granted')
      expect(beside.statusCode).toBe(400)
      expect(beside.body).toContain('The view \\"totals\\" may show rows that row level security rules hide.')
      const view = await post('/api/v1/dataset/', { database: id, table_name: 'totals', schema: 'shop' })
      const opened = await post('/api/v1/rowlevelsecurity/', {
        name: `totals ${id}`,
        filter_type: 'Regular',
        tables: [view.json<{ id: number }>().id],
        roles: [gamma.id],
        clause: '1 = 1',
      })
      expect(opened.statusCode).toBe(201)
      for (const datasetId of [dataset, virtual.json<{ id: number }>().id]) {
        const answer = await post('/api/v1/chart/data', question(datasetId), 'granted')
        expect(answer.json()).toMatchObject({ result: [{ data: [{ region: 'north' }] }] })
        expect(answer.body).not.toContain('south')
      }
      for (const sql of [
        "SELECT * FROM pg_read_file('/etc/passwd')",
        'DELETE FROM shop.orders',
        'SELECT 1; DROP TABLE shop.orders',
      ]) {
        const refused = await post('/api/v1/dataset/', { database: id, table_name: `x${Math.random()}`, sql })
        expect([sql, refused.statusCode]).toEqual([sql, 422])
      }
    })

    it('can be deleted once no dataset uses them', async () => {
      expect((await call({ method: 'DELETE', url: `/api/v1/database/${id}` })).json()).toEqual({
        message: 'Cannot delete a database that has datasets attached',
      })
      const other = (await create({ sqlalchemy_uri: uri })).json<{ id: number }>().id
      expect((await call({ method: 'DELETE', url: `/api/v1/database/${other}` })).json()).toEqual({ message: 'OK' })
      expect((await get(`/api/v1/database/${other}`)).statusCode).toBe(404)
    })
  })

  it('cache the names of schemas and tables for as long as their settings say', async () => {
    const { Client } = (await import('pg')).default
    const run = async (sql: string) => {
      const client = new Client({ connectionString: `postgresql://postgres@127.0.0.1:${PORT}/${name}` })
      await client.connect()
      await client.query(sql)
      await client.end()
    }
    const connect = async (metadata_cache_timeout: object) =>
      (await create({ sqlalchemy_uri: uri, extra: JSON.stringify({ metadata_cache_timeout }) })).json<{ id: number }>()
        .id
    const schemasOf = async (id: number, force = '!f') =>
      (await get(`/api/v1/database/${id}/schemas/?q=(force:${force})`)).json<{ result: string[] }>().result
    const tablesOf = async (id: number, force = '!f') =>
      (await get(`/api/v1/database/${id}/tables/?q=(force:${force},schema_name:shop)`)).json<{ count: number }>().count
    const cached = await connect({ schema_cache_timeout: 600, table_cache_timeout: 600 })
    const fresh = await connect({ schema_cache_timeout: 0, table_cache_timeout: 0 })
    const short = await connect({ schema_cache_timeout: 1, table_cache_timeout: 1 })
    const all = [cached, fresh, short]
    const before = { schemas: (await schemasOf(fresh)).length, tables: await tablesOf(fresh) }
    for (const id of all)
      expect([(await schemasOf(id)).length, await tablesOf(id)]).toEqual([before.schemas, before.tables])
    await run('CREATE SCHEMA later; GRANT USAGE ON SCHEMA later TO reader; CREATE TABLE shop.later (id int)')
    try {
      expect([(await schemasOf(fresh)).length, await tablesOf(fresh)]).toEqual([before.schemas + 1, before.tables + 1])
      expect([(await schemasOf(cached)).length, await tablesOf(cached)]).toEqual([before.schemas, before.tables])
      await expect.poll(() => schemasOf(short), { timeout: 5000 }).toContain('later')
      await expect.poll(() => tablesOf(short), { timeout: 5000 }).toBe(before.tables + 1)
      // as the buttons that reload the lists do
      expect([(await schemasOf(cached, '!t')).length, await tablesOf(cached, '!t')]).toEqual([
        before.schemas + 1,
        before.tables + 1,
      ])
    } finally {
      await run('DROP SCHEMA later; DROP TABLE shop.later')
    }
  }, 60_000)
})
