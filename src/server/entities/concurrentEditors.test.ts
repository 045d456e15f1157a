import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseObject } from '../../model/wire/json.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { testStores } from '../testing/stores.ts'

/** If several users change the same version at the same time, one succeeds on any node. The others get an error. */

const EDITORS = 40
/** Routes for objects without a version: the last change wins. */
const unversioned = new Set([
  '/api/v1/folder/:id',
  '/api/v1/security/data_access/:kind/:id',
  '/api/v1/security/roles/:id',
  '/dynamic-plugins/api/update/:id',
  '/rowlevelsecurityfiltersmodelview/api/update/:id',
  '/savedqueryviewapi/api/update/:id',
  '/sqlmetricinlineview/api/update/:id',
  '/tablecolumninlineview/api/update/:id',
  '/tabstateview/:id',
])

describe.each(testStores())('simultaneous editors on $kind', (store) => {
  describe.skipIf(!store.isAvailable)('with a store', () => {
    const nodes: TestApp[] = []
    let authorization = ''
    /** By route: the URL of an object, and the name of one of its fields. */
    const objects = new Map<string, [url: string, field: string]>()

    const node = (at: number) => nodes[at % nodes.length] as TestApp
    const send = (at: number, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers: object = {}) =>
      node(at).app.inject({ method, url, payload, headers: { authorization, ...headers } })

    async function make(url: string, payload: object): Promise<number> {
      const answer = await send(0, 'POST', url, payload)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json<{ id: number }>().id
    }

    beforeAll(async () => {
      const { home, databaseUrl } = await store.fresh()
      const env = {
        SEXTANT_HOME: home,
        SEXTANT_FLAGS: 'DYNAMIC_PLUGINS',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      }
      nodes.push(await startApp(env))
      // several nodes can only share a store in PostgreSQL
      if (store.kind === 'postgres') nodes.push(await startApp(env, { isFurtherNode: true }))
      const { db, now } = node(0).services
      authorization = `Bearer ${await node(0).token('admin')}`
      const user = await node(0).addUser('edited', ['Gamma'])
      const database = await ensureExamplesDatabase(db, now)
      const stamps = { created_on: 0, changed_on: 0 }
      const { id: dataset } = await db
        .insertInto('datasets')
        .values({ uuid: 'ds', table_name: 't', database_id: database, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: rule } = await db
        .insertInto('row_rules')
        .values({ uuid: 'rr', name: 'r', filter_type: 'Regular', clause: '1 = 1', ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: map } = await db
        .insertInto('boundary_maps')
        .values({ uuid: 'bm', name: 'm', key: 'm', regions: 1, is_plan: false, notes: '[]', digest: 'd', ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow()
      const form = { datasource_id: dataset, datasource_type: 'table', viz_type: 'table', params: '{}' }
      const chart = await make('/api/v1/chart/', { slice_name: 'c', ...form })
      const dashboard = await make('/api/v1/dashboard/', { dashboard_title: 'd' })
      const layer = await make('/api/v1/annotation_layer/', { name: 'l' })
      const annotations = `/api/v1/annotation_layer/${layer}/annotation`
      const day = { start_dttm: '2020-01-01', end_dttm: '2020-01-02' }
      const annotation = await make(`${annotations}/`, { short_descr: 'a', ...day })
      const template = await make('/api/v1/css_template/', { template_name: 't', css: '' })
      const query = await make('/api/v1/saved_query/', { label: 'q', sql: 'select 1', db_id: database })
      const tag = await make('/api/v1/tag/', { name: 't' })
      const script = { name: 'p', key: 'p', bundle_url: '/plugins/p.js' }
      const plugin = await make('/api/v1/plugin/', script)
      const schedule = { type: 'Report', crontab: '0 9 * * 1', recipients: [], dashboard }
      const report = await make('/api/v1/report/', { name: 'r', ...schedule })
      const known: [string, string, string][] = [
        ['/api/v1/chart/:id', `/api/v1/chart/${chart}`, 'slice_name'],
        ['/api/v1/dashboard/:id', `/api/v1/dashboard/${dashboard}`, 'dashboard_title'],
        ['/api/v1/dataset/:id', `/api/v1/dataset/${dataset}`, 'description'],
        ['/api/v1/database/:id', `/api/v1/database/${database}`, 'database_name'],
        ['/api/v1/annotation_layer/:id', `/api/v1/annotation_layer/${layer}`, 'name'],
        ['/api/v1/annotation_layer/:layer/annotation/:id', `${annotations}/${annotation}`, 'short_descr'],
        ['/api/v1/css_template/:id', `/api/v1/css_template/${template}`, 'template_name'],
        ['/api/v1/saved_query/:id', `/api/v1/saved_query/${query}`, 'label'],
        ['/api/v1/plugin/:id', `/api/v1/plugin/${plugin}`, 'name'],
        ['/api/v1/report/:id', `/api/v1/report/${report}`, 'description'],
        ['/api/v1/tag/:id', `/api/v1/tag/${tag}`, 'description'],
        ['/api/v1/rowlevelsecurity/:id', `/api/v1/rowlevelsecurity/${rule}`, 'description'],
        ['/api/v1/map_boundaries/:id', `/api/v1/map_boundaries/${map}`, 'name'],
        ['/api/v1/security/users/:id', `/api/v1/security/users/${user}`, 'first_name'],
      ]
      for (const [route, ...object] of known) objects.set(route, object)
    }, 120_000)
    afterAll(async () => {
      for (const { close } of nodes.reverse()) await close()
      await store.close()
    })

    it('every object that can be changed is tried', () => {
      const routes = node(0).app.routeTable.filter(({ method, url }) => method === 'PUT' && url.endsWith('/:id'))
      const tried = new Set([...objects.keys(), ...unversioned])
      expect(new Set(routes.map(({ url }) => url))).toEqual(tried)
    })

    it(`of ${EDITORS} editors of one version one wins`, async () => {
      for (const [url, field] of objects.values()) {
        const { etag } = (await send(0, 'PUT', url, { [field]: 'before' })).headers
        expect(etag, url).toBeTruthy()
        const seen = { 'if-match': String(etag) }
        const answers = await Promise.all(
          Array.from({ length: EDITORS }, (_, editor) => send(editor, 'PUT', url, { [field]: `by ${editor}` }, seen)),
        )
        const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)
        expect(statuses, url).toEqual([200, ...Array(EDITORS - 1).fill(412)])
        const stale = answers.find(({ statusCode }) => statusCode === 412)
        expect(stale?.json<{ message: unknown }>().message).toMatch(/^Changed by admin Tester at .+ UTC\. Reload/)
        const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
        expect(JSON.stringify((await send(1, 'GET', url)).json()), url).toContain(`by ${winner}`)
      }
    }, 120_000)

    it('charts that users add to one dashboard at the same time are all kept', async () => {
      const dashboard = await make('/api/v1/dashboard/', { dashboard_title: 'shared' })
      const chart = await send(0, 'GET', objects.get('/api/v1/chart/:id')?.[0] ?? '')
      const { params, viz_type } = chart.json<{ result: { params: string; viz_type: string } }>().result
      const { id: dataset } = await node(0).services.db.selectFrom('datasets').select('id').executeTakeFirstOrThrow()
      const form = { datasource_id: dataset, datasource_type: 'table', viz_type, params, dashboards: [dashboard] }
      const made = await Promise.all(
        Array.from({ length: 12 }, (_, at) => send(at, 'POST', '/api/v1/chart/', { slice_name: `c${at}`, ...form })),
      )
      const ids = made.map((answer) => answer.json<{ id: number }>().id)
      const stored = await node(0)
        .services.db.selectFrom('dashboards')
        .select('position_json')
        .where('id', '=', dashboard)
        .executeTakeFirstOrThrow()
      const placed = Object.values(parseObject(stored.position_json)).map(
        (item) => (item as { meta?: { chartId?: number } }).meta?.chartId,
      )
      expect(new Set(placed.filter((id) => id !== undefined))).toEqual(new Set(ids))
    })
  })
})
