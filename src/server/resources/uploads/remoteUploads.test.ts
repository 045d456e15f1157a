import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { uploadFile } from './testing/uploadFile.ts'

/** Files that become tables of databases other than the embedded one. */

const isThere = postgresPrograms() !== undefined
if (!isThere && process.env['CI'] === 'true') throw new Error('PostgreSQL is not installed')
const PORT = await freePort()

describe.skipIf(!isThere)('uploads to other databases (need PostgreSQL)', () => {
  let server: TestApp
  let postgres: TestPostgres
  let uri: string
  let folder: string
  let admin: Browser
  let analyst: Browser
  let open: number
  let listed: number
  let file: number

  async function query(sql: string): Promise<unknown[]> {
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: uri })
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    await client.end()
    return rows
  }

  async function connect(database_name: string, sqlalchemy_uri: string, more: object = {}): Promise<number> {
    const payload = { database_name, sqlalchemy_uri, allow_file_upload: true, ...more }
    const answer = await admin.inject({ method: 'POST', url: '/api/v1/database/', payload })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: number }>().id
  }

  async function send(browser: Browser, url: string, fields: Record<string, string>, text: string) {
    const form = new FormData()
    form.set('file', new Blob([text]), 'sales.csv')
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const body = new Response(form)
    const headers = { 'content-type': body.headers.get('content-type') ?? '' }
    return browser.inject({ method: 'POST', url, headers, payload: Buffer.from(await body.arrayBuffer()) })
  }
  const upload = (id: number, fields: Record<string, string>, text = 'a,day\n1,2024-02-29\n2,\n', browser = analyst) =>
    send(browser, `/api/v1/database/${id}/csv_upload/`, fields, text)
  const filesLeft = () => {
    try {
      return readdirSync(join(server.home, 'uploads'))
    } catch {
      return []
    }
  }
  const stagedLeft = () => query("SELECT tablename FROM pg_tables WHERE tablename LIKE 'sextant_upload%'")

  beforeAll(async () => {
    postgres = await startPostgres(PORT)
    uri = await postgres.createDatabase()
    await query('CREATE SCHEMA landing; CREATE SCHEMA closed')
    folder = mkdtempSync(join(tmpdir(), 'sextant-files-'))
    new DatabaseSync(join(folder, 'shop.db')).close()
    server = await startApp({ SEXTANT_DATABASE_HOSTS: '127.0.0.1', SEXTANT_DATABASE_FOLDERS: folder })
    await server.addUser('analyst', ['Alpha'])
    const writer = await server.addUser('writer', ['Gamma'])
    admin = await server.browser('admin')
    analyst = await server.browser('analyst')
    open = await connect('open', uri)
    listed = await connect('listed', uri, { extra: JSON.stringify({ schemas_allowed_for_file_upload: ['landing'] }) })
    file = await connect('file', `sqlite:///${join(folder, 'shop.db')}`)
    await connect('closed', uri, { allow_file_upload: false })
    await server.grant(writer, [{ databaseId: listed, schema: 'landing' }])
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('create, append to and replace a table and its dataset', async () => {
    const answer = await upload(open, { table_name: 'Sales 2024', schema: 'landing' })
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: 'OK' }])
    expect(await query('SELECT a::int, day::text FROM landing."Sales 2024" ORDER BY a')).toEqual([
      { a: 1, day: '2024-02-29' },
      { a: 2, day: null },
    ])
    const dataset = await server.services.db
      .selectFrom('datasets')
      .select(['id', 'schema', 'database_id'])
      .where('table_name', '=', 'Sales 2024')
      .executeTakeFirstOrThrow()
    expect(dataset).toMatchObject({ schema: 'landing', database_id: open })
    const again = await upload(open, { table_name: 'Sales 2024', schema: 'landing' })
    expect([again.statusCode, again.body]).toEqual([422, expect.stringContaining('already exists')])
    const named = { table_name: 'Sales 2024', schema: 'landing' }
    expect((await upload(open, { ...named, already_exists: 'append' }, 'day,a\n2024-03-01,3\n')).statusCode).toBe(201)
    expect(await query('SELECT sum(a)::int AS s FROM landing."Sales 2024"')).toEqual([{ s: 6 }])
    const odd = await upload(open, { ...named, already_exists: 'append' }, 'a,other\n1,2\n')
    expect([odd.statusCode, odd.body]).toEqual([422, expect.stringContaining('other')])
    expect((await upload(open, { ...named, already_exists: 'replace' }, 'b\nx\n')).statusCode).toBe(201)
    expect(await query('SELECT * FROM landing."Sales 2024"')).toEqual([{ b: 'x' }])
    const chart = await analyst.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      payload: { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns: ['b'], row_limit: 10 }] },
    })
    expect(chart.json()).toMatchObject({ result: [{ data: [{ b: 'x' }] }] })
    expect([await stagedLeft(), filesLeft()]).toEqual([[], []])
  }, 120_000)

  it('of a database whose settings name another one for exploring become datasets of that one', async () => {
    const writing = await connect('writing', uri, { extra: JSON.stringify({ explore_database_id: open }) })
    const lost = await connect('lost', uri, { extra: JSON.stringify({ explore_database_id: 987_654 }) })
    const fields = { table_name: 'explored', schema: 'landing' }
    expect((await upload(writing, fields)).statusCode).toBe(201)
    // the second upload finds the dataset in the other database
    expect((await upload(writing, { ...fields, already_exists: 'replace' })).statusCode).toBe(201)
    expect((await upload(lost, { ...fields, table_name: 'stays' })).statusCode).toBe(201)
    const datasets = await server.services.db
      .selectFrom('datasets')
      .select(['table_name', 'database_id'])
      .where('table_name', 'in', ['explored', 'stays'])
      .orderBy('table_name')
      .execute()
    expect(datasets).toEqual([
      { table_name: 'explored', database_id: open },
      { table_name: 'stays', database_id: lost },
    ])
    for (const id of [lost, writing]) {
      if (id === lost) await query('DROP TABLE landing.stays')
      await server.services.db.deleteFrom('datasets').where('database_id', '=', id).execute()
      await server.services.db.deleteFrom('databases').where('id', '=', id).execute()
    }
  }, 60_000)

  it('go only where the database and its schemas allow it', async () => {
    const closed = await server.services.db
      .selectFrom('databases')
      .select('id')
      .where('database_name', '=', 'closed')
      .executeTakeFirstOrThrow()
    for (const [id, schema] of [
      [listed, 'closed'],
      [listed, undefined],
      [closed.id, 'landing'],
    ] as const) {
      const answer = await upload(id, { table_name: 'not_here', ...(schema === undefined ? {} : { schema }) })
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('is not allowed for csv uploads')])
    }
    expect((await upload(listed, { table_name: 'here', schema: 'landing' })).statusCode).toBe(201)
    const schemas = async (browser: Browser, id: number) => [
      (await browser.inject({ url: `/api/v1/database/${id}/schemas_access_for_file_upload/` })).json<unknown>(),
      (await browser.inject({ url: `/superset/schemas_access_for_file_upload?db_id=${id}` })).json<unknown>(),
    ]
    expect(await schemas(analyst, listed)).toEqual([{ schemas: ['landing'] }, ['landing']])
    expect(await schemas(analyst, open)).toEqual([{ schemas: [] }, []])
    const targets = await analyst.inject({ url: '/api/v1/upload/databases/' })
    expect(targets.json<{ result: { name: string; schemas: string[] }[] }>().result).toEqual([
      expect.objectContaining({ name: 'examples', is_embedded: true }),
      expect.objectContaining({ name: 'file', schemas: [] }),
      expect.objectContaining({ name: 'listed', schemas: ['landing'] }),
      expect.objectContaining({ name: 'open', schemas: [] }),
    ])
  }, 60_000)

  it('of tables without a dataset are changed by administrators only', async () => {
    await query('CREATE TABLE landing.plain AS SELECT 1 AS a')
    const named = { table_name: 'plain', schema: 'landing', already_exists: 'replace' }
    expect((await upload(open, named)).statusCode).toBe(422)
    expect(await query('SELECT a FROM landing.plain')).toEqual([{ a: 1 }])
    expect((await upload(open, named, 'a\n2\n', admin)).statusCode).toBe(201)
    expect(await query('SELECT a::int FROM landing.plain')).toEqual([{ a: 2 }])
  }, 60_000)

  it('work through the two steps of the dialog, and in a file database', async () => {
    const looked = await uploadFile(analyst, 'notes.csv', Buffer.from('n,t\n1,x\n'))
    const { id, result } = looked.json<{ id: string; result: { reading: object; columns: { name: string }[] } }>()
    const columns = result.columns.map(({ name }) => ({ source: name, name }))
    const target = await analyst.inject({ url: `/api/v1/upload/table/?name=notes&database_id=${file}` })
    expect(target.json()).toMatchObject({ result: { exists: false } })
    const payload = { table_name: 'notes', database_id: file, reading: result.reading, columns }
    const made = await analyst.inject({ method: 'POST', url: `/api/v1/upload/${id}/`, payload })
    expect(made.statusCode, made.body).toBe(201)
    const database = new DatabaseSync(join(folder, 'shop.db'))
    expect(database.prepare('SELECT * FROM notes').all()).toEqual([{ n: 1, t: 'x' }])
    database.close()
    expect(filesLeft()).toEqual([])
  }, 60_000)

  it('that cannot be read leave nothing', async () => {
    const tables = () => query("SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'landing'")
    const before = await tables()
    for (const text of ['', '\0\0\0\0', 'PK\u0003\u0004 nonsense', `${'c,'.repeat(10_000)}\n1\n`]) {
      const answer = await upload(open, { table_name: 'broken', schema: 'landing' }, text)
      expect([answer.statusCode, answer.body], text.slice(0, 20)).toEqual([
        422,
        expect.stringContaining('could not be read'),
      ])
    }
    expect([await tables(), await stagedLeft(), filesLeft()]).toEqual([before, [], []])
  }, 120_000)
})
