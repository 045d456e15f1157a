import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

const form = {
  username: 'nora',
  first_name: 'Nora',
  last_name: 'North',
  email: 'nora@example.org',
  password: 'over the sea and far',
}

/** A browser that opened a page: the cookie and the token of its form. */
async function opened(server: TestApp, url: string) {
  const page = await server.app.inject({ url, headers: { accept: 'text/html' } })
  const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]))
  const csrf = /id="csrf_token" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
  return { status: page.statusCode, cookies, csrf }
}

async function register(server: TestApp, body: object, more: Partial<InjectOptions> = {}) {
  const { cookies, csrf } = await opened(server, '/login/')
  return server.app.inject({
    method: 'POST',
    url: '/register/',
    cookies,
    headers: { 'x-csrftoken': csrf },
    payload: body,
    ...more,
  })
}

function formOf(kind: 'urlencoded' | 'multipart', fields: Record<string, string>) {
  if (kind === 'urlencoded')
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    payload: `${parts.join('')}--part--\r\n`,
  }
}

describe('registration', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_REGISTRATION_ROLE: 'Gamma' })
  })
  afterAll(() => server.close())

  it('gives a new account the role of the configuration, and signs in', async () => {
    expect((await opened(server, '/register/')).status).toBe(200)
    const answer = await register(server, form)
    expect([answer.statusCode, answer.json()]).toEqual([200, { next: '/superset/welcome/' }])
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    const roles = await server.app.inject({ url: '/api/v1/me/roles/', cookies })
    expect(Object.keys(roles.json<{ result: { roles: object } }>().result.roles)).toEqual(['Gamma'])
  })

  it.each([
    [{ ...form, email: 'other@example.org' }, 422, { username: ['Another user has this username.'] }],
    [{ ...form, username: 'Nora', email: 'o@example.org' }, 422, { username: ['Another user has this username.'] }],
    [
      { ...form, username: 'other', email: 'NORA@example.org' },
      422,
      { email: ['Another user has this email address.'] },
    ],
    [{ ...form, username: 'other' }, 422, { email: ['Another user has this email address.'] }],
    [{ ...form, username: 'short', email: 's@example.org', password: 'abc' }, 400, { password: [expect.any(String)] }],
    [{ ...form, username: 'boss', email: 'b@example.org', roles: [1] }, 400, { roles: ['Unknown field.'] }],
  ])('refuses %j with %i', async (body, status, message) => {
    const answer = await register(server, body)
    expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
  })

  it.each(['urlencoded', 'multipart'] as const)('accepts a form that is sent as %s', async (kind) => {
    const send = async (fields: Record<string, string>) => {
      const { cookies, csrf } = await opened(server, '/register/')
      return server.app.inject({
        method: 'POST',
        url: '/register/form',
        cookies,
        ...formOf(kind, { csrf_token: csrf, ...fields }),
      })
    }
    const account = { ...form, username: kind, email: `${kind}@example.org`, conf_password: form.password }
    const refused = [
      await send({ ...account, conf_password: 'another one' }),
      await send({ ...account, username: 'nora' }),
      await send({ ...account, csrf_token: 'forged' }),
      await send({ ...account, roles: '1' }),
    ]
    for (const answer of refused) expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/register/'])
    const made = await send(account)
    expect([made.statusCode, made.headers['location']]).toEqual([302, '/'])
    const cookies = Object.fromEntries(made.cookies.map(({ name, value }) => [name, value]))
    const me = await server.app.inject({ url: '/api/v1/me/', cookies })
    expect(me.json<{ result: { username: string } }>().result.username).toBe(kind)
  })

  it('needs the token of the page', async () => {
    const answer = await register(server, { ...form, username: 'x', email: 'x@example.org' }, { headers: {} })
    expect(answer.statusCode).toBe(400)
    const users = await server.services.db.selectFrom('users').select('id').where('username', '=', 'x').execute()
    expect(users).toEqual([])
  })
})

describe('without a role for registered users', () => {
  it('the page and its call are missing', async () => {
    const server = await startApp({ SEXTANT_EXAMPLES: 'false' })
    expect((await opened(server, '/register/')).status).toBe(404)
    expect((await register(server, form)).statusCode).toBeGreaterThanOrEqual(404)
    await server.close()
  })
})

it.each(['Admin', 'admin'])('%s is not a role for registered users', async (role) => {
  await expect(startApp({ SEXTANT_REGISTRATION_ROLE: role })).rejects.toThrow('SEXTANT_REGISTRATION_ROLE')
})
