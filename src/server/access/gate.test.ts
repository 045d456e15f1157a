import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

describe('the gate', () => {
  it('signs in by form and by token', async () => {
    const browser = await server.browser('admin')
    const me = await browser.inject({ method: 'GET', url: '/api/v1/me/' })
    expect(me.json()).toMatchObject({ result: { username: 'admin', is_active: true } })
    const token = await server.token('admin')
    const csrf = await server.app.inject({
      method: 'GET',
      url: '/api/v1/security/csrf_token/',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(csrf.statusCode).toBe(200)
  })
})
