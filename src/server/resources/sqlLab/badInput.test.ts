import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ESCAPES } from '../../../engine/gate/testing/escapes.ts'
import { startFaultyProxy } from '../../../engine/run/testing/faultyProxy.ts'
import type { ResultAnswer } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../testing/postgres.ts'

/** Statements that try to read more than their reader's tables, and a server that hangs, on a real PostgreSQL. */

const PORT = await freePort()
const isThere = postgresPrograms() !== undefined
if (!isThere && process.env.CI === 'true') throw new Error('PostgreSQL is not installed')

const canary = 'canary-6Qz'
const inFile = `${canary} of the file`
const folder = mkdtempSync(join(tmpdir(), 'sextant-escapes-'))
const file = join(folder, 'secret.txt')
const out = join(folder, 'out.txt')
const escapes = (ESCAPES['postgresql'] ?? []).map((sql) => sql.replaceAll('{file}', file).replaceAll('{out}', out))

describe.skipIf(!isThere)('bad input to SQL Lab (needs PostgreSQL)', () => {
  let server: TestApp
  let postgres: TestPostgres
  let client: pg.Client
  let url: string
  let databaseId: number
  const tokens = new Map<string, string>()

  async function call(method: 'GET' | 'POST', path: string, body?: object, user = 'admin') {
    const token = tokens.get(user) ?? (await server.token(user))
    tokens.set(user, token)
    const headers = { authorization: `Bearer ${token}` }
    return server.app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) })
  }
  const lab = (path: string, body: object) =>
    call('POST', `/api/v1/sqllab/${path}/`, { database_id: databaseId, schema: 'public', ...body }, 'reader')

  const statusOf = async (clientId: string) => {
    const { db } = server.services
    return (await db.selectFrom('queries').select('status').where('client_id', '=', clientId).executeTakeFirst())
      ?.status
  }

  /** Everything that a statement could have changed. */
  async function contents(): Promise<unknown> {
    const { rows } = await client.query(`
      SELECT (SELECT string_agg(relname, ',' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace) AS relations,
        (SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_') AS schemas,
        (SELECT string_agg(region || amount, ',' ORDER BY region) FROM sales) AS sales,
        (SELECT count(*) FROM pg_largeobject_metadata) AS objects,
        (SELECT count(*) FROM pg_roles WHERE rolname !~ '^pg_') AS roles,
        (SELECT relacl::text FROM pg_class WHERE relname = 'sales') AS grants`)
    return rows
  }

  beforeAll(async () => {
    writeFileSync(file, inFile)
    postgres = await startPostgres(PORT)
    url = await postgres.createDatabase()
    client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`
      CREATE TABLE sales (region text, amount int); INSERT INTO sales VALUES ('East', 1), ('West', 2);
      CREATE TABLE secrets (word text); INSERT INTO secrets VALUES ('${canary}');`)
    server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
    const made = await call('POST', '/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: url })
    databaseId = made.json<{ id: number }>().id
    const table = { database: databaseId, schema: 'public', table_name: 'sales' }
    const { id: datasetId } = (await call('POST', '/api/v1/dataset/', table)).json<{ id: number }>()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    await server.grant(await server.addUser('reader', ['Gamma', 'sql_lab']), [{ datasetId }])
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    await client?.end()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ways = {
    editor: (sql: string) => lab('execute', { sql }),
    template: (sql: string) =>
      lab('execute', { sql: '{{ statement }}', templateParams: JSON.stringify({ statement: sql }) }),
    async 'saved query'(sql: string) {
      const saved = { db_id: databaseId, label: 'saved', schema: 'public', sql }
      const { id } = (await call('POST', '/api/v1/saved_query/', saved, 'reader')).json<{ id: number }>()
      const { result } = (await call('GET', `/api/v1/saved_query/${id}`, undefined, 'reader')).json<{
        result: { sql: string }
      }>()
      expect(result.sql).toBe(sql)
      return lab('execute', { sql: result.sql })
    },
    estimate: (sql: string) => lab('estimate', { sql }),
    plan: (sql: string) => lab('plan', { sql }),
  }

  it.each(Object.entries(ways))('statements that must not run change and reveal nothing: %s', async (way, send) => {
    const before = await contents()
    const allowed: string[] = []
    // all ways share the same checks, so most of them test only a part of the statements
    const some = way === 'editor' ? escapes : escapes.filter((_sql, at) => at % 6 === Object.keys(ways).indexOf(way))
    for (const sql of some) {
      const response = await send(sql)
      expect(response.statusCode, sql).toBeLessThan(500)
      expect(response.body.replaceAll(sql, ''), sql).not.toContain(canary)
      if (response.statusCode === 200) allowed.push(sql)
    }
    expect(existsSync(out)).toBe(false)
    expect(await contents()).toEqual(before)
    // several statements, and comments of other databases, are not escapes in an editor
    expect(allowed).toEqual(expect.not.arrayContaining([expect.stringMatching(/drop|delete|update|insert|pg_/i)]))
    expect(allowed.length).toBeLessThan(10)
  })

  it('statements that must not run change and reveal nothing: virtual dataset', async () => {
    const before = await contents()
    for (const [at, sql] of escapes.entries()) {
      // an administrator may read every table, and nothing else
      const dataset = { database: databaseId, schema: 'public', table_name: `escape ${at}`, sql }
      const made = await call('POST', '/api/v1/dataset/', dataset)
      expect(made.statusCode, sql).toBeLessThan(500)
      expect(made.body.replaceAll(sql, ''), sql).not.toContain(inFile)
      if (made.statusCode !== 201) continue
      const { id } = made.json<{ id: number }>()
      const read = await call('POST', '/api/v1/chart/data', {
        datasource: { id, type: 'table' },
        result_type: 'samples',
        queries: [{ row_limit: 10 }],
      })
      expect(read.statusCode, sql).toBeLessThan(500)
      expect(read.body.replaceAll(sql, ''), sql).not.toContain(inFile)
    }
    expect(existsSync(out)).toBe(false)
    expect(await contents()).toEqual(before)
  }, 120_000)

  it.each([
    [true, 'stopped'],
    [false, 'running'],
  ])('the client disconnects, with the switch that stops its query: %s', async (isOn, status) => {
    const { db } = server.services
    const extra = JSON.stringify({ cancel_query_on_windows_unload: isOn })
    await db.updateTable('databases').set({ extra }).where('id', '=', databaseId).execute()
    const sql = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t'
    const client_id = `left ${isOn}`
    const token = await server.token('admin')
    const { port } = server.app.server.address() as AddressInfo
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/sqllab/execute/',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    sent.on('error', () => undefined)
    sent.end(JSON.stringify({ database_id: databaseId, sql, client_id }))
    await expect.poll(() => statusOf(client_id)).toBe('running')
    sent.destroy()
    if (isOn) await expect.poll(() => statusOf(client_id)).toBe('stopped')
    // the query of a disconnected client continues
    else await new Promise((later) => setTimeout(later, 300))
    expect(await statusOf(client_id)).toBe(status)
    expect((await call('POST', '/api/v1/query/stop', { client_id })).statusCode).toBe(200)
    await expect.poll(() => statusOf(client_id)).toBe('stopped')
  })

  it('a server that hangs: its query is stopped within a second, and other databases are served', async () => {
    const proxy = await startFaultyProxy(PORT)
    const held = new URL(url)
    held.port = String(proxy.port)
    const made = await call('POST', '/api/v1/database/', { database_name: 'held', sqlalchemy_uri: held.href })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    proxy.hang()
    const stuck = call('POST', '/api/v1/sqllab/execute/', { database_id: id, sql: 'select 1', client_id: 'stuck' })
    await expect.poll(() => statusOf('stuck')).toBe('running')
    const other = await call('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql: 'select 2 as n' })
    expect(other.json<ResultAnswer>().data).toEqual([{ n: 2 }])
    const from = performance.now()
    expect((await call('POST', '/api/v1/query/stop', { client_id: 'stuck' })).statusCode).toBe(200)
    expect((await stuck).statusCode).toBe(409)
    expect(performance.now() - from).toBeLessThan(1000)
    expect(await statusOf('stuck')).toBe('stopped')
    await proxy.close()
  })
})
