import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt, stepOf } from './access/totp.ts'
import { importBundle } from './importExport/importBundle.ts'
import { type Browser, passwordOf, startApp, type TestApp } from './testing/app.ts'
import { bytesOfBase32 } from './testing/base32.ts'
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
    '/api/v1/security/users/?q=(filters:!((col:active,opr:eq,value:!t),(col:roles,opr:rel_m_m,value:1)),order_column:last_login)',
    '/api/v1/security/users/?q=(filters:!((col:last_login,opr:gt,value:0)),order_column:fail_login_count)',
    '/api/v1/security/users/1',
    '/api/v1/security/roles/?q=(filters:!((col:is_builtin,opr:eq,value:!t)),order_column:name)',
    '/api/v1/security/permissions/',
    '/api/v1/security/permissions-resources/',
    '/api/v1/security/resources/',
    '/api/v1/security/feature_flags/',
    '/api/v1/me/roles/',
    '/api/v1/me/sign_in/',
    '/api/v1/log/export/',
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

  it('creates users who can sign in, and stores their objects', async () => {
    const admin = await server.browser('admin')
    const send = async (browser: Browser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const answer = await browser.inject({ method, url, payload })
      expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBeLessThan(300)
      return answer.json<{ id: number; key: string; count: number; ids: number[]; result: Record<string, never> }>()
    }
    const security = '/api/v1/security'
    const { id: role } = await send(admin, 'POST', `${security}/roles/`, { name: 'Analysts' })
    const rights = { permissions: ['can_read:Dashboard'], grants: [{ kind: 'dataset', dataset_id: 5 }] }
    await send(admin, 'PUT', `${security}/roles/${role}/rights`, rights)
    const gamma = await server.services.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Gamma')
      .executeTakeFirst()
    const account = {
      username: 'ada',
      first_name: 'Ada',
      last_name: 'Example',
      email: 'ada@example.org',
      password: null,
    }
    const { id } = await send(admin, 'POST', `${security}/users/`, { ...account, roles: [role, gamma?.id ?? 0] })
    const again = await admin.inject({
      method: 'POST',
      url: `${security}/users/`,
      payload: { ...account, username: 'ADA', email: 'ADA@example.org', roles: [] },
    })
    expect(Object.keys(again.json<{ message: object }>().message)).toEqual(['username', 'email'])
    await send(admin, 'POST', `${security}/users/${id}/link`)
    await send(admin, 'PUT', `${security}/users/${id}`, { password: passwordOf('ada') })

    const ada = await server.browser('ada')
    const { key } = await send(ada, 'POST', '/api/v1/me/api_keys/', { name: 'nightly', scope: 'read', days: 3 })
    const byKey = () => server.app.inject({ url: '/api/v1/dataset/', headers: { authorization: `Bearer ${key}` } })
    expect((await byKey()).json()).toMatchObject({ count: 1 })
    const { id: own } = await send(ada, 'POST', '/api/v1/dashboard/', { dashboard_title: 'of Ada' })
    await send(ada, 'POST', `/api/v1/tag/3/${own}/`, { properties: { tags: ['north', 'south'] } })
    const tagged = '/api/v1/dashboard/?q=(columns:!(tags.name),filters:!((col:tags,opr:dashboard_tags,value:north)))'
    expect(await send(ada, 'GET', tagged)).toMatchObject({ result: [{ tags: [{ name: 'north' }, { name: 'south' }] }] })
    const set = { name: 'mine', owner_type: 'User', owner_id: id, json_metadata: '{"nativeFilters":{},"dataMask":{}}' }
    await send(ada, 'POST', `/api/v1/dashboard/${own}/filtersets`, set)
    expect(await send(ada, 'GET', `/api/v1/dashboard/${own}/filtersets`)).toMatchObject({ count: 1 })

    const factor = '/api/v1/me/second_factor/'
    const { result } = await send(ada, 'POST', factor, { password: passwordOf('ada') })
    const code = codeAt(bytesOfBase32(String(result['secret'])), stepOf(server.services.now()))
    expect((await send(ada, 'POST', `${factor}confirm`, { code })).result).toHaveLength(10)
    await send(admin, 'DELETE', `${security}/users/${id}/second_factor`)
    await send(admin, 'POST', `${security}/users/${id}/view_as`)
    expect((await send(admin, 'GET', '/api/v1/me/')).result).toMatchObject({ username: 'ada' })
    await send(admin, 'POST', `${security}/view_as/end`)
    await send(admin, 'PUT', `${security}/feature_flags/`, { flags: { TAGGING_SYSTEM: false } })
    await send(admin, 'PUT', `${security}/feature_flags/`, { flags: { TAGGING_SYSTEM: null } })

    await send(admin, 'PUT', `${security}/users/${id}`, { active: false })
    expect((await ada.inject({ method: 'GET', url: '/api/v1/me/' })).statusCode).toBe(401)
    expect((await byKey()).statusCode).toBe(401)
    await send(admin, 'DELETE', `${security}/users/${id}`)
    await send(admin, 'DELETE', `${security}/roles/${role}`)
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
