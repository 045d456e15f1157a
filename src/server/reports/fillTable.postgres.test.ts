import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rightsChanged } from '../access/subjects.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createWorker, type Worker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { freePort } from '../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../testing/postgres.ts'

/** Reports that fill a table with the rows of a saved query, on a real PostgreSQL on loopback. */

const PORT = await freePort()
const isThere = postgresPrograms() !== undefined
if (!isThere && process.env.CI === 'true') throw new Error('PostgreSQL is not installed')
const MINUTE_MS = 60_000

describe.skipIf(!isThere)('a saved query that fills a table (needs PostgreSQL)', () => {
  let postgres: TestPostgres
  let server: TestApp
  let worker: Worker
  let client: Client
  let databaseId: number
  let token: string

  async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, by = token) {
    const headers = { authorization: `Bearer ${by}` }
    const answer = await server.app.inject({ method, url: `/api/v1/${url}`, headers, payload })
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json<{ id: number }>()
  }

  const allow = (allow_ctas: boolean) => call('PUT', `database/${databaseId}`, { allow_ctas })

  /** A report of the user that fills a table; it runs when it is due. */
  async function create(sql: string, into_table: string, by = token): Promise<number> {
    const query = await call('POST', 'saved_query/', { label: 'q', db_id: databaseId, schema: 'shop', sql }, by)
    const body = { type: 'Report', name: randomUUID(), crontab: '* * * * *', recipients: [] }
    return (await call('POST', 'report/', { ...body, extra: { saved_query: query.id, into_table } }, by)).id
  }

  /** Runs only this report, once more. Returns how the run ended. */
  async function run(id: number): Promise<[string, string | null]> {
    const { db } = server.services
    server.advance(MINUTE_MS)
    await worker.runDue()
    const log = await db
      .selectFrom('report_logs')
      .select(['state', 'error_message'])
      .where('report_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return [log.state, log.error_message]
  }

  const rows = async (table: string): Promise<unknown[]> => (await client.query(`SELECT * FROM ${table}`)).rows
  const tables = async () =>
    (
      await client.query<{ name: string }>(`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'shop' ORDER BY 1`)
    ).rows.map(({ name }) => name)

  beforeAll(async () => {
    postgres = await startPostgres(PORT)
    const url = await postgres.createDatabase()
    const pg = (await import('pg')).default
    client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE SCHEMA shop;
      CREATE TABLE shop.orders (id int PRIMARY KEY, amount numeric);
      INSERT INTO shop.orders VALUES (1, 5), (2, 7);`)
    server = await startApp({
      SEXTANT_EXAMPLES: 'false',
      SEXTANT_DATABASE_HOSTS: '127.0.0.1',
      SEXTANT_ROW_LIMIT: '40',
      SEXTANT_QUERY_TIMEOUT: '3',
    })
    token = await server.token('admin')
    databaseId = (await call('POST', 'database/', { database_name: 'shop', sqlalchemy_uri: url })).id
    await allow(true)
    worker = createWorker({ ...server.services, kinds: jobKinds(server.services), holder: randomUUID() })
  })
  afterAll(async () => {
    await server?.close()
    await client?.end()
    await postgres?.stop()
  })
  beforeEach(async () => {
    // each run takes a minute of the lifetime of a token
    token = await server.token('admin')
    await server.services.db.deleteFrom('report_schedules').execute()
    await server.services.db.deleteFrom('job_schedules').execute()
  })

  it('creates the table, and replaces it at each run', async () => {
    const id = await create('select id, amount * 2 as twice from orders order by id', 'doubled')
    expect(await run(id)).toEqual(['Success', null])
    expect(await rows('shop.doubled')).toEqual([
      { id: 1, twice: '10' },
      { id: 2, twice: '14' },
    ])
    await client.query('DELETE FROM shop.orders WHERE id = 2')
    expect(await run(id)).toEqual(['Success', null])
    expect(await rows('shop.doubled')).toEqual([{ id: 1, twice: '10' }])
    expect(await tables()).toEqual(['doubled', 'orders'])
    await client.query('INSERT INTO shop.orders VALUES (2, 7)')
  })

  it('leaves the previous rows when the query fails, and no partial table', async () => {
    const id = await create('select 10 / (id - coalesce((select 3 where id = 2), 0)) as n from orders', 'parts')
    expect(await run(id)).toEqual(['Success', null])
    const before = await rows('shop.parts')
    await client.query('INSERT INTO shop.orders VALUES (0, 1)')
    const [state, message] = await run(id)
    expect([state, message]).toEqual(['Error', expect.stringContaining('division by zero')])
    expect(await rows('shop.parts')).toEqual(before)
    expect((await tables()).filter((name) => name.startsWith('sextant_'))).toEqual([])
    await client.query('DELETE FROM shop.orders WHERE id = 0')
  })

  it('never replaces a table that it has not created', async () => {
    const refused = 'already exists, and this report did not create it. Choose another name.'
    const id = await create('select 1 as n', 'orders')
    expect(await run(id)).toEqual(['Error', expect.stringContaining(`"orders" ${refused}`)])
    expect(await rows('shop.orders')).toHaveLength(2)
    const first = await create('select 1 as n', 'claimed')
    expect(await run(first)).toEqual(['Success', null])
    await call('PUT', `report/${first}`, { active: false })
    const second = await create('select 2 as n', 'claimed')
    expect(await run(second)).toEqual(['Error', expect.stringContaining(`"claimed" ${refused}`)])
    expect(await rows('shop.claimed')).toEqual([{ n: 1 }])
  })

  it('does not replace a table that another user created after a failed run', async () => {
    const id = await create('select 1 / (id - 1) as n from orders', 'later')
    expect((await run(id))[0]).toBe('Error')
    await client.query('CREATE TABLE shop.later AS SELECT 7 AS kept')
    await client.query('UPDATE shop.orders SET id = 3 WHERE id = 1')
    expect(await run(id)).toEqual(['Error', expect.stringContaining('"later" already exists')])
    expect(await rows('shop.later')).toEqual([{ kept: 7 }])
    await client.query('UPDATE shop.orders SET id = 1 WHERE id = 3')
  })

  it('does not replace a table that another user created instead of its own', async () => {
    const id = await create('select 1 as n', 'dropped')
    expect(await run(id)).toEqual(['Success', null])
    await client.query('DROP TABLE shop.dropped; CREATE TABLE shop.dropped AS SELECT 7 AS n')
    const refused = '"dropped" is not the table that this report created: another table has replaced it.'
    expect(await run(id)).toEqual(['Error', expect.stringContaining(refused)])
    expect(await rows('shop.dropped')).toEqual([{ n: 7 }])
    await client.query('DROP TABLE shop.dropped')
    expect(await run(id)).toEqual(['Success', null])
    expect(await rows('shop.dropped')).toEqual([{ n: 1 }])
  })

  it('fills no table with more rows than a result may have', async () => {
    const series = (to: string) => `select n from generate_series(1, ${to}) as s (n)`
    const id = await create(series('(select count(*) from orders) * 15'), 'series')
    expect(await run(id)).toEqual(['Success', null])
    await client.query('INSERT INTO shop.orders VALUES (3, 1)')
    const refused = 'The query has more than 40 rows, so the table was not filled.'
    expect(await run(id)).toEqual(['Error', expect.stringContaining(refused)])
    await client.query('DELETE FROM shop.orders WHERE id = 3')
    expect(await rows('shop.series')).toHaveLength(30)
    const limited = await create(`${series('1000')} limit 7`, 'series_limited')
    expect(await run(limited)).toEqual(['Success', null])
    expect(await rows('shop.series_limited')).toHaveLength(7)
    expect((await tables()).filter((name) => name.startsWith('sextant_'))).toEqual([])
  })

  it('ends after the time limit of a query, and leaves nothing', async () => {
    const id = await create(
      'select count(*) as n from generate_series(1, 100000) a, generate_series(1, 100000) b',
      'slow',
    )
    expect(await run(id)).toEqual(['Error', expect.stringContaining('The query exceeded the 3 seconds timeout.')])
    expect((await tables()).filter((name) => name === 'slow' || name.startsWith('sextant_'))).toEqual([])
  })

  it('a run that has lost its job removes nothing of the run that took it over', async () => {
    const id = await create('select id from orders order by id', 'taken_over')
    const staged = async () => (await tables()).filter((name) => /^sextant_[0-9a-f]{16}$/.test(name))
    const { services } = server
    /** A worker that pauses before it runs a query, while the staged table exists. */
    const halted = (then: (load: () => ReturnType<typeof services.engine.load>) => Promise<{ rows: number }>) => {
      const reached = Promise.withResolvers<void>()
      const load: typeof services.engine.load = async (...args) => {
        const run = () => services.engine.load(...args)
        if (!args[1].query) return run()
        await client.query(`CREATE TABLE shop.${args[1].staged} (n int)`)
        reached.resolve()
        return then(run)
      }
      const engine = Object.create(services.engine, { load: { value: load } }) as typeof services.engine
      const kinds = jobKinds({ ...services, engine })
      return { reached: reached.promise, ...createWorker({ ...services, kinds, holder: randomUUID() }) }
    }
    const late = Promise.withResolvers<never>()
    const first = halted(() => late.promise)
    server.advance(MINUTE_MS)
    const firstRun = first.runDue()
    await first.reached
    const [lost] = await staged()
    // the lease of the first run ends
    server.advance(2 * MINUTE_MS)
    const goOn = Promise.withResolvers<void>()
    const second = halted(async (run) => {
      await goOn.promise
      for (const name of await staged()) await client.query(`DROP TABLE shop.${name}`)
      return run()
    })
    const secondRun = second.runDue()
    await second.reached
    const held = await staged()
    expect(held).toHaveLength(1)
    expect(held).not.toContain(lost)
    late.reject(new Error('late'))
    await firstRun
    expect(await staged()).toEqual(held)
    goOn.resolve()
    await secondRun
    expect(await rows('shop.taken_over')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await staged()).toEqual([])
    await run(id)
    expect(await rows('shop.taken_over')).toHaveLength(2)
  })

  it('needs a database that allows it, and a query that only reads', async () => {
    const writing = await create('delete from orders', 'gone')
    expect((await run(writing))[0]).toBe('Error')
    await allow(false)
    const id = await create('select 1 as n', 'one')
    expect(await run(id)).toEqual([
      'Error',
      expect.stringContaining('This database does not allow creating tables from queries.'),
    ])
    await allow(true)
    expect(await rows('shop.orders')).toHaveLength(2)
    expect(await tables()).not.toContain('one')
  })

  it('ends when its owner may not run SQL any more', async () => {
    const { db } = server.services
    const userId = await server.addUser('author', ['Alpha', 'sql_lab'])
    const id = await create('select 1 as n', 'of_author', await server.token('author'))
    const lab = await db.selectFrom('roles').select('id').where('name', '=', 'sql_lab').executeTakeFirstOrThrow()
    await db.deleteFrom('user_roles').where('role_id', '=', lab.id).where('user_id', '=', userId).execute()
    await db.transaction().execute(rightsChanged)
    expect(await run(id)).toEqual(['Error', expect.stringContaining('There is no permission to run SQL.')])
    expect(await tables()).not.toContain('of_author')
  })

  it.each(['two words', '1st', 'a.b', 'x"; drop table orders; --', ''])('refuses the name %j', async (name) => {
    await expect(create('select 1 as n', name)).rejects.toThrow(/A table name consists of at most 60 letters/)
  })
})
