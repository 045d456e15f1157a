import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { csrfOf } from '../testing/csrfOf.ts'
import { ensureAdmin, makeSignInLink } from './users.ts'

let server: TestApp

describe('the first administrator', () => {
  beforeEach(async () => {
    server = await startApp()
    await server.services.db.deleteFrom('users').execute()
  })
  afterEach(() => server.close())

  async function open(token: string) {
    const page = await server.app.inject({ method: 'GET', url: `/setup/${token}` })
    const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]))
    return { page, cookies, csrf: csrfOf(page.body) }
  }
  const set = (token: string, { cookies, csrf }: { cookies: Record<string, string>; csrf: string }, body: object) =>
    server.app.inject({
      method: 'POST',
      url: `/setup/${token}`,
      cookies,
      headers: { 'x-csrftoken': csrf },
      payload: { token, ...body },
    })

  it('sets a password with a link that works once, and is signed in', async () => {
    const { db, now } = server.services
    const { userId, hasPassword } = await ensureAdmin(db, { username: 'admin', password: undefined }, now())
    expect(hasPassword).toBe(false)
    const token = await makeSignInLink(db, userId, now())
    const place = await open(token)
    expect(place.page.body).toContain('&#34;valid&#34;:true')
    expect((await set(token, place, { password: 'short' })).statusCode).toBe(400)
    expect((await set(token, { ...place, csrf: 'x' }, { password: 'long enough' })).statusCode).toBe(400)
    await server.addUser('boss', ['Gamma'])
    expect((await set(token, place, { password: 'long enough', username: 'BOSS' })).statusCode).toBe(400)
    const done = await set(token, place, { password: 'long enough', username: 'root' })
    expect(done.json()).toEqual({ next: '/superset/welcome/' })
    const session = done.cookies.find(({ name }) => name === 'session')?.value ?? ''
    const me = await server.app.inject({ method: 'GET', url: '/api/v1/me/', cookies: { session } })
    expect(me.json()).toMatchObject({ result: { username: 'root' } })
    expect((await set(token, place, { password: 'another user' })).statusCode).toBe(400)
    expect((await open(token)).page.statusCode).toBe(404)
    expect(await ensureAdmin(db, { username: 'admin', password: undefined }, now())).toMatchObject({
      hasPassword: true,
    })
  })

  it('chooses a username; other users keep theirs, which row rules and databases know', async () => {
    const { db, now } = server.services
    await server.addUser('root', ['Admin'])
    const userId = await server.addUser('invited', ['Alpha'])
    const token = await makeSignInLink(db, userId, now())
    const place = await open(token)
    expect(place.page.body).toContain('&#34;names_itself&#34;:false')
    const renamed = await set(token, place, { password: 'long enough', username: 'chosen' })
    expect([renamed.statusCode, renamed.json()]).toEqual([
      403,
      { message: 'Only administrators can change usernames.' },
    ])
    const kept = await set(token, place, { password: 'long enough', username: 'invited' })
    expect(kept.statusCode).toBe(200)
    const admin = await makeSignInLink(db, await server.addUser('second', ['Admin']), now())
    const spaced = await set(admin, await open(admin), { password: 'long enough', username: ' spaced\n' })
    expect(spaced.statusCode).toBe(400)
  })

  it('gets a new link at each start; the old one and an expired one fail', async () => {
    const { db, now } = server.services
    const { userId } = await ensureAdmin(db, { username: 'admin', password: undefined }, now())
    const first = await makeSignInLink(db, userId, now())
    const second = await makeSignInLink(db, userId, now())
    expect((await open(first)).page.statusCode).toBe(404)
    const place = await open(second)
    server.advance(25 * 3_600_000)
    expect((await set(second, place, { password: 'long enough' })).statusCode).toBe(400)
  })

  it('accepts only one of two simultaneous uses', async () => {
    const { db, now } = server.services
    const { userId } = await ensureAdmin(db, { username: 'admin', password: undefined }, now())
    const token = await makeSignInLink(db, userId, now())
    const place = await open(token)
    const answers = await Promise.all(
      ['password one', 'password two'].map((password) => set(token, place, { password })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400])
  })

  it('is created from the configuration, and keeps an existing password', async () => {
    const { db, now } = server.services
    await ensureAdmin(db, { username: 'boss', password: 'from the environment' }, now())
    const first = await server.app.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      payload: { username: 'boss', password: 'from the environment', provider: 'db' },
    })
    expect(first.statusCode).toBe(200)
    await ensureAdmin(db, { username: 'boss', password: 'changed later' }, now())
    const second = await server.app.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      payload: { username: 'boss', password: 'changed later', provider: 'db' },
    })
    expect(second.statusCode).toBe(401)
  })
})
