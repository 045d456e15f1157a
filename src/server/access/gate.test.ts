import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import type { App } from '../resource.ts'
import { type Browser, everyRoute, startApp, type TestApp } from '../testing/app.ts'
import { checkPolicy, installGate } from './gate.ts'
import { publicRoutes } from './publicRoutes.ts'

let server: TestApp
let browsers: Record<string, Browser>
const tokens: Record<string, string> = {}
const roles = { admin: 'Admin', alpha: 'Alpha', gamma: 'Gamma', analyst: 'sql_lab' } as const

beforeAll(async () => {
  server = await startApp(everyRoute)
  for (const [name, role] of Object.entries(roles)) if (name !== 'admin') await server.addUser(name, [role])
  browsers = Object.fromEntries(
    await Promise.all(Object.keys(roles).map(async (name) => [name, await server.browser(name)])),
  )
  for (const name of Object.keys(roles)) tokens[name] = await server.token(name)
})
afterAll(() => server.close())

describe('policies', () => {
  it('every route has a valid policy', () => {
    for (const { method, url, config } of server.app.routeTable) {
      expect(config.requires, `${method} ${url}`).toBeTruthy()
      if (config.requires === 'public') expect([...publicRoutes]).toContain(`${method} ${url}`)
      else if (config.requires !== 'signed_in') expect([...server.services.permissions.all]).toContain(config.requires)
    }
    expect(server.app.routeTable.length).toBeGreaterThan(50)
  })

  it('every listed public route exists', () => {
    const known = server.app.routeTable.map(({ method, url }) => `${method} ${url}`)
    expect([...publicRoutes].filter((route) => !known.includes(route))).toEqual([])
  })

  it.each([
    ['no policy', {}, 'has no policy'],
    ['an unknown pair', { requires: 'can_fly:Chart' }, 'no permission can_fly:Chart'],
    ['public, but not in the list', { requires: 'public' }, 'not in the list of public routes'],
  ] as const)('a route with %s cannot be registered', (_name, config, message) => {
    const { all } = server.services.permissions
    expect(() => checkPolicy({ method: 'GET', url: '/x', config }, all)).toThrow(message)
    const app = Fastify() as unknown as App
    installGate(app, server.services)
    expect(() => app.get('/x', { config }, async () => 'x')).toThrow(message)
  })
})

/** Addresses whose parameters name objects that do not exist. */
const concrete = (url: string) =>
  url
    .replace('/api/v1/chart/:id/data/', '/api/v1/chart/999999/data/')
    .replaceAll(/:(\w*id\w*)/gi, '999999')
    .replaceAll(/:\w+/g, 'missing')
    .replace('*', 'missing')

describe('routes by identity', () => {
  const kindOf = (status: number) => (status === 401 ? 401 : status === 403 ? 403 : 'in')

  it('no user passes a policy without the permission, by cookie or by token', async () => {
    const gaps: string[] = []
    const names = Object.keys(roles)
    const permissions = new Map(
      await Promise.all(
        names.map(async (name) => {
          const known = await server.services.subjects.ofUser((await userId(name)) ?? 0)
          return [name, known?.subject.permissions ?? new Set<string>()] as const
        }),
      ),
    )
    for (const { method, url, config } of server.app.routeTable) {
      const requires = config.requires ?? ''
      if (requires === 'public' || url === '/logout/') continue
      const request = { method: method as 'GET', url: concrete(url) }
      const anonymous = await server.app.inject(request)
      const sentAway = anonymous.statusCode === 302 && String(anonymous.headers.location).startsWith('/login/')
      if (anonymous.statusCode !== 401 && !sentAway) gaps.push(`anonymous ${method} ${url}: ${anonymous.statusCode}`)
      for (const name of names) {
        if (requires === 'signed_in' || permissions.get(name)?.has(requires)) continue
        const byToken = await server.app.inject({ ...request, headers: { authorization: `Bearer ${tokens[name]}` } })
        const byCookie = await browsers[name]!.inject(request)
        for (const [how, answer] of Object.entries({ byToken, byCookie })) {
          const refused =
            kindOf(answer.statusCode) === 403 ||
            (answer.statusCode === 302 && String(answer.headers.location).startsWith('/login/'))
          if (!refused) gaps.push(`${name} ${how} ${method} ${url}: ${answer.statusCode}`)
        }
      }
    }
    expect(gaps).toEqual([])
  })

  it('responses never fail for missing objects', async () => {
    const broken: string[] = []
    for (const { method, url } of server.app.routeTable) {
      if (url === '/logout/') continue
      const answer = await server.app.inject({
        method: method as 'GET',
        url: concrete(url),
        headers: { authorization: `Bearer ${tokens['admin']}` },
      })
      if (answer.statusCode >= 500) broken.push(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
    }
    expect(broken).toEqual([])
  })

  const userId = async (username: string) =>
    (await server.services.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst())?.id
})

describe('changes by cookie', () => {
  const change = { method: 'POST', url: '/api/v1/dashboard/', payload: { dashboard_title: 'x' } } as const
  const count = async () =>
    (
      await server.services.db
        .selectFrom('dashboards')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n

  it.each([
    ['without a token', {}, 400, 'The CSRF token is missing.'],
    ['with a wrong token', { 'x-csrftoken': 'wrong' }, 400, 'The CSRF token is invalid.'],
    ['with a forged token', { 'x-csrftoken': 'abc.def' }, 400, 'The CSRF tokens do not match.'],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403, 'another site'],
    ['from a sibling host', { 'sec-fetch-site': 'same-site' }, 403, 'another site'],
    ['with a foreign origin', { origin: 'https://evil.example' }, 403, 'another site'],
    ['with the origin null', { origin: 'null' }, 403, 'another site'],
  ])('%s are refused and change nothing', async (_name, headers: Record<string, string>, status, message) => {
    const before = await count()
    const answer = await server.app.inject({ ...change, cookies: browsers['admin']!.cookies, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain(message)
    expect(await count()).toBe(before)
  })

  it('with the token of another session are refused', async () => {
    const answer = await server.app.inject({
      ...change,
      cookies: browsers['admin']!.cookies,
      headers: { 'x-csrftoken': browsers['gamma']!.csrf },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('The CSRF tokens do not match.')
  })

  it('a form without a token is sent to the sign-in page', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/dashboard/',
      cookies: browsers['admin']!.cookies,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'dashboard_title=x',
    })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/login/')
  })

  it.each(['/csvtodatabaseview/form', '/superset/copy_dash/1/', '/superset/explore/'])(
    'a form that is submitted without a session leads to the sign-in page: %s',
    async (url) => {
      const send = (type: string, accept: string) =>
        server.app.inject({ method: 'POST', url, headers: { 'content-type': type, accept }, payload: 'a=1' })
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const answer = await send(type, 'text/html,*/*;q=0.8')
        expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login/'])
        // a script gets an error instead of the sign-in page
        expect((await send(type, 'application/json')).statusCode).toBe(401)
      }
    },
  )

  it('pass with the token, and for bearer tokens without one', async () => {
    const byCookie = await browsers['admin']!.inject(change)
    expect(byCookie.statusCode).toBe(201)
    const byToken = await server.app.inject({ ...change, headers: { authorization: `Bearer ${tokens['admin']}` } })
    expect(byToken.statusCode).toBe(201)
  })

  it.each(['select', 'unselect'])('favourite calls that use GET (%s) need our own origin', async (action) => {
    const url = `/superset/favstar/Dashboard/1/${action}/`
    const cookies = browsers['admin']!.cookies
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      expect((await server.app.inject({ method: 'GET', url, cookies, headers })).statusCode).toBe(403)
    }
    const own = await server.app.inject({ method: 'GET', url, cookies, headers: { 'sec-fetch-site': 'same-origin' } })
    expect(own.statusCode).toBe(200)
  })
})

it('a rejected change is in the audit log, with user and object', async () => {
  const url = '/api/v1/dataset/'
  const headers = { authorization: `Bearer ${tokens['gamma']}` }
  const answer = await server.app.inject({ method: 'POST', url, headers, payload: { table_name: 'x', database: 1 } })
  expect(answer.statusCode).toBe(403)
  const row = await server.services.db
    .selectFrom('logs')
    .innerJoin('users', 'users.id', 'logs.user_id')
    .select(['users.username', 'logs.json', 'logs.address'])
    .where('action', '=', 'refused')
    .orderBy('logs.id', 'desc')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ username: 'gamma', address: '127.0.0.1' })
  expect(JSON.parse(row.json ?? '')).toEqual({ method: 'POST', route: url, requires: 'can_write:Dataset' })
})

describe('a page without the permission', () => {
  const open = async (accept: string, cookies: Record<string, string>) => {
    const answer = await server.app.inject({ method: 'GET', url: '/users/list/', cookies, headers: { accept } })
    expect(answer.statusCode).toBe(302)
    return answer.cookies.find(({ name }) => name === 'flash')?.value
  }

  it('leads a user home with a message, which is shown once', async () => {
    const { cookies } = browsers['gamma']!
    const message = await open('text/html', cookies)
    const visit = () =>
      server.app.inject({ method: 'GET', url: '/superset/welcome/', cookies: { ...cookies, flash: message ?? '' } })
    const home = await visit()
    expect(home.body).toContain('[&#34;danger&#34;,&#34;Access is Denied&#34;]')
    expect(home.cookies.find(({ name }) => name === 'flash')?.value).toBe('')
  })

  it('has no message for visitors, who only have to sign in, and for requests of programs', async () => {
    expect(await open('text/html', {})).toBe(undefined)
    expect(await open('*/*', browsers['gamma']!.cookies)).toBe(undefined)
  })
})

describe('unknown addresses', () => {
  it('are JSON for API clients and a page for browsers', async () => {
    const plain = await server.app.inject({ method: 'GET', url: '/nowhere' })
    expect(plain.statusCode).toBe(404)
    expect(plain.json()).toMatchObject({ errors: [{ error_type: 'GENERIC_BACKEND_ERROR', level: 'error' }] })
    expect(plain.json<{ errors: { message: string }[] }>().errors[0]?.message).toMatch(/^404 Not Found: /)
    const page = await server.app.inject({ method: 'GET', url: '/nowhere', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('data-bootstrap')
  })

  it('are never pages below /static', async () => {
    for (const url of ['/static/none.js', '/static/.vite/manifest.json', '/static/..%2f..%2fpackage.json']) {
      const answer = await server.app.inject({ method: 'GET', url, headers: { accept: '*/*' } })
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { errors: [{}] }])
    }
  })

  it.each([
    ['GET', '/api/v1/chart?q=(page:0)', 308, '/api/v1/chart/?q=(page:0)'],
    ['POST', '/api/v1/database/test_connection', 308, '/api/v1/database/test_connection/'],
    ['PUT', '/api/v1/chart/', 405, undefined],
    ['POST', '/api/v1/chart/1', 405, undefined],
    ['OPTIONS', '/api/v1/chart/', 200, undefined],
  ])('%s %s is %i', async (method, url, status, location) => {
    const answer = await server.app.inject({ method: method as 'GET', url })
    expect(answer.statusCode).toBe(status)
    if (location) expect(answer.headers.location).toBe(`http://127.0.0.1:8088${location}`)
  })

  it.each(['/api/v1/chart/export?q=!(1)', '/api/v1/dashboard/export?q=!(1)', '/api/v1/database/available'])(
    '%s is the call of this name, not an object',
    async (url) => {
      const headers = { authorization: `Bearer ${await server.token('admin')}` }
      const answer = await server.app.inject({ method: 'GET', url, headers })
      const [path, query] = url.split('?')
      const target = `http://127.0.0.1:8088${path}/${query === undefined ? '' : `?${query}`}`
      expect([answer.statusCode, answer.headers.location]).toEqual([308, target])
    },
  )

  it('never redirect to another host', async () => {
    for (const url of ['//evil.example/login', '//evil.example', '/\\evil.example/login']) {
      const answer = await server.app.inject({ method: 'GET', url, headers: { host: 'evil.example' } })
      expect(String(answer.headers.location ?? '')).not.toMatch(/evil/)
    }
  })
})

describe('bodies', () => {
  const send = (headers: Record<string, string>, payload: string, url = '/api/v1/dashboard/') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${tokens['admin']}`, ...headers },
      payload,
    })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'dashboard_title=x', 'Request is not JSON'],
    ['text', 'text/plain', '{"dashboard_title":"x"}', 'Request is not JSON'],
    ['no JSON', 'application/json', '{dashboard_title', 'could not understand'],
    ['nothing', 'application/json', '', 'Request is not JSON'],
    ['no object', 'application/json', '[1]', 'Invalid input type.'],
    ['absurd depth', 'application/json', `{"css":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'nested too deeply'],
    [
      'absurd depth inside of text',
      'application/json',
      JSON.stringify({ json_metadata: `{"positions":${'['.repeat(5000)}${']'.repeat(5000)}}` }),
      'JSON not valid',
    ],
    ['a prototype', 'application/json', '{"__proto__":{"x":1}}', 'could not understand'],
  ])('%s instead of JSON is a 400', async (_name, type, payload, message) => {
    const answer = await send({ 'content-type': type }, payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(message)
  })

  it('too large is a 413', async () => {
    const answer = await send({ 'content-type': 'application/json' }, JSON.stringify({ css: 'x'.repeat(5_000_000) }))
    expect(answer.statusCode).toBe(413)
  })

  it('accepts JSON with a charset or a suffix type', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json']) {
      expect((await send({ 'content-type': type }, '{"dashboard_title":"x"}')).statusCode).toBe(201)
    }
  })
})

describe('responses', () => {
  it.each([
    '/login/',
    '/health',
    '/api/v1/chart/',
    '/nowhere',
    '/static/nothing.js',
    '/%ff',
    `/setup/${'x'.repeat(600)}`,
  ])('%s has the security headers', async (url) => {
    const { headers } = await server.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toMatch(/default-src 'self'/)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe-(eval|inline)'(?!; img)/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBeTruthy()
    // neither a proxy cache nor a browser shared with other users may return them to someone else
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('to malformed addresses equal those to unknown ones', async () => {
    const { statusCode, body } = await server.app.inject({ url: '/api/v1/chart/%ff' })
    expect([statusCode, body]).toEqual([404, (await server.app.inject({ url: '/api/v1/nowhere' })).body])
  })

  it('are sent within a time limit, even if the request body is slow', () => {
    const { requestTimeout } = server.app.server
    const { uploadBytes } = server.services.config.limits
    expect(requestTimeout).toBeGreaterThan(60_000)
    expect(uploadBytes / (requestTimeout / 1000)).toBeGreaterThan(50_000)
  })

  it('give each page its own nonce', async () => {
    const nonceOf = async () => {
      const { headers, body } = await server.app.inject({ method: 'GET', url: '/login/' })
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
      expect(body).toContain(`nonce="${nonce}"`)
      return nonce
    }
    expect(await nonceOf()).not.toBe(await nonceOf())
  })

  it('escape user text in the attribute', async () => {
    const { db, now } = server.services
    await db
      .updateTable('users')
      .set({ first_name: `"><script>alert(1)</script>`, changed_on: now() })
      .where('username', '=', 'gamma')
      .execute()
    await (await import('./subjects.ts')).rightsChanged(db)
    const { body } = await browsers['gamma']!.inject({ method: 'GET', url: '/superset/welcome/' })
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&#60;script&#62;alert')
  })
})

describe('limits', () => {
  it('respond with 429 and Retry-After at once', async () => {
    const strict = await startApp({ SEXTANT_RATE_LIMIT: '1' })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 12; n++)
        statuses.push((await strict.app.inject({ method: 'GET', url: '/login/' })).statusCode)
      expect(statuses.slice(0, 10).every((status) => status === 200)).toBe(true)
      expect(statuses.slice(10)).toEqual([429, 429])
      const refused = await strict.app.inject({ method: 'GET', url: '/login/' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await strict.app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200)
    } finally {
      await strict.close()
    }
  })

  it('do not change with a second app on the same services', async () => {
    // registering twice must not throw: the route table belongs to the app
    const again = buildApp(server.services)
    await again.ready()
    expect(again.routeTable.length).toBe(server.app.routeTable.length)
    await again.close()
  })
})
