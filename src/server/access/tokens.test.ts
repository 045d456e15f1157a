import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordOf, startApp, type TestApp } from '../testing/app.ts'
import { issueToken } from './tokens.ts'

let server: TestApp
const admin = { username: 'admin', password: passwordOf('admin') }

describe('tokens', () => {
  beforeAll(async () => {
    server = await startApp()
  })
  afterAll(() => server.close())
  const login = (payload: object) => server.app.inject({ method: 'POST', url: '/api/v1/security/login', payload })
  const withToken = (token: string, scheme = 'Bearer') =>
    server.app.inject({ method: 'GET', url: '/api/v1/menu/', headers: { authorization: `${scheme} ${token}` } })

  it('include a refresh token if requested', async () => {
    const plain = await login({ ...admin, provider: 'db' })
    expect(Object.keys(plain.json())).toEqual(['access_token'])
    const both = (await login({ ...admin, provider: 'db', refresh: true })).json<Record<string, string>>()
    const refreshed = await server.app.inject({
      method: 'POST',
      url: '/api/v1/security/refresh',
      headers: { authorization: `Bearer ${both['refresh_token']}` },
    })
    expect(refreshed.statusCode).toBe(200)
    expect((await withToken(refreshed.json<{ access_token: string }>().access_token)).statusCode).toBe(200)
    const wrongKind = await withToken(both['refresh_token'] ?? '')
    expect([wrongKind.statusCode, wrongKind.json()]).toEqual([422, { msg: 'Only non-refresh tokens are allowed' }])
    const access = await server.app.inject({
      method: 'POST',
      url: '/api/v1/security/refresh',
      headers: { authorization: `Bearer ${both['access_token']}` },
    })
    expect([access.statusCode, access.json()]).toEqual([422, { msg: 'Only refresh tokens are allowed' }])
  })

  it.each([
    [{ ...admin }, 400, { message: { provider: ['Missing data for required field.'] } }],
    [{ username: 'admin', provider: 'db' }, 400, { message: { password: ['Missing data for required field.'] } }],
    [{ ...admin, provider: 'db', x: 1 }, 400, { message: { x: ['Unknown field.'] } }],
    [
      { ...admin, provider: 'x' },
      400,
      { message: { provider: ['Must be one of: db, ldap.', 'Alternative authentication provider is not allowed'] } },
    ],
    [{ username: 'admin', password: 'no', provider: 'db' }, 401, { message: 'Not authorized' }],
    [{ username: 'nobody', password: 'no', provider: 'db' }, 401, { message: 'Not authorized' }],
  ])('are refused for %j', async (payload, status, body) => {
    const answer = await login(payload)
    expect([answer.statusCode, answer.json()]).toEqual([status, body])
  })

  it('are rejected if modified', async () => {
    const token = await server.token('admin')
    const [head = '', , tail = ''] = token.split('.')
    const claims = (patch: object) =>
      Buffer.from(JSON.stringify({ sub: '1', type: 'access', iat: 1, exp: 9e9, aud: 'sextant', ...patch })).toString(
        'base64url',
      )
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const now = server.services.now()
    const cases: [string, number, string][] = [
      ['nonsense', 422, 'Not enough segments'],
      [`${head}.${claims({})}.${tail}`, 422, 'Signature verification failed'],
      [`${none}.${claims({})}.`, 422, 'Invalid token'],
      [await issueToken(Buffer.alloc(32, 7), 1, 'access', true, now), 422, 'Signature verification failed'],
      [
        await issueToken(server.services.keys.for('tokens'), 1, 'access', true, now - 901_000),
        401,
        'Token has expired',
      ],
      [await issueToken(server.services.keys.for('tokens'), 1, 'access', true, now + 60_000), 422, 'Invalid token'],
      [
        await issueToken(server.services.keys.for('guests'), 1, 'access', true, now),
        422,
        'Signature verification failed',
      ],
      [
        await issueToken(server.services.keys.for('tokens'), 4242, 'access', true, now),
        401,
        'Error loading the user 4242',
      ],
    ]
    for (const [forged, status, msg] of cases) {
      const answer = await withToken(forged)
      expect([answer.statusCode, answer.json()]).toEqual([status, { msg }])
    }
  })

  it.each([
    ['Basic', 'YTpi', 401],
    ['bearer', 'x.y.z', 401],
    ['Bearer', 'a b', 422],
    ['Bearer', '', 422],
  ])('with the header %s %s are refused (%i)', async (scheme, token, status) => {
    expect((await withToken(token, scheme)).statusCode).toBe(status)
  })
})
