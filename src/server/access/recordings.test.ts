import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRecordedSite } from '../../../conformance/recordings/recordedSite.ts'
import type { Recording } from '../../../conformance/recordings/replay.ts'
import { type Browser, passwordOf, type TestApp } from '../testing/app.ts'
import { hasShared, recording, sharedFolder } from '../testing/shared.ts'

/** Intended differences of this server, and their reasons. */
type Decision = { status: number; location?: string; why: string }
const decisions: Record<string, Decision | { skip: string }> = {
  'security/csrf-enforced-missing-bearer': {
    status: 201,
    why: 'bearers need no token',
  },
  'security/csrf-enforced-wrong-bearer': { status: 201, why: 'bearers need no token' },
  'security/csrf-enforced-token-without-cookie': { status: 201, why: 'bearers need no token' },
  'security/csrf-missing-html': { status: 302, location: '/login/', why: 'the original fails' },
  'security/csrf-missing-on-post-session': { status: 400, why: 'a cookie needs a token everywhere' },
  'security/login-missing-provider': { status: 400, why: 'the original fails' },
  'security/me-admin': { status: 200, why: 'here tokens are accepted everywhere' },
  'security/me-alpha': { status: 200, why: 'here tokens are accepted everywhere' },
  'security/me-gamma': { status: 200, why: 'here tokens are accepted everywhere' },
  'security/me-gamma_sqllab': { status: 200, why: 'here tokens are accepted everywhere' },
  'security/me-roles-bearer': { status: 200, why: 'here tokens are accepted everywhere' },
  'security/guest-token-ok': { skip: 'guests.test.ts' },
  'security/form-login-next': { skip: 'signIn.test.ts' },
  'security/form-login-next-other-host': { skip: 'signIn.test.ts' },
  'security/form-login-ok': { skip: 'signIn.test.ts' },
  'security/form-login-bad': { skip: 'signIn.test.ts' },
  'security/token-wrong-type': { skip: 'tokens.test.ts' },
  'security/refresh-ok': { skip: 'tokens.test.ts' },
  'security/refresh-with-access-token': { skip: 'tokens.test.ts' },
  'security/token-bad-signature': { skip: 'tokens.test.ts' },
  'pages/dataset-page': { status: 200, why: 'the address is a page of later versions' },
  'pages/profile-missing': { status: 200, why: 'the screen says so; the original fails' },
  'pages/lang-de': { status: 302, why: 'German is offered here; the recorded site had English alone' },
  'pages/theme': { status: 404, why: 'a page for developers of the original' },
}

const files = !hasShared
  ? []
  : ['security', 'pages'].flatMap((folder) =>
      readdirSync(join(sharedFolder, 'reference/recordings/calls', folder))
        .map((file) => `${folder}/${basename(file, '.json')}`)
        .filter((name) => !('skip' in (decisions[name] ?? {}))),
    )

let server: TestApp
const browsers = new Map<string, Browser>()
beforeAll(async () => {
  if (!hasShared) return
  server = await startRecordedSite()
  await server.addUser('gamma_no_data', ['Gamma'])
})
afterAll(() => server?.close())

/** Menu entries of our own. */
const ownEntries = new Set<unknown>(['Background Jobs', 'Feature Flags', 'Map Boundaries', 'Tags'])
const isShared = (item: unknown) =>
  typeof item !== 'object' || item === null || !('url' in item && 'name' in item && ownEntries.has(item.name))

/** The value without fields that differ on this server, and without our own menu entries. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter(isShared).map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['createdOn', 'access_token', 'refresh_token', 'issue_codes'].includes(key))
      .map(([key, inner]) => [key, plain(inner)]),
  )
}

async function replay({ role, request }: Recording) {
  const [user = '', how] = role.split('@')
  const headers: Record<string, string> = { ...request.headers }
  const isToken = headers['Authorization'] === 'Bearer <token>'
  if (isToken) headers['Authorization'] = `Bearer ${await server.token(user === 'anonymous' ? 'admin' : user)}`
  delete headers['Cookie']
  let cookies: Record<string, string> = {}
  if (how === 'session') {
    // signing out ends a session: each following call gets a new one
    const browser = browsers.get(user) ?? (await server.browser(user))
    browsers.set(user, browser)
    cookies = { ...browser.cookies }
    if (request.path === '/logout/') browsers.delete(user)
  }
  const body =
    typeof request.body === 'object' && request.body !== null && 'password' in request.body
      ? {
          ...request.body,
          password:
            'username' in request.body && request.body.password === '<password>'
              ? passwordOf(String(request.body.username))
              : '',
        }
      : request.body
  const isForm = headers['Content-Type'] === 'application/x-www-form-urlencoded'
  return server.app.inject({
    method: request.method,
    url: request.path,
    headers: { ...headers, host: '127.0.0.1:8088' },
    cookies,
    payload: isForm
      ? new URLSearchParams((request.form ?? request.body ?? {}) as Record<string, string>).toString()
      : (body as object | undefined),
  })
}

const wrongPassword = new Set(['security/login-bad-password', 'security/login-unknown-user'])

describe.skipIf(!hasShared)('sign-in, tokens and pages as recorded (needs ../shared/reference)', () => {
  it.each(files)('%s', async (name) => {
    const recorded = recording<Recording>('calls', `${name}.json`)
    if (wrongPassword.has(name)) recorded.request.body = { ...(recorded.request.body as object), password: 'wrong' }
    const answer = await replay(recorded)
    const decision = decisions[name]
    if (decision && 'status' in decision) {
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(decision.status)
      if (decision.location) expect(answer.headers.location).toBe(decision.location)
      return
    }
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(recorded.status)
    const location = recorded.headers['location']?.replace('http://localhost:8088', 'http://127.0.0.1:8088')
    if (location) expect(decodeURIComponent(String(answer.headers.location))).toBe(decodeURIComponent(location))
    const isPage = typeof recorded.answer === 'object' && recorded.answer !== null && 'html' in recorded.answer
    if (!isPage) expect(answer.headers['content-type']).toBe(recorded.headers['content-type'])
    if (!isPage && !/roles-|csrf-(ok|session)/.test(name)) expect(plain(answer.json())).toEqual(plain(recorded.answer))
  })

  it.each(['admin', 'alpha', 'gamma', 'gamma_sqllab'])(
    'permissions of %s as recorded, except for removed ones',
    async (user) => {
      interface Rights {
        result: { roles: Record<string, [string, string][]>; permissions: Record<string, string[]> }
      }
      const recorded = recording<{ answer: Rights }>('calls', 'security', `me-roles-${user}.json`).answer.result
      const browser = await server.browser(user)
      const ours = (await browser.inject({ method: 'GET', url: '/api/v1/me/roles/' })).json<Rights>().result
      expect(ours.permissions).toEqual(recorded.permissions)
      for (const [role, pairs] of Object.entries(recorded.roles)) {
        if (!['Admin', 'Alpha', 'Gamma', 'sql_lab'].includes(role)) continue
        const text = (all: [string, string][] = []) => all.map(([name, view]) => `${name}:${view}`)
        const gone = /AccessRequests|Access requests|Import Dashboards|can_approve/
        const have = new Set(text(ours.roles[role]))
        expect(text(pairs).filter((pair) => !have.has(pair) && !gone.test(pair))).toEqual([])
        const recordedPairs = new Set(text(pairs))
        const added = [...have].filter((pair) => !recordedPairs.has(pair))
        expect(
          added.filter(
            (pair) =>
              !/DynamicPlugin|Row Level Security|can_get_column_values|can_drill|:(User|Role|Permission|ViewMenu|PermissionViewMenu|Tag|Tags|FeatureFlag|Feature Flags|Job|Background Jobs|MapBoundary|Map Boundaries)$/.test(
                pair,
              ),
          ),
        ).toEqual([])
      }
    },
  )
})
