import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiKeyCreatedAnswer, ApiKeyListAnswer } from '../../../model/people/apiKey.ts'
import { isStillLetIn } from '../../access/gate.ts'
import { hashSecret } from '../../access/sessions.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, passwordOf, startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let gil: { id: number; browser: Browser }
const own = '/api/v1/me/api_keys/'
const day = 86_400_000

beforeAll(async () => {
  server = await startApp()
  const id = await server.addUser('gil', ['Gamma'])
  gil = { id, browser: await server.browser('gil') }
})
afterAll(() => server?.close())

async function make(browser: Browser, body: object): Promise<ApiKeyCreatedAnswer> {
  const answer = await browser.inject({ method: 'POST', url: own, payload: { scope: 'all', days: 30, ...body } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (key: string, method: Method, url: string, payload?: object) =>
  server.app.inject({ method, url, payload, headers: { authorization: `Bearer ${key}` } })
const statusOf = async (key: string) => (await call(key, 'GET', '/api/v1/me/')).statusCode

it('acts for its owner, is shown once, and is stored as a hash', async () => {
  const { id, key, result } = await make(gil.browser, { name: 'nightly report' })
  expect(result).toMatchObject({ name: 'nightly report', scope: 'all', hint: key.slice(0, 10), last_used_on: null })
  const me = await call(key, 'GET', '/api/v1/me/')
  expect(me.json()).toMatchObject({ result: { username: 'gil' } })
  const made = await call(key, 'POST', '/api/v1/dashboard/', { dashboard_title: 'made by a program' })
  expect(made.statusCode).toBe(201)
  expect((await call(key, 'GET', '/api/v1/security/users/')).statusCode).toBe(403)

  const listed = await gil.browser.inject({ method: 'GET', url: own })
  expect(listed.body).not.toContain(key)
  const row = listed.json<ApiKeyListAnswer>().result.find((each) => each.id === id)
  expect(row).toMatchObject({ is_expired: false, last_used_from: '127.0.0.1' })
  expect(row?.last_used_on).toMatch(/^\d{4}-/)

  const stored = await server.services.db.selectFrom('api_keys').selectAll().execute()
  expect(stored.map((each) => each.key_hash)).toContain(hashSecret(key))
  expect(JSON.stringify(stored)).not.toContain(key)
  const log = await server.services.db.selectFrom('logs').selectAll().where('user_id', '=', gil.id).execute()
  expect(JSON.stringify(log)).not.toContain(key)
  expect(log.find(({ action }) => action === 'api_key_create')).toMatchObject({ object: `ApiKey:${id}` })
  const change = log.find(({ action }) => action === 'dashboard_create')
  expect(JSON.parse(change?.json ?? '{}')).toMatchObject({ api_key: id })
})

it('is not used by a connection that only stays open, and ends it when it is revoked', async () => {
  const { id, key } = await make(gil.browser, { name: 'listener' })
  const connection = {
    headers: { authorization: `Bearer ${key}` },
    ip: '10.9.8.7',
    routeOptions: { config: { requires: 'signed_in' } },
    subject: { user: { id: gil.id } },
  } as unknown as FastifyRequest
  expect(await isStillLetIn(connection, server.services)).toBe(true)
  const listed = await gil.browser.inject({ method: 'GET', url: own })
  const row = listed.json<ApiKeyListAnswer>().result.find((each) => each.id === id)
  expect(row).toMatchObject({ last_used_on: null, last_used_from: null })
  expect((await gil.browser.inject({ method: 'DELETE', url: `${own}${id}` })).statusCode).toBe(200)
  expect(await isStillLetIn(connection, server.services)).toBe(false)
})

it('changes nothing if it only reads', async () => {
  const { key, id } = await make(gil.browser, { name: 'reader', scope: 'read' })
  const refused = await call(key, 'POST', '/api/v1/dashboard/', { dashboard_title: 'x' })
  expect([refused.statusCode, refused.json()]).toEqual([403, { message: 'This API key can only read.' }])
  expect((await call(key, 'GET', '/superset/favstar/Dashboard/1/select/')).statusCode).toBe(403)
  expect((await call(key, 'GET', '/api/v1/dashboard/')).statusCode).toBe(200)
  const log = await server.services.db.selectFrom('logs').selectAll().where('action', '=', 'refused').execute()
  expect(log.map(({ json }) => JSON.parse(json ?? '{}') as object)).toContainEqual(
    expect.objectContaining({ api_key: id, method: 'POST' }),
  )
})

it('grants nothing to visitors without an account, because it would outlive the key', async () => {
  const admin = await server.browser('admin')
  const { key } = await make(admin, { name: 'roles' })
  const roles = await call(key, 'GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Public)))')
  const [publicId] = roles.json<{ ids: number[] }>().ids
  const { db, now } = server.services
  const databaseId = await ensureExamplesDatabase(db, now)
  const rights = { permissions: ['can_read:Chart'], grants: [{ kind: 'database', database_id: databaseId }] }
  for (const [method, url, body] of [
    ['PUT', `/api/v1/security/roles/${publicId}/rights`, rights],
    ['POST', `/api/v1/security/roles/${publicId}/permissions`, { permission_view_menu_ids: [1] }],
    ['PUT', `/api/v1/security/data_access/database/${databaseId}`, { roles: [publicId] }],
    ['POST', '/superset/override_role_permissions/', { role_name: 'Public', database: [] }],
  ] as const) {
    const answer = await call(key, method, url, body)
    expect([answer.statusCode, answer.json()], url).toEqual([
      403,
      { message: 'An API key cannot change the role Public. Sign in with a browser.' },
    ])
  }
  const kept = await call(key, 'GET', `/api/v1/security/roles/${publicId}/rights`)
  expect(kept.json()).toMatchObject({ result: { grants: [] } })
})

it('manages neither accounts, passwords nor keys, even for an administrator', async () => {
  const admin = await server.browser('admin')
  const { key, id } = await make(admin, { name: 'all' })
  const message = { message: 'An API key cannot do this. Sign in with a browser.' }
  const password = { password: 'another password', current_password: passwordOf('admin') }
  for (const [method, url, body] of [
    ['PUT', '/api/v1/me/', password],
    ['GET', own, undefined],
    ['POST', own, { name: 'child', scope: 'all', days: 1 }],
    ['DELETE', `${own}${id}`, undefined],
    ['PUT', `/api/v1/security/users/${gil.id}`, { password: 'another password' }],
    ['POST', `/api/v1/security/users/${gil.id}/link`, {}],
    ['DELETE', `/api/v1/security/users/${gil.id}`, undefined],
  ] as const) {
    const answer = await call(key, method, url, body)
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 403, message])
  }
  expect((await call(key, 'GET', '/api/v1/security/users/')).statusCode).toBe(200)
})

it.each([
  [{ name: '', scope: 'all', days: 1 }, 400],
  [{ name: 'x', scope: 'admin', days: 1 }, 400],
  [{ name: 'x', scope: 'all', days: 0 }, 400],
  [{ name: 'x', scope: 'all', days: 366 }, 422],
  [{ name: 'x', scope: 'all', days: 1, user_id: 1 }, 400],
  [{ name: 'a\nb', scope: 'all', days: 1 }, 400],
])('refuses %j with %i', async (payload, status) => {
  const answer = await gil.browser.inject({ method: 'POST', url: own, payload })
  expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)])
})

it('ends when it is revoked, by its owner or by an administrator, and with its owner', async () => {
  const id = await server.addUser('hal', ['Gamma'])
  const hal = await server.browser('hal')
  const [first, second, third] = [
    await make(hal, { name: 'a' }),
    await make(hal, { name: 'b' }),
    await make(hal, { name: 'c' }),
  ]
  expect(await statusOf(first.key)).toBe(200)
  expect((await gil.browser.inject({ method: 'DELETE', url: `${own}${first.id}` })).statusCode).toBe(404)
  expect((await hal.inject({ method: 'DELETE', url: `${own}${first.id}` })).statusCode).toBe(200)
  const dead = await call(first.key, 'GET', '/api/v1/me/')
  expect([dead.statusCode, dead.json()]).toEqual([401, { msg: 'The API key is not valid' }])

  const admin = await server.browser('admin')
  const keysOfHal = `/api/v1/security/users/${id}/api_keys/`
  expect((await gil.browser.inject({ method: 'GET', url: keysOfHal })).statusCode).toBe(403)
  const listed = (await admin.inject({ method: 'GET', url: keysOfHal })).json<ApiKeyListAnswer>()
  expect(listed.result.map(({ name }) => name)).toEqual(['c', 'b'])
  expect((await admin.inject({ method: 'DELETE', url: `${keysOfHal}${second.id}` })).statusCode).toBe(200)
  expect(await statusOf(second.key)).toBe(401)

  expect(await statusOf(third.key)).toBe(200)
  await admin.inject({ method: 'PUT', url: `/api/v1/security/users/${id}`, payload: { active: false } })
  expect(await statusOf(third.key)).toBe(401)
  await admin.inject({ method: 'PUT', url: `/api/v1/security/users/${id}`, payload: { active: true } })
  expect(await statusOf(third.key)).toBe(200)
  await admin.inject({ method: 'DELETE', url: `/api/v1/security/users/${id}` })
  expect(await statusOf(third.key)).toBe(401)
})

it('has the rights of its owner at the time of use, and cannot be guessed', async () => {
  const id = await server.addUser('ida', ['Admin'])
  const { key } = await make(await server.browser('ida'), { name: 'a' })
  expect((await call(key, 'GET', '/api/v1/security/users/')).statusCode).toBe(200)
  const admin = await server.browser('admin')
  await admin.inject({ method: 'PUT', url: `/api/v1/security/users/${id}`, payload: { roles: [] } })
  expect((await call(key, 'GET', '/api/v1/security/users/')).statusCode).toBe(403)
  for (const wrong of [`${key}x`, key.slice(0, -1), 'sxk_', 'sxk_%00', `${key} x`])
    expect((await call(wrong, 'GET', '/api/v1/me/')).statusCode, wrong).toBeGreaterThanOrEqual(401)
})

it('expires', async () => {
  const { key } = await make(gil.browser, { name: 'short', days: 2 })
  server.advance(day)
  expect(await statusOf(key)).toBe(200)
  server.advance(day)
  const answer = await call(key, 'GET', '/api/v1/me/')
  expect([answer.statusCode, answer.json()]).toEqual([401, { msg: 'The API key has expired' }])
})

it('does not exist on a server without API keys', async () => {
  const without = await startApp({ SEXTANT_API_KEY_DAYS: '0' })
  try {
    const browser = await without.browser('admin')
    const payload = { name: 'x', scope: 'read', days: 1 }
    expect((await browser.inject({ method: 'POST', url: own, payload })).statusCode).toBe(403)
    expect((await browser.inject({ method: 'GET', url: own })).json()).toEqual({ result: [], max_days: 0 })
    const headers = { authorization: 'Bearer sxk_anything' }
    expect((await without.app.inject({ method: 'GET', url: '/api/v1/me/', headers })).statusCode).toBe(401)
  } finally {
    await without.close()
  }
})
