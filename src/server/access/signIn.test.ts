import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { openLog } from '../log.ts'
import { safeNext } from '../resources/auth/routes.ts'
import { passwordOf, startApp, type TestApp } from '../testing/app.ts'
import { csrfOf } from '../testing/csrfOf.ts'
import { multipartForm } from '../testing/multipart.ts'
import { csrfToken } from './csrf.ts'
import { hashSecret } from './sessions.ts'
import { rightsChanged } from './subjects.ts'
import { makeSignInLink, setPassword } from './users.ts'

let server: TestApp
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const hour = 3_600_000

async function signIn(
  fields: Record<string, string>,
  options: { next?: string; accept?: string; csrf?: boolean } = {},
) {
  const page = await server.app.inject({ method: 'GET', url: '/login/' })
  const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]))
  const token: Record<string, string> = options.csrf === false ? {} : { csrf_token: csrfOf(page.body) }
  const answer = await server.app.inject({
    method: 'POST',
    url: `/login/${options.next === undefined ? '' : `?next=${encodeURIComponent(options.next)}`}`,
    cookies,
    headers: { ...form, accept: options.accept ?? 'text/html' },
    payload: new URLSearchParams({ ...fields, ...token }).toString(),
  })
  return { answer, before: cookies['session'] }
}

const admin = { username: 'admin', password: passwordOf('admin') }
const me = (cookies: Record<string, string>) => server.app.inject({ method: 'GET', url: '/api/v1/me/', cookies })

describe('the sign-in form', () => {
  beforeAll(async () => {
    server = await startApp()
  })
  afterAll(() => server.close())

  it('sets a new session cookie that scripts cannot read, and stores only its hash', async () => {
    const { answer, before } = await signIn(admin)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/')
    const cookie = answer.cookies.find(({ name }) => name === 'session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.secure).toBeUndefined()
    expect(cookie?.value).not.toBe(before)
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32)
    const stored = await server.services.db.selectFrom('sessions').select('id_hash').execute()
    expect(stored.map((row) => row.id_hash)).toContain(hashSecret(cookie?.value ?? ''))
    expect(JSON.stringify(stored)).not.toContain(cookie?.value)
  })

  it('starts a new session, never one that the browser sends, and ends the previous one', async () => {
    const browser = await server.browser('admin')
    for (const session of ['a'.repeat(43), browser.cookies['session'] ?? '']) {
      const csrf = csrfToken(server.services.keys.for('csrf'), session, server.services.now())
      const answer = await server.app.inject({
        method: 'POST',
        url: '/login/',
        cookies: { session },
        headers: form,
        payload: new URLSearchParams({ ...admin, csrf_token: csrf }).toString(),
      })
      const given = answer.cookies.find(({ name }) => name === 'session')?.value ?? ''
      expect([answer.headers.location, given === session]).toEqual(['/', false])
      expect((await me({ session: given })).statusCode).toBe(200)
      expect((await me({ session })).statusCode).toBe(401)
    }
  })

  it('does not reveal which accounts exist', async () => {
    await server.addUser('disabled', ['Gamma'])
    await server.addUser('invited', ['Gamma'])
    const { db } = server.services
    await db.updateTable('users').set({ is_active: false }).where('username', '=', 'disabled').execute()
    await db.updateTable('users').set({ password_hash: null }).where('username', '=', 'invited').execute()
    const told = async (username: string, password: string) => {
      const byForm = await signIn({ username, password }, { accept: 'application/json' })
      const byApi = await server.app.inject({
        method: 'POST',
        url: '/api/v1/security/login',
        payload: { username, password, provider: 'db' },
      })
      return [byForm.answer, byApi].map(({ statusCode, body, headers }) => ({
        statusCode,
        body,
        headers: { ...headers, date: undefined },
      }))
    }
    const unknown = await told('nobody', 'wrong')
    expect(unknown.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    expect(await told('admin', 'wrong')).toEqual(unknown)
    for (const username of ['disabled', 'invited'])
      expect(await told(username, passwordOf(username)), username).toEqual(unknown)
  })

  it('keeps one-time links, links to unsubscribe and codes of a provider out of the log', async () => {
    const lines: string[] = []
    const log = openLog({ level: 'trace', format: 'json' }, { write: (line) => void lines.push(line) })
    const logged = buildApp({ ...server.services, log })
    const token = await makeSignInLink(server.services.db, 1, server.services.now())
    const oidc = `/login/oidc/callback?code=${token}&state=${token}`
    for (const url of [`/setup/${token}`, `/setup/${token}?a=b`, oidc, `/unsubscribe/${token}`])
      await logged.inject({ method: 'GET', url })
    await logged.inject({ method: 'POST', url: `/setup/${token}`, payload: { token, password: 'long enough' } })
    await logged.close()
    expect(lines.filter((line) => line.includes('/setup/***')).length).toBeGreaterThanOrEqual(3)
    expect(lines.join('')).not.toContain(token)
  })

  it.each([
    ['/dashboard/list/', '/dashboard/list/'],
    ['/superset/dashboard/1/?a=b#c', '/superset/dashboard/1/?a=b#c'],
    ['http://127.0.0.1:8088/chart/list/', '/chart/list/'],
    ['http://other.example/x', '/'],
    ['//other.example/x', '/'],
    ['/\\other.example', '/'],
    ['\\\\other.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/%09/other.example', '/%09/other.example'],
    ['\t//other.example', '/'],
    ['', '/'],
  ])('continues to %s as %s', async (next, target) => {
    expect(safeNext(next, 'http://127.0.0.1:8088')).toBe(target)
    const { answer } = await signIn(admin, { next })
    expect(answer.headers.location).toBe(target)
  })

  it('refuses a wrong password with a message on the next page', async () => {
    const { answer } = await signIn({ username: 'admin', password: 'wrong' })
    expect(answer.headers.location).toBe('/login/?next=/')
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    const page = await server.app.inject({ method: 'GET', url: '/login/', cookies })
    expect(page.body).toContain('Invalid login. Please try again.')
  })

  it('ignores an unsigned message', async () => {
    const forged = `${Buffer.from('[["danger","call 555"]]').toString('base64url')}.AAAA`
    const page = await server.app.inject({ method: 'GET', url: '/login/', cookies: { flash: forged } })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('555')
  })

  it('responds with JSON if requested', async () => {
    const good = await signIn(admin, { accept: 'application/json', next: '/chart/list/' })
    expect(good.answer.json()).toEqual({ next: '/chart/list/' })
    const bad = await signIn({ username: 'admin', password: 'wrong' }, { accept: 'application/json' })
    expect(bad.answer.statusCode).toBe(401)
    expect(bad.answer.json()).toEqual({ message: 'Invalid login. Please try again.' })
  })

  it.each<[string, (fields: Record<string, string>) => Promise<{ payload: Buffer | string; headers: object }>]>([
    ['multipart', multipartForm],
    ['JSON', async (fields) => ({ payload: JSON.stringify(fields), headers: { 'content-type': 'application/json' } })],
  ])('is accepted as %s', async (_, encode) => {
    const page = await server.app.inject({ method: 'GET', url: '/login/' })
    const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]))
    const post = async (fields: Record<string, string>) => {
      const { payload, headers } = await encode(fields)
      return server.app.inject({ method: 'POST', url: '/login/', cookies, payload, headers: { ...headers } })
    }
    const csrf_token = csrfOf(page.body)
    expect((await post({ ...admin, csrf_token: 'x' })).headers.location).toBe('/login/')
    expect((await post({ ...admin, password: 'x', csrf_token })).headers.location).toBe('/login/?next=/')
    const answer = await post({ ...admin, csrf_token })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
  })

  it('requires the token of its page', async () => {
    const { answer } = await signIn(admin, { csrf: false })
    expect(answer.headers.location).toBe('/login/')
    expect(answer.cookies.filter(({ name }) => name === 'session')).toEqual([])
  })

  it('ends with signing out, which no other site can trigger', async () => {
    const browser = await server.browser('admin')
    const crossSite = await server.app.inject({
      method: 'GET',
      url: '/logout/',
      cookies: browser.cookies,
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(crossSite.statusCode).toBe(403)
    expect((await me(browser.cookies)).statusCode).toBe(200)
    const old = { ...browser.cookies }
    const out = await browser.inject({ method: 'GET', url: '/logout/', headers: { 'sec-fetch-site': 'same-origin' } })
    expect(out.headers.location).toBe('/')
    expect((await me(old)).statusCode).toBe(401)
  })

  it('redirects signed-in users to the home page', async () => {
    const browser = await server.browser('admin')
    expect((await browser.inject({ method: 'GET', url: '/login/' })).headers.location).toBe('/')
  })

  it('over https binds the cookie to the host', async () => {
    const secure = await startApp({ SEXTANT_BASE_URL: 'https://bi.example.org' })
    try {
      const page = await secure.app.inject({ method: 'GET', url: '/login/' })
      expect(page.cookies[0]).toMatchObject({ name: '__Host-session', secure: true, httpOnly: true, path: '/' })
      expect(page.headers['strict-transport-security']).toMatch(/max-age/)
    } finally {
      await secure.close()
    }
  })
})

describe('changed permissions apply to the next request', () => {
  beforeEach(async () => {
    server = await startApp()
    await server.addUser('gamma', ['Gamma'])
  })
  afterEach(() => server.close())
  const userId = async () =>
    (
      await server.services.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'gamma')
        .executeTakeFirstOrThrow()
    ).id

  it('a session ends after idle time and after its maximum lifetime', async () => {
    const browser = await server.browser('gamma')
    server.advance(167 * hour)
    expect((await me(browser.cookies)).statusCode).toBe(200)
    server.advance(169 * hour)
    expect((await me(browser.cookies)).statusCode).toBe(401)
    const other = await server.browser('gamma')
    for (let day = 0; day < 29; day++) {
      server.advance(24 * hour)
      expect((await me(other.cookies)).statusCode).toBe(200)
    }
    server.advance(30 * hour)
    expect((await me(other.cookies)).statusCode).toBe(401)
  })

  it('disabling an account ends sessions and tokens', async () => {
    const browser = await server.browser('gamma')
    const token = await server.token('gamma')
    await server.services.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ is_active: false }).where('username', '=', 'gamma').execute()
      await rightsChanged(trx)
    })
    expect((await me(browser.cookies)).statusCode).toBe(401)
    const byToken = await server.app.inject({
      method: 'GET',
      url: '/api/v1/menu/',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(byToken.statusCode).toBe(401)
    expect(byToken.json()).toEqual({ msg: `Error loading the user ${await userId()}` })
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      payload: { username: 'gamma', password: passwordOf('gamma'), provider: 'db' },
    })
    expect(answer.json()).toEqual({ message: 'Not authorized' })
  })

  it('removing a role removes its permissions, adding one grants them', async () => {
    const browser = await server.browser('gamma')
    const log = { method: 'GET', url: '/users/list/' } as const
    expect((await browser.inject(log)).statusCode).toBe(302)
    const { db } = server.services
    await db.transaction().execute(async (trx) => {
      const role = await trx.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow()
      await trx
        .insertInto('user_roles')
        .values({ user_id: await idIn(trx), role_id: role.id })
        .execute()
      await rightsChanged(trx)
    })
    expect((await browser.inject(log)).statusCode).toBe(200)
    await db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('user_roles')
        .where('user_id', '=', await idIn(trx))
        .execute()
      await rightsChanged(trx)
    })
    expect((await browser.inject(log)).statusCode).toBe(302)
    async function idIn(trx: typeof db) {
      return (await trx.selectFrom('users').select('id').where('username', '=', 'gamma').executeTakeFirstOrThrow()).id
    }
  })

  it('a new password ends sessions and tokens', async () => {
    const browser = await server.browser('gamma')
    const token = await server.token('gamma')
    server.advance(5_000)
    await setPassword(server.services.db, await userId(), 'a new password', server.services.now())
    expect((await me(browser.cookies)).statusCode).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    expect((await server.app.inject({ method: 'GET', url: '/api/v1/menu/', headers })).statusCode).toBe(401)
  })
})

describe('repeated failures', () => {
  beforeEach(async () => {
    server = await startApp()
  })
  afterEach(() => server.close())
  const attempt = (username: string, password: string, remoteAddress = '127.0.0.1') =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      payload: { username, password, provider: 'db' },
      remoteAddress,
    })

  /** Counts failures as usual; the delays are tested separately below. */
  function withoutDelays() {
    const { signIns } = server.services
    const failed = signIns.failed.bind(signIns)
    signIns.failed = (key, now) => {
      failed(key, now)
      return 0
    }
  }

  it('count for all addresses of one network', async () => {
    withoutDelays()
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => (await attempt('many', 'wrong', `2001:db8::${n}:1`)).statusCode),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect((await attempt('many', 'wrong', '2001:db8:0:1::1')).statusCode).toBe(401)
  })

  it.each(['admin', 'nobody'])('lock %s at this address for a quarter of an hour', async (username) => {
    const key = `${username}\n127.0.0.1`
    for (let n = 0; n < 10; n++) server.services.signIns.failed(key, server.services.now())
    const locked = await attempt(username, passwordOf(username))
    expect(locked.statusCode).toBe(429)
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
    server.advance(16 * 60_000)
    expect((await attempt(username, passwordOf(username))).statusCode).toBe(username === 'admin' ? 200 : 401)
  })

  it('count if they are simultaneous', async () => {
    withoutDelays()
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await attempt('burst', 'wrong')).statusCode),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it('are delayed more and more', async () => {
    const delays = Array.from({ length: 9 }, () => server.services.signIns.failed('a', 0))
    expect(delays).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 4000])
  })

  it.each(['nobody', 'disabled', 'invited'])('take the same time for an account that is %s', async (username) => {
    const { db } = server.services
    await server.addUser('disabled', ['Gamma'])
    await server.addUser('invited', ['Gamma'])
    await db.updateTable('users').set({ is_active: false }).where('username', '=', 'disabled').execute()
    await db.updateTable('users').set({ password_hash: null }).where('username', '=', 'invited').execute()
    await attempt('admin', 'wrong')
    await attempt(username, 'wrong')
    // CPU time, not clock time: other processes on the machine must not count
    const cost = async (username: string) => {
      const before = process.cpuUsage()
      await attempt(username, 'wrong')
      return process.cpuUsage(before).user / 1000
    }
    const known = await cost('admin')
    const unknown = await cost(username)
    expect(Math.max(known, unknown)).toBeLessThan(Math.min(known, unknown) * 4 + 20)
  })

  it('are written to the audit log without the password', async () => {
    await attempt('admin', 'my secret guess')
    const rows = await server.services.db.selectFrom('logs').selectAll().where('action', '=', 'sign_in').execute()
    expect(rows.at(-1)).toMatchObject({ outcome: 'refused', address: '127.0.0.1' })
    expect(JSON.stringify(rows)).not.toContain('secret guess')
    const q = '(columns:!(action,outcome,object,address),order_column:dttm,order_direction:asc)'
    const shown = await server.app.inject({
      url: `/api/v1/log/?q=${q}`,
      headers: { authorization: `Bearer ${await server.token('admin')}` },
    })
    const signIns = shown.json<{ result: { action: string }[] }>().result.filter(({ action }) => action === 'sign_in')
    expect(signIns).toEqual([
      { action: 'sign_in', outcome: 'refused', object: null, address: '127.0.0.1' },
      { action: 'sign_in', outcome: 'ok', object: null, address: '127.0.0.1' },
    ])
  })
})
