import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../model/errors/errors.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { testStores } from '../testing/stores.ts'
import type { Subject } from './subject.ts'
import type { Thing } from './thing.ts'

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

/**
 * Two databases; `granted` has three datasets (one of them in the schema `hr`), `other` has one. Each dataset has a
 * chart. Dashboards differ in their owners, their published state, and the roles they are shared with.
 */
async function fill({ services, addUser, grant }: TestApp) {
  const { db, now } = services
  const stamp = { created_on: now(), changed_on: now(), created_by: null, changed_by: null }
  let count = 0
  const uuid = () => `uuid-${++count}`
  const id = async (query: { executeTakeFirstOrThrow(): Promise<{ id: number }> }) =>
    (await query.executeTakeFirstOrThrow()).id

  const database = (name: string) =>
    id(
      db
        .insertInto('databases')
        .values({ uuid: uuid(), database_name: name, backend: 'duckdb', sqlalchemy_uri: 'duckdb:///', ...stamp })
        .returning('id'),
    )
  const dataset = (databaseId: number, name: string, schema: string | null = null) =>
    id(
      db
        .insertInto('datasets')
        .values({ uuid: uuid(), table_name: name, database_id: databaseId, schema, ...stamp })
        .returning('id'),
    )
  const chart = (datasetId: number, name: string) =>
    id(
      db
        .insertInto('charts')
        .values({ uuid: uuid(), slice_name: name, datasource_id: datasetId, viz_type: 'pie', ...stamp })
        .returning('id'),
    )
  const dashboard = async (
    name: string,
    options: { charts?: number[]; published?: boolean; owner?: number; role?: string; metadata?: object },
  ) => {
    const made = await id(
      db
        .insertInto('dashboards')
        .values({
          uuid: uuid(),
          dashboard_title: name,
          published: options.published ?? true,
          json_metadata: options.metadata ? JSON.stringify(options.metadata) : null,
          ...stamp,
        })
        .returning('id'),
    )
    for (const chartId of options.charts ?? []) {
      await db.insertInto('dashboard_charts').values({ dashboard_id: made, chart_id: chartId }).execute()
    }
    if (options.owner)
      await db.insertInto('dashboard_owners').values({ dashboard_id: made, user_id: options.owner }).execute()
    if (options.role) {
      const role = await id(db.selectFrom('roles').select('id').where('name', '=', options.role))
      await db.insertInto('dashboard_roles').values({ dashboard_id: made, role_id: role }).execute()
    }
    return made
  }

  const databases = { granted: await database('granted'), other: await database('other') }
  const datasets = {
    sales: await dataset(databases.granted, 'sales'),
    staff: await dataset(databases.granted, 'staff', 'hr'),
    stock: await dataset(databases.granted, 'stock'),
    secret: await dataset(databases.other, 'secret'),
  }
  const charts = {
    sales: await chart(datasets.sales, 'sales'),
    staff: await chart(datasets.staff, 'staff'),
    stock: await chart(datasets.stock, 'stock'),
    secret: await chart(datasets.secret, 'secret'),
    orphan: await chart(99_999, 'of no dataset'),
  }

  const users = {
    admin: (await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id,
    alpha: await addUser('alpha', ['Alpha']),
    nothing: await addUser('nothing', ['Gamma']),
    byDataset: await addUser('byDataset', ['Gamma']),
    bySchema: await addUser('bySchema', ['Gamma']),
    byDatabase: await addUser('byDatabase', ['Gamma']),
    owner: await addUser('owner', ['Gamma']),
    noRole: await addUser('noRole', []),
  }
  await grant(users.byDataset, [{ datasetId: datasets.sales }])
  await grant(users.bySchema, [{ databaseId: databases.granted, schema: 'hr' }])
  await grant(users.byDatabase, [{ databaseId: databases.granted }])
  await db.insertInto('dataset_owners').values({ dataset_id: datasets.stock, user_id: users.owner }).execute()
  await db.insertInto('chart_owners').values({ chart_id: charts.stock, user_id: users.owner }).execute()
  await db.insertInto('chart_owners').values({ chart_id: charts.secret, user_id: users.owner }).execute()

  const filter = { native_filter_configuration: [{ id: 'F1', targets: [{ datasetId: datasets.staff }] }] }
  const dashboards = {
    open: await dashboard('open', { charts: [charts.sales, charts.secret] }),
    draft: await dashboard('draft', { charts: [charts.sales], published: false, owner: users.owner }),
    hidden: await dashboard('hidden', { charts: [charts.secret] }),
    shared: await dashboard('shared', { charts: [charts.secret], role: 'Gamma', metadata: filter }),
    forAlpha: await dashboard('forAlpha', { charts: [charts.sales], role: 'Alpha' }),
    sharedDraft: await dashboard('sharedDraft', { charts: [charts.sales], role: 'Gamma', published: false }),
    empty: await dashboard('empty', {}),
  }
  return { users, databases, datasets, charts, dashboards }
}

type World = Awaited<ReturnType<typeof fill>>
type Who = keyof World['users']

/** The objects that each user may see, by name. */
const sees: Record<'datasets' | 'charts' | 'dashboards' | 'databases', Record<Who, string>> = {
  datasets: {
    admin: 'sales staff stock secret',
    alpha: 'sales staff stock secret',
    nothing: '',
    byDataset: 'sales',
    bySchema: 'staff',
    byDatabase: 'sales staff stock',
    owner: 'stock',
    noRole: '',
  },
  charts: {
    admin: 'sales staff stock secret orphan',
    alpha: 'sales staff stock secret orphan',
    nothing: '',
    byDataset: 'sales',
    bySchema: 'staff',
    byDatabase: 'sales staff stock',
    // the owner of a chart sees nothing without access to its data
    owner: 'stock',
    noRole: '',
  },
  dashboards: {
    admin: 'open draft hidden shared forAlpha sharedDraft empty',
    alpha: 'open hidden forAlpha',
    nothing: 'shared',
    byDataset: 'open shared',
    bySchema: 'shared',
    byDatabase: 'open shared',
    owner: 'draft shared',
    noRole: '',
  },
  databases: {
    admin: 'granted other',
    alpha: 'granted other',
    nothing: '',
    byDataset: 'granted',
    bySchema: 'granted',
    byDatabase: 'granted',
    owner: '',
    noRole: '',
  },
}
const kinds = { datasets: 'Dataset', charts: 'Chart', dashboards: 'Dashboard', databases: 'Database' } as const
const nameColumn = {
  datasets: 'table_name',
  charts: 'slice_name',
  dashboards: 'dashboard_title',
  databases: 'database_name',
} as const

describe.each(stores)('visibility on $kind', (store) => {
  let server: TestApp
  let world: World
  beforeAll(async () => {
    if (!store.isAvailable) return
    const { home, databaseUrl } = await store.fresh()
    server = await startApp({ SEXTANT_HOME: home, DATABASE_URL: databaseUrl })
    world = await fill(server)
  }, 120_000)
  afterAll(() => server?.close())

  const subjectOf = async (who: Who): Promise<Subject> => {
    const known = await server.services.subjects.ofUser(world.users[who])
    if (!known) throw new Error(`no subject ${who}`)
    return known.subject
  }
  const outcome = async (work: Promise<unknown>): Promise<number> => {
    try {
      await work
      return 200
    } catch (error) {
      if (error instanceof AppError) return error.status
      throw error
    }
  }
  const everybody = Object.keys(sees.datasets) as Who[]
  const tables = Object.keys(kinds) as (keyof typeof kinds)[]
  const cases = tables.flatMap((table) => everybody.map((who) => ({ table, who, names: sees[table][who] })))

  it.skipIf(!store.isAvailable).each(cases)('$who lists $table: $names', async ({ table, who, names }) => {
    const { db, access } = server.services
    const column = nameColumn[table]
    const rows = await db
      .selectFrom(table)
      .select(column as never)
      .where(access.visible[table](await subjectOf(who)))
      .execute()
    const listed = rows.map((row) =>
      String((row as Record<string, unknown>)[column]).replace('of no dataset', 'orphan'),
    )
    expect(listed.sort()).toEqual(names.split(' ').filter(Boolean).sort())
  })

  it.skipIf(!store.isAvailable)(
    'listed objects can be read, and no others; hidden ones are reported as missing',
    async () => {
      for (const table of tables) {
        for (const who of everybody) {
          const subject = await subjectOf(who)
          for (const [name, id] of Object.entries(world[table] as Record<string, number>)) {
            const thing: Thing = { kind: kinds[table], id }
            const expected = sees[table][who].split(' ').includes(name) ? 200 : 404
            expect(await outcome(server.services.can(subject, 'read', thing)), `${who} reads ${table} ${name}`).toBe(
              expected,
            )
          }
          const missing = { kind: kinds[table], id: 123_456 }
          expect(await outcome(server.services.can(subject, 'read', missing))).toBe(404)
          expect(await outcome(server.services.can(subject, 'write', missing))).toBe(404)
        }
      }
    },
  )

  it.skipIf(!store.isAvailable)('only owners and Admin can change objects', async () => {
    const cases: [Who, Thing, number][] = [
      ['admin', { kind: 'Chart', id: world.charts.secret }, 200],
      ['alpha', { kind: 'Chart', id: world.charts.stock }, 403],
      ['owner', { kind: 'Chart', id: world.charts.stock }, 200],
      // owned, but without access to its data
      ['owner', { kind: 'Chart', id: world.charts.secret }, 404],
      ['byDatabase', { kind: 'Chart', id: world.charts.sales }, 403],
      ['owner', { kind: 'Dashboard', id: world.dashboards.draft }, 200],
      ['alpha', { kind: 'Dashboard', id: world.dashboards.draft }, 404],
      ['byDataset', { kind: 'Dashboard', id: world.dashboards.open }, 403],
      ['owner', { kind: 'Dataset', id: world.datasets.stock }, 200],
      ['alpha', { kind: 'Dataset', id: world.datasets.sales }, 403],
      ['alpha', { kind: 'Database', id: world.databases.granted }, 403],
      ['admin', { kind: 'Database', id: world.databases.other }, 200],
    ]
    for (const [who, thing, status] of cases) {
      const got = await outcome(server.services.can(await subjectOf(who), 'write', thing))
      expect(got, `${who} writes ${thing.kind} ${thing.id}`).toBe(status)
    }
  })

  it.skipIf(!store.isAvailable)(
    'data can be read by grant, by ownership, or through a dashboard shared with roles',
    async () => {
      const { datasets, dashboards, charts } = world
      const cases: [Who, keyof World['datasets'], object, number][] = [
        ['admin', 'secret', {}, 200],
        ['alpha', 'secret', {}, 200],
        ['byDataset', 'sales', {}, 200],
        ['byDataset', 'stock', {}, 403],
        ['bySchema', 'staff', {}, 200],
        ['bySchema', 'sales', {}, 403],
        ['byDatabase', 'stock', {}, 200],
        ['byDatabase', 'secret', {}, 403],
        ['owner', 'stock', {}, 200],
        ['nothing', 'secret', {}, 403],
        ['nothing', 'secret', { dashboardId: dashboards.shared, chartId: charts.secret }, 200],
        ['nothing', 'secret', { dashboardId: dashboards.shared }, 403],
        // not a chart of that dashboard, not its dataset, not shared, not published, another role
        ['nothing', 'sales', { dashboardId: dashboards.shared, chartId: charts.sales }, 403],
        ['nothing', 'sales', { dashboardId: dashboards.shared, chartId: charts.secret }, 403],
        ['nothing', 'secret', { dashboardId: dashboards.hidden, chartId: charts.secret }, 403],
        ['nothing', 'sales', { dashboardId: dashboards.sharedDraft, chartId: charts.sales }, 403],
        ['nothing', 'sales', { dashboardId: dashboards.forAlpha, chartId: charts.sales }, 403],
        ['noRole', 'secret', { dashboardId: dashboards.shared, chartId: charts.secret }, 403],
        // filter options of the dashboard
        ['nothing', 'staff', { dashboardId: dashboards.shared, nativeFilterId: 'F1' }, 200],
        ['nothing', 'sales', { dashboardId: dashboards.shared, nativeFilterId: 'F1' }, 403],
        ['nothing', 'staff', { dashboardId: dashboards.shared, nativeFilterId: 'F2' }, 403],
      ]
      for (const [who, name, request, status] of cases) {
        const got = await outcome(server.services.access.canReadData(await subjectOf(who), datasets[name], request))
        expect(got, `${who} reads ${name} ${JSON.stringify(request)}`).toBe(status)
      }
    },
  )

  it.skipIf(!store.isAvailable)('a dashboard stops sharing data when its owner loses access', async () => {
    const { db } = server.services
    const { datasets, dashboards, charts, users } = world
    const request = { dashboardId: dashboards.shared, chartId: charts.secret }
    const outcomeNow = async () =>
      outcome(server.services.access.canReadData(await subjectOf('nothing'), datasets.secret, request))
    await db.insertInto('dashboard_owners').values({ dashboard_id: dashboards.shared, user_id: users.owner }).execute()
    expect(await outcomeNow()).toBe(403)
    await db.insertInto('dataset_owners').values({ dataset_id: datasets.secret, user_id: users.owner }).execute()
    expect(await outcomeNow()).toBe(200)
    await db.deleteFrom('dataset_owners').where('dataset_id', '=', datasets.secret).execute()
    expect(await outcomeNow()).toBe(403)
    // one owner with access is enough
    await db.insertInto('dashboard_owners').values({ dashboard_id: dashboards.shared, user_id: users.alpha }).execute()
    expect(await outcomeNow()).toBe(200)
    await db.deleteFrom('dashboard_owners').where('dashboard_id', '=', dashboards.shared).execute()
  })

  it.skipIf(!store.isAvailable)('a hidden object and a missing one have identical responses', async () => {
    const headers = { authorization: `Bearer ${await server.token('nothing')}` }
    const get = (url: string) => server.app.inject({ method: 'GET', url, headers })
    for (const [path, hidden] of [
      ['/api/v1/chart/', world.charts.secret],
      ['/api/v1/dashboard/', world.dashboards.draft],
      ['/api/v1/dataset/', world.datasets.secret],
      ['/api/v1/database/', world.databases.other],
    ] as const) {
      const [one, other] = [await get(`${path}${hidden}`), await get(`${path}987654`)]
      expect([one.statusCode, one.body]).toEqual([404, other.body])
      expect(other.statusCode).toBe(404)
    }
  })

  it.skipIf(!store.isAvailable)('a page of a hidden dashboard redirects to the list, like a missing one', async () => {
    const browser = await server.browser('nothing')
    for (const id of [world.dashboards.draft, world.dashboards.hidden, 987_654]) {
      const answer = await browser.inject({ method: 'GET', url: `/superset/dashboard/${id}/` })
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/dashboard/list/'])
      const list = await browser.inject({ method: 'GET', url: '/dashboard/list/' })
      expect(list.body).toContain('You don&#39;t have access to this dashboard.')
    }
    expect(
      (await browser.inject({ method: 'GET', url: `/superset/dashboard/${world.dashboards.shared}/` })).statusCode,
    ).toBe(200)
    const admin = await server.browser('admin')
    expect((await admin.inject({ method: 'GET', url: '/superset/dashboard/987654/' })).statusCode).toBe(404)
  })
})
