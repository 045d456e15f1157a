import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { NewSecondFactor, OwnSignIn } from '../../../model/people/ownSignIn.ts'
import { SignInThrottle } from '../../access/throttle.ts'
import { codeAt, stepOf } from '../../access/totp.ts'
import { makeSignInLink } from '../../access/users.ts'
import { passwordOf, startApp, type TestApp } from '../../testing/app.ts'
import { bytesOfBase32 } from '../../testing/base32.ts'
import { csrfOf } from '../../testing/csrfOf.ts'

let server: TestApp
let count = 0
let name: string
let userId: number
let secret: Buffer
let recovery: string[]

const path = '/api/v1/me/second_factor/'
const code = (shift = 0) => codeAt(secret, stepOf(server.services.now()) + shift)
/** The next code: none is accepted twice. */
const nextCode = () => {
  server.advance(30_000)
  return code()
}

beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server?.close())

/** A user with a second factor. */
beforeEach(async () => {
  name = `user${count++}`
  userId = await server.addUser(name, ['Gamma'])
  const browser = await server.browser(name)
  const begun = await browser.inject({ method: 'POST', url: path, payload: { password: passwordOf(name) } })
  const { result } = begun.json<{ result: NewSecondFactor }>()
  secret = bytesOfBase32(result.secret)
  expect(result.address).toBe(`otpauth://totp/Sextant%3A${name}?secret=${result.secret}&issuer=Sextant`)
  const wrong = await browser.inject({ method: 'POST', url: `${path}confirm`, payload: { code: '000000' } })
  expect(wrong.statusCode).toBe(400)
  const confirmed = await browser.inject({ method: 'POST', url: `${path}confirm`, payload: { code: code() } })
  recovery = confirmed.json<{ result: string[] }>().result
  expect(recovery).toHaveLength(10)
})

/** A browser in which the password was entered. */
async function half(next = '') {
  const jar: Record<string, string> = {}
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url,
      cookies: jar,
      headers: { accept: 'application/json, text/html', 'x-csrftoken': csrf },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const { name: cookie, value, maxAge } of answer.cookies) {
      if (maxAge === 0) delete jar[cookie]
      else jar[cookie] = value
    }
    return answer
  }
  let csrf = ''
  csrf = csrfOf((await send('GET', '/login/')).body)
  const signedIn = await server.app.inject({
    method: 'POST',
    url: `/login/?next=${encodeURIComponent(next)}`,
    cookies: jar,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', 'x-csrftoken': csrf },
    payload: new URLSearchParams({ username: name, password: passwordOf(name) }).toString(),
  })
  for (const { name: cookie, value } of signedIn.cookies) jar[cookie] = value
  const give = (given: string) => send('POST', '/login/code', { code: given })
  const isSignedIn = async () => (await send('GET', '/api/v1/me/')).statusCode === 200
  return { signedIn, jar, send, give, isSignedIn }
}

it('asks for a code after the password, and signs in with it, once', async () => {
  const browser = await half('/chart/list/')
  expect(browser.signedIn.json()).toEqual({ next: '/login/' })
  expect(await browser.isSignedIn()).toBe(false)
  expect((await browser.send('GET', '/login/')).body).toContain('second_factor&#34;:true')
  const wrong = await browser.give('123456')
  expect([wrong.statusCode, wrong.json()]).toEqual([401, { message: 'The code is wrong.' }])
  // the code that switched the second factor on cannot be used again
  expect((await browser.give(code())).statusCode).toBe(401)
  const used = nextCode()
  expect((await browser.give(used)).json()).toEqual({ next: '/chart/list/' })
  expect(await browser.isSignedIn()).toBe(true)
  const other = await half()
  expect((await other.give(used)).statusCode).toBe(401)
  expect((await other.give(nextCode())).statusCode).toBe(200)
})

it('accepts each recovery code once, in any notation', async () => {
  const [first = '', second = ''] = recovery
  expect((await (await half()).give(first)).statusCode).toBe(200)
  expect((await (await half()).give(first)).statusCode).toBe(401)
  expect((await (await half()).give(second.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200)
  const browser = await half()
  await browser.give(nextCode())
  const own = (await browser.send('GET', '/api/v1/me/sign_in/')).json<{ result: OwnSignIn }>().result
  expect(own.second_factor).toEqual({ is_on: true, recovery_codes: 8 })
  const stored = JSON.stringify([
    await server.services.db.selectFrom('recovery_codes').selectAll().execute(),
    await server.services.db.selectFrom('second_factors').selectAll().execute(),
  ])
  for (const each of recovery) expect(stored).not.toContain(each.replaceAll('-', ''))
  expect(stored).not.toContain(secret.toString('base64url'))
})

it('needs the password first, in the same browser, in time, and a password that has not changed since', async () => {
  const fresh = await server.app.inject({ method: 'GET', url: '/login/' })
  const cookies = Object.fromEntries(fresh.cookies.map((cookie) => [cookie.name, cookie.value]))
  const headers = { 'x-csrftoken': csrfOf(fresh.body) }
  const alone = await server.app.inject({
    method: 'POST',
    url: '/login/code',
    cookies,
    headers,
    payload: { code: nextCode() },
  })
  expect(alone.statusCode).toBe(401)
  const slow = await half()
  server.advance(301_000)
  expect((await slow.give(code())).statusCode).toBe(401)
  const late = await half()
  server.advance(1000)
  await server.services.db
    .updateTable('users')
    .set({ password_changed_on: server.services.now() })
    .where('id', '=', userId)
    .execute()
  await server.services.db
    .updateTable('settings')
    .set({ value: `${Math.random()}` })
    .where('name', '=', 'access_version')
    .execute()
  expect((await late.give(nextCode())).statusCode).toBe(401)
  const cancelled = await half()
  await cancelled.send('POST', '/login/code/cancel', {})
  expect((await cancelled.give(nextCode())).statusCode).toBe(401)
  const withoutToken = await server.app.inject({ method: 'POST', url: '/login/code', payload: { code: nextCode() } })
  expect(withoutToken.statusCode).toBe(400)
})

it('locks after failures, also with the right code and from another browser', async () => {
  const browser = await half()
  const { signIns, now } = server.services
  for (let failure = 0; failure < 20; failure++)
    signIns.failed(SignInThrottle.key(`second factor of ${userId}`, ''), now())
  const keyed = await browser.give(nextCode())
  const other = await (await half()).give(nextCode())
  expect([keyed.statusCode, other.statusCode]).toEqual([429, 429])
  expect(other.headers['retry-after']).toBeDefined()
})

it('refuses the password alone for programs, and by a one-time link', async () => {
  const payload = { username: name, password: passwordOf(name), provider: 'db' }
  const program = await server.app.inject({ method: 'POST', url: '/api/v1/security/login', payload })
  expect([program.statusCode, program.json()]).toEqual([
    401,
    { message: 'This account has a second factor. Programs use an API key.' },
  ])
  const token = await makeSignInLink(server.services.db, userId, server.services.now())
  const page = await server.app.inject({ method: 'GET', url: `/setup/${token}` })
  const cookies = Object.fromEntries(page.cookies.map((cookie) => [cookie.name, cookie.value]))
  const headers = { 'x-csrftoken': csrfOf(page.body) }
  const password = 'a completely new one'
  const set = await server.app.inject({
    method: 'POST',
    url: `/setup/${token}`,
    cookies,
    headers,
    payload: { token, password },
  })
  expect(set.json()).toEqual({ next: '/login/' })
})

it('is switched on and off with the password only, and off with a code or by an administrator', async () => {
  const browser = await half()
  await browser.give(nextCode())
  const csrf = csrfOf((await browser.send('GET', '/superset/welcome/')).body)
  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url, cookies: browser.jar, headers: { 'x-csrftoken': csrf }, payload })
  expect((await post(path, { password: passwordOf(name) })).statusCode).toBe(422)
  expect((await post(`${path}remove`, { password: 'wrong', code: nextCode() })).statusCode).toBe(400)
  expect((await post(`${path}remove`, { password: passwordOf(name), code: '000000' })).statusCode).toBe(400)
  expect((await post(`${path}remove`, { password: passwordOf(name), code: nextCode() })).statusCode).toBe(200)
  expect((await half()).signedIn.json()).toEqual({ next: '/' })

  expect((await post(path, { password: 'wrong' })).statusCode).toBe(400)
  const begun = await post(path, { password: passwordOf(name) })
  secret = bytesOfBase32(begun.json<{ result: NewSecondFactor }>().result.secret)
  // the second factor is not on before the first code
  expect((await half()).signedIn.json()).toEqual({ next: '/' })
  await post(`${path}confirm`, { code: code() })
  expect((await half()).signedIn.json()).toEqual({ next: '/login/' })
  const admin = await server.browser('admin')
  const account = async () =>
    (await admin.inject({ url: `/api/v1/security/users/${userId}` })).json<{ result: { has_second_factor: boolean } }>()
      .result.has_second_factor
  const url = `/api/v1/security/users/${userId}/second_factor`
  expect(await account()).toBe(true)
  expect((await admin.inject({ method: 'DELETE', url })).statusCode).toBe(200)
  expect((await admin.inject({ method: 'DELETE', url })).statusCode).toBe(422)
  expect(await account()).toBe(false)
  expect((await half()).signedIn.json()).toEqual({ next: '/' })
  const log = await server.services.db
    .selectFrom('logs')
    .select('action')
    .where('object', '=', `User:${userId}`)
    .execute()
  expect(log.map(({ action }) => action)).toEqual([
    'user_second_factor_on',
    'user_second_factor_off',
    'user_second_factor_on',
    'user_second_factor_off',
  ])
})
