import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

/** Statements that a stand-in for Trino received: who runs each one, and who logged in. */
const statements: { user: string; login: string; sql: string }[] = []
let trino: Server
let server: TestApp
let databaseId = 0

const column = { name: 'a', type: 'integer', typeSignature: { rawType: 'integer', arguments: [] } }
beforeAll(async () => {
  trino = createServer((request, response) => {
    let sql = ''
    request.on('data', (chunk) => {
      sql += chunk
    })
    request.on('end', () => {
      const { authorization = '' } = request.headers
      const login = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
      if (request.method === 'POST') statements.push({ user: String(request.headers['x-trino-user']), login, sql })
      const isStart = sql.startsWith('START')
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(isStart ? { 'x-trino-started-transaction-id': 'one' } : {}),
      })
      const rows = /^(START|ROLLBACK)/.test(sql) ? {} : { columns: [column], data: [[1]] }
      response.end(JSON.stringify({ id: 'q', stats: { state: 'FINISHED' }, ...rows }))
    })
  })
  await new Promise<void>((done) => trino.listen(0, '127.0.0.1', done))
  server = await startApp({ SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
  const admin = await server.browser('admin')
  const { port } = trino.address() as AddressInfo
  const made = await admin.inject({
    method: 'POST',
    url: '/api/v1/database/',
    payload: {
      database_name: 'lake',
      sqlalchemy_uri: `trino://service:secret@127.0.0.1:${port}/hive`,
      impersonate_user: true,
    },
  })
  expect(made.statusCode, made.body).toBe(201)
  databaseId = made.json<{ id: number }>().id
  const user = await server.addUser('anna', ['Alpha', 'sql_lab'])
  await server.grant(user, [{ databaseId }])
}, 120_000)
afterAll(async () => {
  await server.close()
  trino.closeAllConnections()
  trino.close()
})

async function execute(username: string, sql: string): Promise<void> {
  const browser = await server.browser(username)
  const payload = { database_id: databaseId, sql, schema: null, client_id: `${username}${sql.length}`.slice(0, 11) }
  const answer = await browser.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', payload })
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('a database that impersonates users', () => {
  it('runs statements as the requesting user, with the login of the connection', async () => {
    statements.length = 0
    await execute('anna', 'SELECT 1 AS a')
    await execute('admin', 'SELECT 2 AS a')
    // a transaction for the next query is opened, and the end of this one is not awaited
    await expect.poll(() => statements.filter(({ sql }) => sql === 'ROLLBACK').length, { timeout: 5000 }).toBe(2)
    expect(new Set(statements.map(({ login }) => login))).toEqual(new Set(['service:secret']))
    const by = (name: string) => statements.filter(({ user }) => user === name).map(({ sql }) => sql.split(' ')[0])
    expect(by('anna')).toEqual(['START', 'SELECT', 'START', 'ROLLBACK'])
    expect(by('admin')).toEqual(['START', 'SELECT', 'START', 'ROLLBACK'])
    expect(by('service')).toEqual([])
  })

  it('never shares a result between users', async () => {
    const { connections } = server.services
    const user = async (id: number, username: string) =>
      (await connections.of(databaseId, { user: { id, username } as never })).dataVersion
    expect(await user(1, 'admin')).not.toBe(await user(2, 'anna'))
    expect(await user(2, 'anna')).toBe(await user(2, 'anna'))
    expect((await connections.of(databaseId, null)).dataVersion).not.toBe(await user(2, 'anna'))
  })

  it('runs them as the user of the connection after the switch is off', async () => {
    await server.services.db
      .updateTable('databases')
      .set({ impersonate_user: false, version: 100 })
      .where('id', '=', databaseId)
      .execute()
    statements.length = 0
    await execute('anna', 'SELECT 3 AS a3')
    expect(new Set(statements.map(({ user }) => user))).toEqual(new Set(['service']))
  })
})
