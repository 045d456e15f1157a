import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let tokens: Record<string, string>
let chart: number
let dashboard: number

const stamps = { created_on: 0, changed_on: 0 }

async function call(user: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${tokens[user]}` }
  const answer = await server.app.inject({ method, url: `/api/v1${url}`, headers, payload })
  return { status: answer.statusCode, body: answer.json<Record<string, never>>() }
}

const report = (more: object = {}) => ({ type: 'Report', name: 'weekly', crontab: '0 9 * * 1', chart, ...more })

async function create(user: string, more: object = {}): Promise<number> {
  const { status, body } = await call(user, 'POST', '/report/', report(more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body['id'] ?? 0
}

beforeAll(async () => {
  server = await startApp()
  const { db } = server.services
  const connection = { database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'duckdb://', is_embedded: true }
  await db
    .insertInto('databases')
    .values({ id: 1, uuid: 'd', ...connection, ...stamps })
    .execute()
  await db
    .insertInto('datasets')
    .values({ id: 1, uuid: 's', table_name: 't', database_id: 1, ...stamps })
    .execute()
  const ofDataset = { datasource_id: 1, datasource_type: 'table', viz_type: 'table' }
  await db
    .insertInto('charts')
    .values([1, 2].map((id) => ({ id, uuid: `c${id}`, slice_name: 'Sales', ...ofDataset, ...stamps })))
    .execute()
  const position_json = JSON.stringify({ 'TAB-1': { id: 'TAB-1', type: 'TAB', children: [] } })
  await db
    .insertInto('dashboards')
    .values({ id: 1, uuid: 'b', dashboard_title: 'Board', position_json, published: true, ...stamps })
    .execute()
  await db.insertInto('dashboard_charts').values({ dashboard_id: 1, chart_id: 2 }).execute()
  ;[chart, dashboard] = [1, 1]
  for (const name of ['alpha', 'beta']) await server.addUser(name, ['Alpha'])
  // a role that may write reports, but read no data
  const { id } = await db.insertInto('roles').values({ name: 'Writers' }).returning('id').executeTakeFirstOrThrow()
  const permissions = ['can_read:ReportSchedule', 'can_write:ReportSchedule']
  await db
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute()
  await server.addUser('writer', ['Writers'])
  tokens = {}
  for (const name of ['admin', 'alpha', 'beta', 'writer']) tokens[name] = await server.token(name)
})
afterAll(() => server?.close())

describe('alerts and reports', () => {
  it('belong to those who create them', async () => {
    const id = await create('alpha', { name: 'of alpha' })
    expect((await call('alpha', 'GET', `/report/${id}`)).body['result']).toMatchObject({
      owners: [{ first_name: 'alpha' }],
      timezone: 'UTC',
      report_format: 'PNG',
      log_retention: 90,
      working_timeout: 3600,
      grace_period: 14_400,
      last_state: 'Not triggered',
    })
    expect((await call('beta', 'PUT', `/report/${id}`, { active: false })).status).toBe(403)
    expect((await call('beta', 'DELETE', `/report/${id}`)).status).toBe(403)
    expect((await call('admin', 'PUT', `/report/${id}`, { active: false })).status).toBe(200)
    // an owner cannot transfer it without staying an owner
    const beta = (await call('admin', 'GET', '/report/related/owners?q=(filter:beta)')).body['result']?.[0]?.['value']
    await call('alpha', 'PUT', `/report/${id}`, { owners: [beta] })
    expect((await call('beta', 'PUT', `/report/${id}`, { active: true })).status).toBe(200)
    expect((await call('alpha', 'DELETE', `/report/${id}`)).status).toBe(200)
  })

  it('send the width of their pictures if it is requested', async () => {
    const id = await create('alpha', { name: 'wide', custom_width: 900 })
    const asked = await call('alpha', 'GET', `/report/${id}?q=(columns:!(name,custom_width))`)
    expect(asked.body['result']).toEqual({ name: 'wide', custom_width: 900 })
    expect((await call('alpha', 'GET', `/report/${id}`)).body['result']).not.toHaveProperty('custom_width')
    await call('alpha', 'DELETE', `/report/${id}`)
  })

  it('are seen by readers of all data and by their owners, and name only what these may see', async () => {
    const id = await create('alpha', { name: 'hidden' })
    expect((await call('beta', 'GET', `/report/${id}`)).status).toBe(200)
    expect((await call('writer', 'GET', `/report/${id}`)).status).toBe(404)
    expect((await call('writer', 'GET', `/report/${id}/log/`)).body).toEqual({ count: 0, ids: [], result: [] })
    expect((await call('writer', 'GET', '/report/')).body).toMatchObject({ count: 0 })
    expect((await call('writer', 'PUT', `/report/${id}`, { active: false })).status).toBe(404)
    const foreign = await call('writer', 'POST', '/report/', report({ name: 'foreign' }))
    expect(foreign.body).toEqual({ message: { chart: 'Chart does not exist' } })
    const extra = { dashboard: { activeTabs: ['TAB-1'] } }
    const of = (other: number) => report({ name: 'tabs', chart: undefined, dashboard: other, extra })
    const hidden = await call('writer', 'POST', '/report/', of(dashboard))
    expect(hidden).toEqual(await call('writer', 'POST', '/report/', of(999_999)))
    expect(hidden).toMatchObject({ status: 422, body: { message: { dashboard: 'Dashboard does not exist' } } })
    await call('alpha', 'DELETE', `/report/${id}`)
  })

  it('show what their runs found to owners and administrators only', async () => {
    const id = await create('alpha', { name: 'found' })
    const { db } = server.services
    const row = '{"salary":5}'
    const last = { last_value: 5, last_value_row_json: row }
    await db.updateTable('report_schedules').set(last).where('id', '=', id).execute()
    const run = { uuid: 'r', report_id: id, scheduled_dttm: 0, value: 5, value_row_json: row }
    await db
      .insertInto('report_logs')
      .values({ ...run, state: 'Success' })
      .execute()
    const found = async (user: string) => {
      const item: Record<string, unknown> = (await call(user, 'GET', `/report/${id}`)).body['result'] ?? {}
      const { last_value, last_value_row_json } = item
      const { count, result } = (await call(user, 'GET', `/report/${id}/log/`)).body
      return [last_value, last_value_row_json, count, JSON.stringify(result).includes('salary')]
    }
    for (const user of ['alpha', 'admin']) expect(await found(user)).toEqual([5, row, 1, true])
    expect(await found('beta')).toEqual([null, null, 0, false])
    await call('alpha', 'DELETE', `/report/${id}`)
  })

  it('belong to a chart or a dashboard, which cannot be deleted before them', async () => {
    const id = await create('alpha', { name: 'moved' })
    await call('alpha', 'PUT', `/report/${id}`, { dashboard })
    const moved = (await call('alpha', 'GET', `/report/${id}`)).body['result']
    expect(moved).toMatchObject({ chart: null, dashboard: { id: dashboard } })
    expect((await call('admin', 'DELETE', '/chart/?q=!(1)')).body).toEqual({ message: 'Deleted 1 chart' })
    expect(await call('admin', 'DELETE', `/dashboard/${dashboard}`)).toEqual({
      status: 422,
      body: { message: 'There are associated alerts or reports: moved' },
    })
    const tabs = (activeTabs: string[]) => ({ extra: { dashboard: { activeTabs } } })
    expect((await call('alpha', 'PUT', `/report/${id}`, tabs(['TAB-1']))).status).toBe(200)
    expect((await call('alpha', 'PUT', `/report/${id}`, tabs(['TAB-1', 'a', 'b']))).body).toEqual({
      message: { extra: [`Invalid tab ids: {'tab_ids': "{'a', 'b'}"}(tab_ids)`] },
    })
    await call('alpha', 'DELETE', `/report/${id}`)
  })

  it('can be switched to a chart or a dashboard, not to both', async () => {
    const id = await create('alpha', { name: 'one of two', chart: 2 })
    const both = await call('alpha', 'PUT', `/report/${id}`, { chart: 2, dashboard })
    expect(both).toEqual({ status: 422, body: { message: { chart: 'Choose a chart or dashboard not both' } } })
    expect((await call('alpha', 'PUT', `/report/${id}`, { chart: null, dashboard })).status).toBe(200)
    expect((await call('alpha', 'PUT', `/report/${id}`, { grace_period: null })).status).toBe(200)
    const { body } = await call('alpha', 'GET', `/report/${id}`)
    expect(body['result']).toMatchObject({ chart: null, dashboard: { id: dashboard }, grace_period: 14_400 })
    await call('alpha', 'DELETE', `/report/${id}`)
  })

  it('keep the ids of their recipients when these are saved again', async () => {
    const to = (target: string) => ({ type: 'Email', recipient_config_json: { target } })
    const [first, second, third] = [to('a@example.org'), to('b@example.org'), to('c@example.org')]
    const id = await create('alpha', { name: 'recipients', chart: 2, recipients: [first, second] })
    const saved = async (recipients: object[]) => {
      expect((await call('alpha', 'PUT', `/report/${id}`, { recipients })).status).toBe(200)
      const rows: { id: number; recipient_config_json: string }[] =
        (await call('alpha', 'GET', `/report/${id}`)).body['result']?.['recipients'] ?? []
      return rows.map((row) => [row.id, JSON.parse(row.recipient_config_json).target] as const)
    }
    const before = await saved([first, second])
    const [[a] = [], [b] = []] = before
    expect(await saved([second, first])).toEqual(before)
    expect(await saved([second])).toEqual([[b, 'b@example.org']])
    expect(await saved([third, first])).toEqual([
      [b, 'c@example.org'],
      [expect.any(Number), 'a@example.org'],
    ])
    expect(a).not.toBe(b)
    await call('alpha', 'DELETE', `/report/${id}`)
  })

  it.each([
    ['a schedule that is never due', { crontab: '0 0 31 2 *' }, { crontab: ['This schedule is never due.'] }],
    ['seconds', { crontab: '* * * * * *' }, { crontab: ['Cron expression is not valid'] }],
    ['a narrow picture', { custom_width: 10 }, { custom_width: ['Screenshot width must be between 600px and 2400px'] }],
    [
      'parameters of an address that are no list',
      { extra: { dashboard: { urlParams: { a: 'b' } } } },
      { extra: { dashboard: { urlParams: ['URL parameters must be a list of names and values.'] } } },
    ],
    ['a list in place of an object', { extra: [] }, { extra: ['Not a valid mapping type.'] }],
    ['a text in place of an object', { extra: 'x' }, { extra: ['Not a valid mapping type.'] }],
    [
      'a hundred methods of notification',
      { recipients: Array.from({ length: 100 }, () => ({ type: 'Email' })) },
      { recipients: ['Longer than maximum length 50.'] },
    ],
  ])('are refused with %s', async (_name, more, message) => {
    const { status, body } = await call('alpha', 'POST', '/report/', report({ dashboard, chart: undefined, ...more }))
    expect([status, body]).toEqual([400, { message }])
  })

  it('do not exist without their flag', async () => {
    const plain = await startApp({ SEXTANT_FLAGS: 'ALERT_REPORTS=false' })
    const headers = { authorization: `Bearer ${await plain.token('admin')}` }
    for (const url of ['/api/v1/report/', '/api/v1/report/1/log/', '/api/v1/report/_info']) {
      expect((await plain.app.inject({ url, headers })).statusCode).toBe(404)
    }
    await plain.close()
  })
})
