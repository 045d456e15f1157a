import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let dashboardId: number
let chartId: number
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  const browser = await server.browser('admin')
  const { db, now } = server.services
  const made = await browser.inject({
    method: 'POST',
    url: '/api/v1/dashboard/',
    payload: { dashboard_title: 'Visited', published: true },
  })
  dashboardId = made.json<{ id: number }>().id
  const stamps = { created_on: now(), changed_on: now(), created_by: 1, changed_by: 1 }
  const chart = await db
    .insertInto('charts')
    .values({ slice_name: 'Opened', datasource_id: 1, viz_type: 'table', uuid: 'c', ...stamps } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  chartId = chart.id
})
afterAll(() => server.close())

describe('page visits', () => {
  it('of dashboards and charts are the recent activity of the user', async () => {
    const browser = await server.browser('admin')
    for (const url of [
      `/superset/dashboard/${dashboardId}/`,
      `/explore/?slice_id=${chartId}`,
      `/explore/?form_data=${encodeURIComponent(JSON.stringify({ slice_id: chartId }))}`,
      '/explore/?slice_id=99999',
      '/explore/?form_data=%7B',
    ])
      expect((await browser.inject({ method: 'GET', url })).statusCode).toBe(200)
    const { result } = (await browser.inject({ method: 'GET', url: '/api/v1/log/recent_activity/1/' })).json<{
      result: { action: string; item_title: string }[]
    }>()
    expect(Object.fromEntries(result.map(({ action, item_title }) => [action, item_title]))).toEqual({
      dashboard: 'Visited',
      explore: 'Opened',
    })
    expect(result.length).toBe(2)
  })

  it('of a hidden dashboard are not logged', async () => {
    await server.addUser('gamma', ['Gamma'])
    const browser = await server.browser('gamma')
    const page = await browser.inject({ method: 'GET', url: `/superset/dashboard/${dashboardId}/` })
    expect(page.statusCode).toBe(302)
    await browser.inject({ method: 'GET', url: `/explore/?slice_id=${chartId}` })
    const { db } = server.services
    const rows = await db.selectFrom('logs').select('id').where('action', 'in', ['dashboard', 'explore']).execute()
    expect(rows.length).toBe(3)
  })

  it('and everything else in the log are exported as CSV, for administrators only', async () => {
    const { db, now } = server.services
    await db
      .insertInto('logs')
      .values({ action: '=HYPERLINK("x")', user_id: 1, json: '{"a":"b,c"}', dttm: now() })
      .execute()
    const asAdmin = { authorization: `Bearer ${await server.token('admin')}` }
    const answer = await server.app.inject({ url: '/api/v1/log/export/', headers: asAdmin })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=log_\d{4}-\d\d-\d\d\.csv$/)
    const lines = answer.body.trimEnd().split('\n')
    expect(lines[0]).toBe('time,user,action,object,outcome,address,dashboard_id,slice_id,details')
    expect(answer.body).toContain(`,admin,"'=HYPERLINK(""x"")",,ok,,,,"{""a"":""b,c""}"`)
    expect(lines.length).toBeGreaterThan(5)
    const asGamma = { authorization: `Bearer ${await server.token('gamma')}` }
    expect((await server.app.inject({ url: '/api/v1/log/export/', headers: asGamma })).statusCode).toBe(403)
  })
})
