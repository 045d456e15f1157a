import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let server: TestApp
let root: string
let id: number

async function send(method: 'POST' | 'PUT', url: string, payload: object) {
  const headers = { authorization: `Bearer ${await server.token('admin')}` }
  return server.app.inject({ method, url, payload, headers })
}
const addressOf = (name: string) => `sqlite:///${join(root, name)}`

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'connections-')))
  mkdirSync(join(root, 'home'))
  for (const name of ['first.db', 'second.db']) new DatabaseSync(join(root, name)).close()
  server = await startApp({ SEXTANT_HOME: join(root, 'home'), SEXTANT_DATABASE_FOLDERS: root })
  const body = { database_name: 'files', sqlalchemy_uri: addressOf('first.db') }
  id = (await send('POST', '/api/v1/database/', body)).json<{ id: number }>().id
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true })
})

const versionNow = async () => {
  const row = server.services.db.selectFrom('databases').select('version').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).version
}

it('a version that was just read needs no other read of the store, and a newer one reads the new connection', async () => {
  const { connections, db } = server.services
  const fileOf = async (version?: number) => JSON.stringify(await connections.of(id, null, version))
  const before = await versionNow()
  expect(await fileOf(before)).toContain('first.db')
  expect((await send('PUT', `/api/v1/database/${id}`, { sqlalchemy_uri: addressOf('second.db') })).statusCode).toBe(200)
  const now = await versionNow()
  expect(now).toBeGreaterThan(before)
  expect(await fileOf(now)).toContain('second.db')
  await db.deleteFrom('databases').where('id', '=', id).execute()
  expect(await fileOf(now)).toContain('second.db')
  await expect(fileOf()).rejects.toMatchObject({ status: 404 })
  await expect(fileOf(now + 1)).rejects.toMatchObject({ status: 404 })
})
