import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSwitched, parseFlags } from './features.ts'
import { startApp, type TestApp } from './testing/app.ts'

describe('SEXTANT_FLAGS', () => {
  it.each([
    ['TAGGING_SYSTEM=false, LISTVIEWS_DEFAULT_CARD_VIEW', { TAGGING_SYSTEM: false, LISTVIEWS_DEFAULT_CARD_VIEW: true }],
    ['', {}],
    ['NO_SUCH_FLAG', undefined],
    // there is nothing to switch on
    ['DASHBOARD_CACHE=true', undefined],
    ['TAGGING_SYSTEM=perhaps', undefined],
    ['__proto__', undefined],
  ])('%j', (text, values) => {
    expect(parseFlags(text)).toEqual(values)
  })
})

describe('feature flags', () => {
  let server: TestApp
  const tokens = new Map<string, string>()
  const url = '/api/v1/security/feature_flags/'
  const call = async (user: string, method: 'GET' | 'PUT', at: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tokens.get(user)}` }
    const answer = await server.app.inject({ method, url: at, headers, ...(payload ? { payload } : {}) })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const menuNames = async () => JSON.stringify((await call('admin', 'GET', '/api/v1/menu/')).body)

  beforeAll(async () => {
    server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_FLAGS: 'LISTVIEWS_DEFAULT_CARD_VIEW' })
    await server.addUser('anna', ['Alpha'])
    for (const user of ['admin', 'anna']) tokens.set(user, await server.token(user))
  })
  afterAll(() => server.close())

  it('are changed by administrators with immediate effect on pages and menu entries', async () => {
    const browser = await server.browser('admin')
    const page = async () =>
      (await browser.inject({ url: '/superset/tags/', headers: { accept: 'text/html' } })).statusCode
    const entry = '/superset/tags/'
    expect([await page(), (await menuNames()).includes(entry)]).toEqual([200, true])
    expect((await call('anna', 'PUT', url, { flags: { TAGGING_SYSTEM: false } })).status).toBe(403)
    expect((await call('admin', 'PUT', url, { flags: { TAGGING_SYSTEM: false } })).status).toBe(200)
    expect(server.services.flags.all()['TAGGING_SYSTEM']).toBe(false)
    expect([await page(), (await menuNames()).includes(entry)]).toEqual([404, false])
    expect((await call('admin', 'PUT', url, { flags: { TAGGING_SYSTEM: null } })).status).toBe(200)
    expect([await page(), (await menuNames()).includes(entry)]).toEqual([200, true])
    const logged = await server.services.db
      .selectFrom('logs')
      .select('json')
      .where('action', '=', 'feature_flags_update')
      .execute()
    expect(logged.map(({ json }) => json)).toEqual(['{"TAGGING_SYSTEM":false}', '{"TAGGING_SYSTEM":null}'])
  })

  it.each([
    ['NO_SUCH_FLAG', 'There is no such flag.'],
    ['DASHBOARD_CACHE', 'This flag cannot be changed.'],
    ['LISTVIEWS_DEFAULT_CARD_VIEW', 'The flag is set by SEXTANT_FLAGS.'],
  ])('%s is refused: %s', async (name, reason) => {
    const { status, body } = await call('admin', 'PUT', url, { flags: { [name]: false } })
    expect([status, body]).toEqual([422, { message: { [name]: [reason] } }])
  })

  it('without embedding, the embedded page and guest tokens do not exist', async () => {
    const body = { user: {}, resources: [], rls: [] }
    const send = (method: 'GET' | 'POST', at: string) =>
      server.app.inject({
        method,
        url: at,
        headers: { authorization: `Bearer ${tokens.get('admin')}` },
        ...(method === 'POST' ? { payload: body } : {}),
      })
    expect((await send('POST', '/api/v1/security/guest_token/')).statusCode).not.toBe(404)
    await call('admin', 'PUT', url, { flags: { EMBEDDED_SUPERSET: false } })
    expect((await send('POST', '/api/v1/security/guest_token/')).statusCode).toBe(404)
    expect((await send('GET', '/api/v1/dashboard/1/embedded')).statusCode).toBe(404)
    await call('admin', 'PUT', url, { flags: { EMBEDDED_SUPERSET: null } })
  })

  it('without tags, none of their addresses exists', async () => {
    const routes = server.app.routeTable.filter(({ url: at }) => /^\/(api\/v1\/tag|tagview)\//.test(at))
    expect(routes.length).toBeGreaterThan(12)
    const statuses = async () =>
      Promise.all(
        routes.map(async ({ method, url: at }) => {
          const answer = await server.app.inject({
            method: method as 'GET',
            url: at.replace(/:(type)/, 'chart').replaceAll(/:\w+/g, '1'),
            headers: { authorization: `Bearer ${tokens.get('admin')}` },
          })
          return [`${method} ${at}`, answer.json<{ errors?: { message: string }[] }>().errors?.[0]?.message ?? '']
        }),
      )
    await call('admin', 'PUT', url, { flags: { TAGGING_SYSTEM: false } })
    for (const [route, message] of await statuses()) expect(message, route).toMatch(/^404 Not Found/)
    await call('admin', 'PUT', url, { flags: { TAGGING_SYSTEM: null } })
  })

  it('that are off hide the addresses and menu entries that need them', async () => {
    const flagged = Map.groupBy(
      server.app.routeTable.filter(({ config }) => config.flag !== undefined),
      ({ config }) => config.flag ?? '',
    )
    expect([...flagged.keys()].toSorted()).toEqual([
      'ALERT_REPORTS',
      'CLIENT_CACHE',
      'DYNAMIC_PLUGINS',
      'EMBEDDED_SUPERSET',
      'GLOBAL_ASYNC_QUERIES',
      'KV_STORE',
      'TAGGING_SYSTEM',
    ])
    const entriesOf = (flag: string) =>
      JSON.stringify(server.services.menu)
        .split('{')
        .filter((entry) => entry.includes(`"flag":"${flag}"`))
        .map((entry) => /"url":"([^"]+)"/.exec(entry)?.[1] ?? '')
    for (const [flag, routes] of flagged) {
      await call('admin', 'PUT', url, { flags: { [flag]: false } })
      for (const { method, url: at } of routes) {
        const answer = await server.app.inject({
          method: method as 'GET',
          url: at.replace(/:(type)/, 'chart').replaceAll(/:\w+|\*/g, '1'),
          headers: { authorization: `Bearer ${tokens.get('admin')}`, accept: 'application/json' },
          ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
        })
        expect([`${flag} ${method} ${at}`, answer.statusCode]).toEqual([`${flag} ${method} ${at}`, 404])
      }
      for (const entry of entriesOf(flag)) expect(await menuNames(), flag).not.toContain(`"${entry}"`)
      await call('admin', 'PUT', url, { flags: { [flag]: null } })
    }
  })

  it('that cannot be changed have no description, the others have one', () => {
    for (const { name, about } of server.services.flags.shown())
      expect([name, about !== '']).toEqual([name, isSwitched(name)])
  })
})
