import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from './embedded/tables.ts'
import { type ApiDescription, describeApi } from './openapi.ts'
import { everyRoute, startApp, type TestApp } from './testing/app.ts'
import { hostileRequest, randomOf } from './testing/hostileRequests.ts'
import { createIdentities, type Identities, type IdentityName, identityNames } from './testing/identities.ts'
import { longestStretch } from './testing/longestStretch.ts'

/**
 * No request of any identity to any route causes an internal error, hangs, blocks the process, or shows a stack or a
 * path of the server; and read-only identities change nothing. A failure prints what was sent; FUZZ_SEED repeats a run.
 */

/** How many requests each identity sends. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 160)
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
const HANGS_MS = 10_000
/** Milliseconds of processor time for which a request may block other requests. */
const HOLDS_MS = 50
/** Compilation and garbage collection can slow down any request: the shortest time of this many attempts counts. */
const TRIES = 5
/** Tokens expire after some minutes, so they are renewed after this many requests. */
const RENEWED_EVERY = 2000

let server: TestApp
let identities: Identities
let description: ApiDescription

beforeAll(async () => {
  server = await startApp(everyRoute)
  const { db, now, tables } = server.services
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const source = join(folder, 'births.csv')
  writeFileSync(source, 'name,num,day\nAda,3,2024-01-01\nGrace,4,2024-01-02\n')
  const databaseId = await ensureExamplesDatabase(db, now)
  await tables.load({ databaseId, table: 'births', source, format: 'csv' })
  rmSync(folder, { recursive: true })
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/v1/dataset/',
    headers: { authorization: `Bearer ${await server.token('admin')}` },
    payload: { database: databaseId, table_name: 'births' },
  })
  identities = await createIdentities(server, made.json<{ id: number }>().id)
  description = describeApi(server.app.routeTable, 'test')
}, 120_000)
afterAll(() => server?.close())

/** Texts that only code and files of the server contain. */
const leaks = () => [
  /\n\s+at .+:\d+:\d+/,
  /node_modules/,
  /src\/server/,
  new RegExp(server.home),
  new RegExp(process.cwd()),
]

/** Rows that only an administrator may change. */
async function storedRows() {
  const { db } = server.services
  const [users, roles, permissions, databases, datasets, charts, dashboards, embedded] = await Promise.all([
    db.selectFrom('users').select(['id', 'username', 'password_hash', 'email', 'is_active']).execute(),
    db.selectFrom('user_roles').selectAll().execute(),
    db.selectFrom('role_permissions').selectAll().execute(),
    db.selectFrom('databases').selectAll().execute(),
    db.selectFrom('datasets').selectAll().where('id', '=', 1).execute(),
    db.selectFrom('charts').selectAll().where('id', '<=', 2).execute(),
    db.selectFrom('dashboards').selectAll().where('id', '<=', 2).execute(),
    db.selectFrom('embedded_dashboards').selectAll().execute(),
  ])
  return { users, roles, permissions, databases, datasets, charts, dashboards, embedded }
}

const harmless: readonly IdentityName[] = ['anonymous', 'disabled', 'guest', 'custom', 'sqllab', 'gamma', 'key:read']

describe(`requests of (FUZZ_SEED=${SEED})`, () => {
  // administrators come last: they may delete objects that the other identities need
  const names = [...harmless, ...identityNames.filter((name) => !harmless.includes(name))]

  it.each(names)(
    '%s',
    async (name) => {
      const before = await storedRows()
      const routes = server.app.routeTable.filter(({ url }) => !url.startsWith('/health'))
      const withBody = routes.filter(({ method }) => method === 'POST' || method === 'PUT')
      const order = [...routes, ...withBody]
      const random = randomOf(SEED + names.indexOf(name))
      const start = Math.floor(random() * order.length)
      const failures: string[] = []
      let identity: Record<string, string> = {}
      for (let at = 0; at < RUNS; at += 1) {
        const route = order[(start + at) % order.length]
        if (!route) throw new Error('There are no routes.')
        if (at % RENEWED_EVERY === 0) identity = await identities.renewed(name)
        const { method, url, headers, payload } = hostileRequest(route, description, random)
        const send = () =>
          server.app.inject({ method: method as 'GET', url, headers: { ...headers, ...identity }, payload })
        const answers: LightMyRequestResponse[] = []
        let [held, ms] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
        for (let attempt = 0; attempt < TRIES && (held > HOLDS_MS || ms > HANGS_MS); attempt += 1) {
          const begun = performance.now()
          held = Math.min(held, await longestStretch(async () => answers.push(await send())))
          ms = Math.min(ms, performance.now() - begun)
        }
        const answer = answers[0] as LightMyRequestResponse
        // a request ended its own session: the remaining requests would be those of an anonymous visitor
        if (answer.statusCode === 401 && (name === 'admin' || name === 'key:all'))
          identity = await identities.renewed(name)
        const leak = leaks().find((text) => text.test(answer.body))
        if (answer.statusCode >= 500 || ms > HANGS_MS || held > HOLDS_MS || leak)
          failures.push(
            `${answer.statusCode} ${method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${payload?.slice(0, 400)}\n` +
              `${Math.round(ms)} ms, held ${Math.round(held)} ms ${leak?.source ?? ''} ${answer.body.slice(0, 400)}`,
          )
      }
      expect(failures.slice(0, 5).join('\n\n'), `${failures.length} failures`).toBe('')
      if (harmless.includes(name)) expect(await storedRows()).toEqual(before)
    },
    3_600_000,
  )
})
