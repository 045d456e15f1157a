import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keylessRoutes } from './access/keylessRoutes.ts'
import { rightsChanged } from './access/subjects.ts'
import type { Resource } from './resource.ts'
import { resources } from './resources/index.ts'
import type { KnownRoute } from './routeTable.ts'
import type { Trx } from './storage/schema.ts'
import { everyRoute, startApp, type TestApp } from './testing/app.ts'
import { createIdentities, type Identities, type IdentityName, type Ids, identityNames } from './testing/identities.ts'

/**
 * Who may use which route. The table `testing/routeIdentities.txt` has a row for every route, so a new route fails this
 * test until its row is reviewed and added (`vitest run -u`). The gate lets a request through or not; a probe ends it
 * before the route runs.
 */

const PASSED = 399
const probe: Resource = (app) => {
  app.addHook('preValidation', async (request, reply) => {
    if (request.headers['x-probe'] !== undefined && !request.is404) return reply.code(PASSED).send('')
    return undefined
  })
}

let server: TestApp
let identities: Identities['headers']
let own: Ids
let hidden: Ids

beforeAll(async () => {
  server = await startApp(everyRoute, { resources: [probe, ...resources] })
  await server.services.db
    .insertInto('databases')
    .values({
      uuid: 'd',
      created_on: 0,
      changed_on: 0,
      created_by: null,
      changed_by: null,
      database_name: 'probe',
      backend: 'duckdb',
      sqlalchemy_uri: 'duckdb://',
      secrets: null,
      cache_timeout: null,
      force_ctas_schema: null,
      extra: null,
      server_cert: null,
      external_url: null,
      extra_fields: null,
    })
    .execute()
  await server.services.db
    .insertInto('datasets')
    .values({
      uuid: 'ds',
      created_on: 0,
      changed_on: 0,
      created_by: null,
      changed_by: null,
      table_name: 't',
      database_id: 1,
      catalog: null,
      schema: null,
      sql: null,
      description: null,
      main_dttm_col: null,
      default_endpoint: null,
      cache_timeout: null,
      params: null,
      template_params: null,
      fetch_values_predicate: null,
      extra: null,
      external_url: null,
      extra_fields: null,
    })
    .execute()
  const { id } = await server.services.db.selectFrom('datasets').select('id').executeTakeFirstOrThrow()
  ;({ headers: identities, own, hidden } = await createIdentities(server, id))
}, 120_000)
afterAll(() => server?.close())

const nameOf = ({ method, url }: KnownRoute) => `${method} ${url}`

/** The address of a route with these ids instead of its parameters. */
const addressOf = ({ url }: KnownRoute, ids: Ids) => {
  const kind = /\/(chart|dashboard|dataset|database)\//.exec(url)?.[1]
  return url.replace(/:(id|idOrSlug|dashboardId)\b/, (kind && ids[kind]) ?? '1').replaceAll(/:\w+|\*/g, '1')
}

const routes = () => server.app.routeTable.filter(({ url }) => url !== '/static/*' && !url.startsWith('/health'))

async function cell(route: KnownRoute, identity: IdentityName): Promise<string> {
  const { statusCode } = await server.app.inject({
    method: route.method as 'GET',
    url: addressOf(route, own),
    headers: { ...identities.get(identity), accept: 'application/json', 'x-probe': '1' },
    ...(route.method === 'POST' || route.method === 'PUT' ? { payload: {} } : {}),
  })
  return statusCode === PASSED ? 'yes' : String(statusCode)
}

/** `public`: a visitor without an account, while the role Public has the permissions of Gamma. */
async function withPublicRole(work: () => Promise<void>): Promise<void> {
  const { db, permissions } = server.services
  const given = permissions.builtinRoles['Gamma'] ?? []
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow()
  const set = (change: (trx: Trx) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await change(trx)
      await rightsChanged(trx)
    })
  const rows = given.map((permission) => ({ role_id: id, permission }))
  await set((trx) => trx.insertInto('role_permissions').values(rows).execute())
  await work()
  await set((trx) => trx.deleteFrom('role_permissions').where('role_id', '=', id).execute())
}

describe('every route x every identity', () => {
  it('is as the reviewed table says', async () => {
    const rows = new Map<string, string[]>()
    for (const route of routes()) {
      const cells: string[] = []
      for (const identity of identityNames) cells.push(await cell(route, identity))
      rows.set(nameOf(route), cells)
    }
    await withPublicRole(async () => {
      for (const route of routes()) rows.get(nameOf(route))?.push(await cell(route, 'anonymous'))
    })
    const line = (cells: readonly string[], name: string) =>
      `${cells.map((text) => text.padEnd(9)).join(' ')} ${name}`.trimEnd()
    const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, cells]) => line(cells, name))
    const table = [line([...identityNames, 'public'], ''), ...sorted, ''].join('\n')
    await expect(table).toMatchFileSnapshot('./testing/routeIdentities.txt')
    // thousands of requests: a busy machine needs longer than for other tests
  }, 120_000)

  it('lets nobody through without a sign-in, and no disabled user, but on public routes', async () => {
    for (const route of routes()) {
      if (route.config.requires === 'public') continue
      for (const identity of ['anonymous', 'disabled'] as const) {
        const status = await cell(route, identity)
        expect(['401', '302'], `${identity} ${nameOf(route)}`).toContain(status)
      }
    }
  })

  it('lets an API key of an administrator do no more than he may, and one that only reads change nothing', async () => {
    const known = new Set(routes().map(nameOf))
    for (const name of keylessRoutes) expect(known, name).toContain(name)
    for (const route of routes()) {
      const [read, all] = [await cell(route, 'key:read'), await cell(route, 'key:all')]
      const isKeyless = keylessRoutes.has(nameOf(route))
      expect(all, nameOf(route)).toBe(isKeyless ? '403' : await cell(route, 'admin'))
      const isSafe = route.method === 'GET' || route.config.safe === true || route.config.requires === 'public'
      if (isKeyless || !isSafe || route.config.changesState === true) expect(read, nameOf(route)).toMatch(/^(403|302)$/)
    }
  })

  it('answers a user, and a guest, on a hidden object as on a missing one', async () => {
    const missing = { chart: '999999', dashboard: '999999', dataset: '999999', database: '999999' }
    const strangers = ['guest', 'gamma'] as const
    const wrong: string[] = []
    for (const route of routes()) {
      if (!/\/(chart|dashboard|dataset|database)\/:(id|idOrSlug)\b/.test(route.url)) continue
      // the same page for every id; its screen reads the API
      if (route.url === '/dataset/:id') continue
      for (const identity of strangers) {
        const send = async (ids: Ids) => {
          const answer = await server.app.inject({
            method: route.method as 'GET',
            url: addressOf(route, ids),
            headers: { ...identities.get(identity), accept: 'application/json' },
            ...(route.method === 'GET' ? {} : { payload: {} }),
          })
          const text = answer.body.replaceAll(ids['dashboard'] ?? '', '#').replaceAll(ids['chart'] ?? '', '#')
          return { status: answer.statusCode, text }
        }
        const [there, gone] = [await send(hidden), await send(missing)]
        const isRefused = there.status >= 300 && there.status < 500
        if (!isRefused || there.status !== gone.status || there.text !== gone.text)
          wrong.push(`${identity} ${nameOf(route)}: ${there.status} ${there.text} / ${gone.status} ${gone.text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
