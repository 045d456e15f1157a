import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { passwordOf, startApp, type TestApp } from '../../testing/app.ts'
import { csrfOf } from '../../testing/csrfOf.ts'

const path = '/api/v1/security/users'

let server: TestApp
let asAdmin: Caller
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  asAdmin = await as('admin')
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Caller = Awaited<ReturnType<typeof as>>

/** Calls with a token of the user. */
async function as(username: string) {
  const authorization = `Bearer ${await server.token(username)}`
  return async (method: Method, url: string, payload?: object) => {
    const response = await server.app.inject({ method, url, payload, headers: { authorization } })
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }
}

const roleId = async (name: string) =>
  (await server.services.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

const person = (username: string, more: object = {}) => ({
  username,
  first_name: 'Ada',
  last_name: 'Example',
  email: `${username}@example.org`,
  password: passwordOf(username),
  ...more,
})

const create = async (username: string, roles: string[], more: object = {}) => {
  const ids = await Promise.all(roles.map(roleId))
  const { status, body } = await asAdmin('POST', `${path}/`, person(username, { roles: ids, ...more }))
  expect([status, body]).toEqual([201, { id: expect.any(Number) as number }])
  return body['id'] as number
}

describe('users', () => {
  it('are created with roles, sign in, and are listed with their last sign-in', async () => {
    const id = await create('ada', ['Gamma'])
    const me = await (await as('ada'))('GET', '/api/v1/me/')
    expect(me.body).toMatchObject({ result: { id, username: 'ada', email: 'ada@example.org' } })
    const { body } = await asAdmin('GET', `${path}/${id}`)
    expect(body['result']).toMatchObject({
      active: true,
      has_password: true,
      has_second_factor: false,
      fail_login_count: 0,
      login_count: 1,
      last_login: expect.stringMatching(/^\d{4}-/) as string,
      roles: [{ name: 'Gamma' }],
      created_by: { id: 1 },
    })
    expect(JSON.stringify(body)).not.toContain('argon2')
    const list = await asAdmin('GET', `${path}/?q=(filters:!((col:username,opr:eq,value:ada)))`)
    expect(list.body).toMatchObject({ count: 1, ids: [id] })
    const log = await server.services.db.selectFrom('logs').selectAll().where('object', '=', `User:${id}`).execute()
    expect(log.map(({ action, user_id }) => [action, user_id])).toEqual([['user_create', 1]])
  })

  it.each([
    ['a missing password', { password: undefined }, 400, { password: ['Missing data for required field.'] }],
    ['a short password', { password: 'short' }, 400, { password: ['Use at least 8 characters.'] }],
    ['an address of two lines', { email: 'a@b.org\nbcc: c@d.org' }, 400, { email: expect.any(Array) as string[] }],
    ['a missing name', { first_name: '' }, 400, { first_name: ['Length must be between 1 and 64.'] }],
    ['an unknown role', { roles: [999] }, 422, { roles: ['One or more roles do not exist'] }],
    ['a known name', { username: 'admin' }, 422, { username: ['Another user has this username.'] }],
    ['a known name in capitals', { username: 'ADMIN' }, 422, { username: ['Another user has this username.'] }],
    [
      'a known address in capitals',
      { email: 'ADMIN@example.org' },
      422,
      { email: ['Another user has this email address.'] },
    ],
    ['an unknown field', { password_hash: 'x' }, 400, { password_hash: ['Unknown field.'] }],
  ])('are refused with %s', async (_what, wrong, status, message) => {
    const answer = await asAdmin('POST', `${path}/`, { ...person('wrong', { roles: [] }), ...wrong })
    expect([answer.status, answer.body['message']]).toEqual([status, message])
  })

  it('are visible to administrators only, and changed by nobody else even with the permission', async () => {
    const id = await create('bob', ['Gamma'])
    const asBob = await as('bob')
    for (const [method, url, body] of [
      ['GET', `${path}/`],
      ['GET', `${path}/1`],
      ['POST', `${path}/`, person('carol', { roles: [] })],
      ['PUT', `${path}/${id}`, { first_name: 'B' }],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/1/link`],
      ['POST', `${path}/1/view_as`],
      ['GET', '/api/v1/security/roles/'],
      ['GET', '/api/v1/security/permissions-resources/'],
    ] as [Method, string, object?][])
      expect([url, (await asBob(method, url, body)).status]).toEqual([url, 403])
    // a custom role with every permission on users is not enough to become an administrator
    const made = await asAdmin('POST', '/api/v1/security/roles/', { name: 'Helpers' })
    const role = (made.body as { id: number }).id
    const permissions = ['can_get:User', 'can_put:User', 'can_post:User', 'can_delete:User', 'can_put:Role']
    expect((await asAdmin('PUT', `/api/v1/security/roles/${role}/rights`, { permissions })).status).toBe(200)
    await asAdmin('PUT', `${path}/${id}`, { roles: [await roleId('Gamma'), role] })
    const admin = await roleId('Admin')
    expect((await asBob('GET', `${path}/`)).status).toBe(200)
    expect((await asBob('PUT', `${path}/${id}`, { roles: [admin] })).status).toBe(403)
    expect((await asBob('POST', `${path}/`, person('dora', { roles: [admin] }))).status).toBe(403)
    expect((await asBob('POST', `${path}/1/link`)).status).toBe(403)
    expect((await asBob('PUT', `/api/v1/security/roles/${role}/rights`, { permissions: [] })).status).toBe(403)
  })

  it('lose sessions and tokens at once when they are disabled', async () => {
    const id = await create('eve', ['Gamma'])
    const browser = await server.browser('eve')
    const asEve = await as('eve')
    expect((await asAdmin('PUT', `${path}/${id}`, { active: false })).status).toBe(200)
    expect((await asEve('GET', '/api/v1/me/')).status).toBe(401)
    expect((await browser.inject({ method: 'GET', url: '/api/v1/me/' })).statusCode).toBe(401)
    await expect(server.token('eve')).rejects.toThrow('sign-in of eve failed')
    // the old session stays closed after the user is enabled again
    await asAdmin('PUT', `${path}/${id}`, { active: true })
    expect((await browser.inject({ method: 'GET', url: '/api/v1/me/' })).statusCode).toBe(401)
    expect((await asEve('GET', '/api/v1/me/')).status).toBe(200)
  })

  it('always include one administrator who can sign in', async () => {
    const refusal = 'This is the last administrator who can sign in. Give another user the role Admin first.'
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PUT', { active: false }],
      ['PUT', { roles: [] }],
    ] as const) {
      const answer = await asAdmin(method, `${path}/1`, body)
      expect([answer.status, answer.body['message']]).toEqual([422, refusal])
    }
    // an administrator who was only invited does not count
    const invited = await create('second', ['Admin'], { password: null })
    expect((await asAdmin('PUT', `${path}/1`, { active: false })).status).toBe(422)
    await asAdmin('PUT', `${path}/${invited}`, { password: passwordOf('second') })
    expect((await asAdmin('PUT', `${path}/1`, { active: false })).status).toBe(200)
    const asSecond = await as('second')
    expect((await asSecond('PUT', `${path}/1`, { active: true })).status).toBe(200)
    asAdmin = await as('admin')
    expect((await asAdmin('DELETE', `${path}/${invited}`)).body).toEqual({ message: 'OK' })
  })

  it('set their password with a link that works once', async () => {
    const id = await create('fay', ['Gamma'], { password: null })
    await expect(server.token('fay')).rejects.toThrow()
    const { body } = await asAdmin('POST', `${path}/${id}/link`)
    const { url } = body['result'] as { url: string }
    const token = url.split('/').at(-1) ?? ''
    const page = await server.app.inject({ method: 'GET', url: `/setup/${token}` })
    const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]))
    const headers = { 'x-csrftoken': csrfOf(page.body) }
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: `/setup/${token}`,
        cookies,
        headers,
        payload: { token, password: passwordOf('fay') },
      })
    expect((await send()).statusCode).toBe(200)
    expect((await send()).statusCode).toBe(400)
    expect((await (await as('fay'))('GET', '/api/v1/me/')).status).toBe(200)
    expect((await asAdmin('POST', `${path}/999/link`)).status).toBe(404)
  })

  it.each([
    ['a new password', { password: 'set by an administrator' }],
    ['a disabled account', { active: false }],
  ])('%s ends their link', async (what, change) => {
    const id = await create(what.replaceAll(' ', '-'), ['Gamma'], { password: null })
    const { body } = await asAdmin('POST', `${path}/${id}/link`)
    const { pathname } = new URL((body['result'] as { url: string }).url)
    const statusOf = async () => (await server.app.inject({ method: 'GET', url: pathname })).statusCode
    expect(await statusOf()).toBe(200)
    expect((await asAdmin('PUT', `${path}/${id}`, change)).status).toBe(200)
    await asAdmin('PUT', `${path}/${id}`, { active: true })
    expect(await statusOf()).toBe(404)
  })

  it('keep their own name in different case', async () => {
    const id = await create('hedy', ['Gamma'])
    expect((await asAdmin('PUT', `${path}/${id}`, { username: 'Hedy' })).status).toBe(200)
  })

  it('change their own name and password; other sessions end', async () => {
    await create('gil', ['Gamma'])
    const [browser, other] = [await server.browser('gil'), await server.browser('gil')]
    const put = (payload: object) => browser.inject({ method: 'PUT', url: '/api/v1/me/', payload })
    expect((await put({ first_name: 'Gilbert' })).json()).toMatchObject({ result: { first_name: 'Gilbert' } })
    for (const email of ['admin@example.org', 'Admin@Example.org'])
      expect((await put({ email })).statusCode, email).toBe(422)
    expect((await put({ roles: [1] })).statusCode).toBe(400)
    expect((await put({ password: 'a new password' })).statusCode).toBe(400)
    expect((await put({ password: 'a new password', current_password: 'wrong' })).statusCode).toBe(400)
    expect((await put({ password: 'a new password', current_password: passwordOf('gil') })).statusCode).toBe(200)
    expect((await browser.inject({ method: 'GET', url: '/api/v1/me/' })).statusCode).toBe(200)
    expect((await other.inject({ method: 'GET', url: '/api/v1/me/' })).statusCode).toBe(401)
    await expect(server.token('gil')).rejects.toThrow()
  })
})

describe('a profile', () => {
  it('shows roles and data to the user and to administrators only, and objects that the reader sees', async () => {
    const id = await create('pia', ['Gamma'])
    await create('quentin', ['Gamma'])
    const { db, now } = server.services
    const databaseId = await ensureExamplesDatabase(db, now)
    await server.grant(id, [{ databaseId }])
    const asPia = await as('pia')
    await asPia('POST', '/api/v1/dashboard/', { dashboard_title: 'draft of Pia' })
    const profile = async (reader: Caller, name: string) =>
      (await reader('GET', `/api/v1/security/profile/${name}`)).body['result'] as Record<string, unknown>
    const open = {
      username: 'pia',
      email: 'pia@example.org',
      roles: ['Gamma', expect.any(String) as string],
      data: { all: false, databases: ['examples'], datasets: [] },
      dashboards: [{ title: 'draft of Pia' }],
    }
    for (const reader of [asPia, asAdmin]) expect(await profile(reader, 'pia')).toMatchObject(open)
    const closed = await profile(await as('quentin'), 'pia')
    expect(closed).toMatchObject({ username: 'pia', dashboards: [] })
    for (const part of ['email', 'roles', 'data']) expect(closed).not.toHaveProperty(part)
    expect(await profile(asAdmin, 'admin')).toMatchObject({ data: { all: true } })
  })
})

describe('viewing as another user', () => {
  it('has the rights of that user, changes nothing, and is recorded', async () => {
    const id = await create('hal', ['Gamma'])
    const browser = await server.browser('admin')
    const call = async (method: Method, url: string, payload?: object) => {
      const response = await browser.inject({ method, url, payload })
      return [response.statusCode, response.json<Record<string, unknown>>()] as const
    }
    expect((await call('POST', `${path}/${id}/view_as`))[0]).toBe(200)
    expect((await call('GET', '/api/v1/me/'))[1]).toMatchObject({ result: { username: 'hal' } })
    expect((await call('GET', `${path}/`))[0]).toBe(403)
    const page = await browser.inject({ method: 'GET', url: '/superset/welcome/' })
    expect(page.body).toContain('&#34;viewer&#34;:{&#34;userId&#34;:1,&#34;username&#34;:&#34;admin&#34;}')
    expect(await call('POST', '/api/v1/dashboard/', { dashboard_title: 'x' })).toEqual([
      403,
      expect.objectContaining({ message: 'You are viewing Sextant as hal. Nothing can be changed.' }),
    ])
    expect((await call('PUT', '/api/v1/me/', { first_name: 'x' }))[0]).toBe(403)
    expect((await call('GET', '/superset/favstar/Dashboard/1/select/'))[0]).toBe(403)
    await browser.inject({ method: 'POST', url: '/superset/log/', payload: { event_name: 'mount_dashboard' } })
    expect((await call('POST', '/api/v1/security/view_as/end'))[0]).toBe(200)
    expect((await call('GET', '/api/v1/me/'))[1]).toMatchObject({ result: { username: 'admin' } })
    expect((await call('POST', '/api/v1/security/view_as/end'))[0]).toBe(404)
    const log = await server.services.db.selectFrom('logs').selectAll().where('object', '=', `User:${id}`).execute()
    expect(log.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['user_create', 1],
      ['user_view_as', 1],
      ['user_view_as_end', 1],
    ])
    const own = await server.services.db.selectFrom('logs').select('id').where('user_id', '=', id).execute()
    expect(own).toEqual([])
  })

  it('is recorded for the administrator, with the name under which it was done', async () => {
    const id = await create('ian', ['Gamma'])
    const browser = await server.browser('admin')
    await browser.inject({ method: 'POST', url: `${path}/${id}/view_as` })
    await browser.inject({ method: 'GET', url: '/logout/', headers: { 'sec-fetch-site': 'same-origin' } })
    const { db } = server.services
    const rows = await db.selectFrom('logs').select(['user_id', 'json']).where('action', '=', 'sign_out').execute()
    expect(rows.map(({ user_id, json }) => [user_id, json])).toEqual([[1, JSON.stringify({ viewed_as: id })]])
  })

  it('needs a browser session of an administrator, and ends with that right', async () => {
    const id = await create('ida', ['Gamma'])
    expect((await asAdmin('POST', `${path}/${id}/view_as`)).status).toBe(400)
    const other = await create('jon', ['Admin'])
    const browser = await server.browser('jon')
    await browser.inject({ method: 'POST', url: `${path}/${id}/view_as` })
    expect((await browser.inject({ method: 'GET', url: '/api/v1/me/' })).json()).toMatchObject({
      result: { username: 'ida' },
    })
    await asAdmin('PUT', `${path}/${other}`, { roles: [] })
    expect((await browser.inject({ method: 'GET', url: '/api/v1/me/' })).json()).toMatchObject({
      result: { username: 'jon' },
    })
  })
})
