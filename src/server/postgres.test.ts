import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBundle } from './importExport/importBundle.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { freePort } from './testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from './testing/postgres.ts'
import { exampleBundles, hasShared } from './testing/shared.ts'

/** The same calls as on SQLite, on PostgreSQL. */
describe.skipIf(!hasShared || !postgresPrograms())('resources on PostgreSQL', () => {
  let postgres: TestPostgres
  let server: TestApp
  let authorization = ''
  const get = async (url: string, user = authorization) => server.app.inject({ url, headers: { authorization: user } })

  beforeAll(async () => {
    postgres = await startPostgres(await freePort())
    server = await startApp({ DATABASE_URL: await postgres.createDatabase() })
    authorization = `Bearer ${await server.token('admin')}`
    for (const { path } of exampleBundles())
      await importBundle(server.services, path, { author: { userId: 1, now: server.services.now() } })
    const gamma = await server.addUser('gamma', ['Gamma'])
    await server.grant(gamma, [{ datasetId: 5 }])
  })
  afterAll(async () => {
    await server?.close()
    await postgres?.stop()
  })

  it.each([
    '/api/v1/chart/?q=(page_size:3)',
    '/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:birth),(col:id,opr:chart_is_favorite,value:!f),(col:owners,opr:rel_m_m,value:1)),order_column:last_saved_by.first_name)',
    '/api/v1/chart/?q=(filters:!((col:id,opr:gt,value:3),(col:id,opr:chart_owned_created_favored_by_me,value:1)),order_column:slice_name,order_direction:asc)',
    '/api/v1/chart/1',
    '/api/v1/dashboard/',
    '/api/v1/dashboard/?q=(filters:!((col:published,opr:eq,value:!t),(col:dashboard_title,opr:title_or_slug,value:births),(col:id,opr:dashboard_is_certified,value:!f)))',
    '/api/v1/dashboard/births',
    '/api/v1/dashboard/births/charts',
    '/api/v1/dashboard/births/datasets',
    '/api/v1/dataset/?q=(filters:!((col:sql,opr:dataset_is_null_or_empty,value:!t),(col:database,opr:rel_o_m,value:1)),order_column:database.database_name)',
    '/api/v1/dataset/5',
    '/api/v1/dataset/5/related_objects',
    '/api/v1/dataset/distinct/schema?q=(filter:pub)',
    '/api/v1/dataset/related/database?q=(filter:ex)',
    '/api/v1/chart/related/owners?q=(filter:adm,include_ids:!(1))',
    '/api/v1/database/?q=(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:!t)))',
    '/api/v1/database/1/related_objects/',
    '/api/v1/log/?q=(order_column:user.username)',
    '/api/v1/log/recent_activity/?q=(actions:!(mount_dashboard))',
    '/api/v1/explore/?slice_id=1',
    '/api/v1/dashboard/export/?q=!(1,2)',
    '/dashboardasync/api/read?_flt_0_owners=1',
    '/superset/favstar/slice/1/select/',
    '/superset/created_dashboards/1/',
    '/superset/created_slices/1/',
    '/superset/fave_dashboards_by_username/admin/',
    '/superset/fave_slices',
    '/superset/user_slices/1/',
    '/superset/datasources/',
    '/api/v1/form_data/?slice_id=1',
    '/api/v1/chart/?q=(filters:!((col:dashboards,opr:rel_m_m,value:1)))',
  ])('%s', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200)
    const { count } = answer.headers['content-type']?.toString().includes('json')
      ? answer.json<{ count?: number }>()
      : {}
    if (count !== undefined && !url.includes('recent')) expect(count).toBeGreaterThan(0)
  })

  it('shows Gamma what is granted', async () => {
    const gamma = `Bearer ${await server.token('gamma')}`
    expect((await get('/api/v1/chart/', gamma)).json()).toMatchObject({ count: 19 })
    expect((await get('/api/v1/dashboard/', gamma)).json()).toMatchObject({ count: 1 })
    expect((await get('/api/v1/dataset/', gamma)).json()).toMatchObject({ count: 1 })
  })

  it('writes', async () => {
    const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      server.app.inject({ method, url, payload, headers: { authorization } })
    const made = await send('POST', '/api/v1/dashboard/', { dashboard_title: 'x', slug: 'x y' })
    expect(made.json()).toMatchObject({ result: { slug: 'x-y' } })
    const { id } = made.json<{ id: number }>()
    const positions = { A: { id: 'A', type: 'CHART', meta: { chartId: 1 } } }
    const saved = await send('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions }) })
    expect(saved.statusCode).toBe(200)
    expect((await get(`/api/v1/dashboard/${id}/charts`)).json()).toMatchObject({ result: [{ id: 1 }] })
    expect((await send('POST', `/api/v1/dashboard/${id}/filter_state?tab_id=1`, { value: '{}' })).statusCode).toBe(201)
    expect((await send('POST', `/api/v1/dashboard/${id}/permalink`, { anchor: 'A' })).statusCode).toBe(201)
    expect(
      (await send('PUT', '/api/v1/dataset/5', { metrics: [{ metric_name: 'm', expression: '1' }] })).statusCode,
    ).toBe(200)
    expect((await send('DELETE', `/api/v1/dashboard/?q=!(${id})`)).json()).toEqual({ message: 'Deleted 1 dashboard' })
  })
})
