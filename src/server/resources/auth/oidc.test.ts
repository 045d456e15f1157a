import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { missingRoles } from '../../access/externalUsers.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { seal, unseal } from '../../entities/secrets.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/freePort.ts'
import { client, type IdentityProvider, startIdentityProvider } from '../../testing/identityProvider.ts'

const base = 'http://127.0.0.1:8088'
let server: TestApp
let provider: IdentityProvider

const settings = () => ({
  SEXTANT_OIDC_ISSUER: provider.issuer,
  SEXTANT_OIDC_CLIENT_ID: client.id,
  SEXTANT_OIDC_CLIENT_SECRET: client.secret,
  SEXTANT_SIGN_IN_ROLES: 'bosses: Admin; analysts: Gamma, sql_lab',
})

beforeAll(async () => {
  provider = await startIdentityProvider(`${base}/login/oidc/callback`, await freePort())
  server = await startApp(settings())
})
afterAll(async () => {
  await server?.close()
  await provider?.close()
})
beforeEach(() => {
  provider.people.clear()
  provider.people.set('id-1', {
    preferred_username: 'ana',
    given_name: 'Ana',
    family_name: 'Lyst',
    email: 'ana@example.org',
    groups: ['analysts'],
  })
})

/** A browser at our server and at the provider: cookies of both. */
function visitor(cookies: Record<string, string> = {}, app = () => server.app) {
  const foreign = new Map<string, string>()
  async function ours(path: string) {
    const answer = await app().inject({ method: 'GET', url: path, cookies })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) delete cookies[name]
      else cookies[name] = value
    }
    return answer
  }
  /** Signs in at the provider as `login`. Returns the address to which the provider sends the browser back. */
  async function atProvider(start: string, login: string): Promise<string> {
    let [address, body] = [start, undefined as string | undefined]
    for (let step = 0; step < 10; step++) {
      const headers: Record<string, string> = { cookie: [...foreign].map((pair) => pair.join('=')).join('; ') }
      if (body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded'
      const answer = await fetch(address, {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        body,
        redirect: 'manual',
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        foreign.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const location = answer.headers.get('location')
      body = location === null ? new URLSearchParams({ login }).toString() : undefined
      if (location !== null) address = new URL(location, address).href
      if (address.startsWith(base)) return address
      if (answer.status >= 400) throw new Error(await answer.text())
    }
    throw new Error('the provider does not end')
  }
  const begin = async (next = '') =>
    String((await ours(`/login/oidc${next === '' ? '' : `?next=${encodeURIComponent(next)}`}`)).headers.location)
  const end = (returned: string) => ours(new URL(returned).pathname + new URL(returned).search)
  const signIn = async (login: string, next = '') => end(await atProvider(await begin(next), login))
  const me = async () => {
    const answer = await ours('/api/v1/me/roles/')
    return answer.statusCode === 200
      ? answer.json<{ result: { username: string; email: string; roles: object } }>().result
      : undefined
  }
  /** The message on the sign-in page. */
  const told = async () =>
    (await ours('/login/')).body.match(/flash_messages&#34;:\[\[&#34;danger&#34;,&#34;(.*?)&#34;\]/)?.[1]
  return { cookies, ours, atProvider, begin, end, signIn, me, told }
}

const rolesOf = (user: { roles: object } | undefined) => Object.keys(user?.roles ?? {}).sort()

it('creates an account with the roles of the groups, and follows them at every sign-in', async () => {
  const first = visitor()
  const answer = await first.signIn('id-1', '/chart/list/?a=b')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/chart/list/?a=b'])
  const user = await first.me()
  expect(user).toMatchObject({ username: 'ana', email: 'ana@example.org', firstName: 'Ana', lastName: 'Lyst' })
  expect(rolesOf(user)).toEqual(['Gamma', 'sql_lab'])

  // the person is known by the id at the provider, whatever else changes
  provider.people.set('id-1', { preferred_username: 'anastasia', email: 'new@example.org', groups: ['bosses'] })
  const second = visitor()
  await second.signIn('id-1')
  const again = await second.me()
  expect([again?.username, rolesOf(again)]).toEqual(['ana', ['Admin']])
  provider.people.set('id-1', { preferred_username: 'ana', groups: [] })
  const third = visitor()
  expect((await third.signIn('id-1')).headers.location).toBe('/login/')
  expect(await third.told()).toContain('None of your groups has a role here')
  const log = await server.services.db
    .selectFrom('logs')
    .select(['action', 'json'])
    .where('action', '=', 'sign_in')
    .execute()
  expect(log.some(({ json }) => json?.includes('oidc'))).toBe(true)
})

it('gives nobody the account of another user by name or email address', async () => {
  await server.addUser('bob', ['Admin'])
  for (const claims of [
    { preferred_username: 'bob', email: 'x@example.org' },
    { preferred_username: 'BOB', email: 'y@example.org' },
    { preferred_username: 'other', email: 'bob@example.org', email_verified: true },
    { preferred_username: 'other', email: 'Bob@Example.org', email_verified: true },
  ]) {
    provider.people.set('thief', { ...claims, groups: ['bosses'] })
    const thief = visitor()
    expect((await thief.signIn('thief')).headers.location).toBe('/login/')
    expect(await thief.me()).toBeUndefined()
    expect(await thief.told()).toContain('An account with your name or email address exists')
  }
})

it('connects an account from its page only, for the user who began', async () => {
  await server.addUser('carl', ['Alpha'])
  provider.people.set('id-carl', { preferred_username: 'carl', groups: [] })
  const carl = await server.browser('carl')
  const refused = await server.app.inject({ method: 'POST', url: '/login/oidc/connect', cookies: carl.cookies })
  expect([refused.statusCode, refused.headers.location]).toEqual([302, '/login/'])
  const connect = await carl.inject({ method: 'POST', url: '/login/oidc/connect' })
  const address = connect.json<{ next: string }>().next
  const returned = await visitor().atProvider(address, 'id-carl')
  // another browser, even with the same state, connects nothing
  const thief = visitor((await server.browser('admin')).cookies)
  expect((await thief.end(returned)).headers.location).toBe('/login/')
  const done = await visitor(carl.cookies).end(returned)
  expect(done.headers.location).toBe('/users/userinfo/')
  const later = visitor()
  await later.signIn('id-carl')
  const user = await later.me()
  // the roles of a connected account are kept
  expect([user?.username, rolesOf(user)]).toEqual(['carl', ['Alpha']])
  const again = await server.browser('admin')
  const second = (await again.inject({ method: 'POST', url: '/login/oidc/connect' })).json<{ next: string }>().next
  const taken = visitor(again.cookies)
  expect((await taken.end(await taken.atProvider(second, 'id-carl'))).headers.location).toBe('/users/userinfo/')
  expect(
    await server.services.db.selectFrom('external_identities').selectAll().where('subject', '=', 'id-carl').execute(),
  ).toHaveLength(1)
})

it('disabled accounts stay out', async () => {
  provider.people.set('id-dora', { preferred_username: 'dora', groups: ['analysts'] })
  await visitor().signIn('id-dora')
  await server.services.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ is_active: false }).where('username', '=', 'dora').execute()
    await rightsChanged(trx)
  })
  const dora = visitor()
  await dora.signIn('id-dora')
  expect(await dora.me()).toBeUndefined()
  expect(await dora.told()).toContain('Your account is disabled')
})

it.each([
  ['another state', (url: URL) => url.searchParams.set('state', 'x')],
  ['no state', (url: URL) => url.searchParams.delete('state')],
  ['another code', (url: URL) => url.searchParams.set('code', 'x')],
  ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ['no issuer', (url: URL) => url.searchParams.delete('iss')],
  ['an error of the provider', (url: URL) => url.searchParams.set('error', '<script>alert(1)</script>')],
])('refuses %s', async (_name, change) => {
  const browser = visitor()
  const returned = new URL(await browser.atProvider(await browser.begin(), 'id-1'))
  change(returned)
  expect((await browser.end(returned.href)).headers.location).toBe('/login/')
  expect(await browser.me()).toBeUndefined()
  const page = await browser.ours('/login/')
  expect(page.body).not.toContain('alert(1)')
})

it.each(['nonce', 'verifier'])('refuses a response to a sign-in with another %s', async (part) => {
  const browser = visitor()
  const returned = await browser.atProvider(await browser.begin(), 'id-1')
  const key = server.services.keys.for('signIn')
  const kept = unseal(key, browser.cookies['sign_in'] ?? '')
  expect(kept[part]).toMatch(/^.{43}$/)
  browser.cookies['sign_in'] = seal(key, { ...kept, [part]: 'x'.repeat(43) })
  expect((await browser.end(returned)).headers.location).toBe('/login/')
  expect(await browser.me()).toBeUndefined()
})

it('starts a new session, never one that the browser sends', async () => {
  const session = 'a'.repeat(43)
  const browser = visitor({ session })
  await browser.signIn('id-1')
  expect((await browser.me())?.username).toBe('ana')
  expect(browser.cookies['session']).not.toBe(session)
  expect(await visitor({ session }).me()).toBeUndefined()
})

it('refuses a response twice, late, in another browser, and for another sign-in', async () => {
  const browser = visitor()
  const returned = await browser.atProvider(await browser.begin(), 'id-1')
  const stranger = visitor()
  expect((await stranger.end(returned)).headers.location).toBe('/login/')
  await stranger.begin()
  expect((await stranger.end(returned)).headers.location).toBe('/login/')
  expect(await stranger.me()).toBeUndefined()
  expect((await browser.end(returned)).headers.location).toBe('/')
  const replay = visitor({ ...browser.cookies })
  delete replay.cookies['session']
  expect((await replay.end(returned)).headers.location).toBe('/login/')
  const slow = visitor()
  const late = await slow.atProvider(await slow.begin(), 'id-1')
  server.advance(601_000)
  expect((await slow.end(late)).headers.location).toBe('/login/')
  expect(await slow.me()).toBeUndefined()
})

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'does not lead to %s',
  async (next) => {
    const browser = visitor()
    expect((await browser.signIn('id-1', next)).headers.location).toBe('/')
  },
)

it('sends PKCE, state and nonce to the provider, and the address of the settings', async () => {
  const address = new URL(await visitor().begin())
  expect(address.origin).toBe(provider.issuer)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    redirect_uri: `${base}/login/oidc/callback`,
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^.{43}$/) as string,
    state: expect.stringMatching(/^.{43}$/) as string,
    nonce: expect.stringMatching(/^.{43}$/) as string,
  })
})

it('reports roles of the settings that do not exist', async () => {
  expect(await missingRoles(server.services)).toEqual([])
  const { config, db } = server.services
  const signIn = {
    ...config.signIn,
    defaultRoles: ['Gamma', 'Gama'],
    roles: [{ group: 'x', roles: ['Admin', 'Boss'] }],
  }
  expect(await missingRoles({ config: { ...config, signIn }, db })).toEqual(['Gama', 'Boss'])
})

it('creates no account if the settings say so, and reports a provider that does not respond', async () => {
  const other = await startApp({ ...settings(), SEXTANT_SIGN_IN_CREATES_USERS: 'false' })
  try {
    const browser = visitor({}, () => other.app)
    await browser.signIn('id-1')
    expect(await browser.told()).toContain('You have no account here')
  } finally {
    await other.close()
  }
  const alone = await startApp({ ...settings(), SEXTANT_OIDC_ISSUER: 'http://127.0.0.1:9' })
  try {
    const browser = visitor({}, () => alone.app)
    expect(await browser.begin()).toBe('/login/')
    expect(await browser.told()).toBe('The sign-in failed. Please try again.')
  } finally {
    await alone.close()
  }
})
