import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { multipartForm } from '../../testing/multipart.ts'

let server: TestApp
let dashboardId: number
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  const browser = await server.browser('admin')
  const made = await browser.inject({
    method: 'POST',
    url: '/api/v1/dashboard/',
    payload: { dashboard_title: 'Original' },
  })
  dashboardId = made.json<{ id: number }>().id
})
afterAll(() => server.close())

/** The fields of a form in each way in which clients send it. */
async function bodies(fields: Record<string, string>) {
  const parts = await multipartForm(fields, {})
  return [
    { payload: parts.payload, headers: parts.headers as Record<string, string> },
    {
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    { payload: JSON.stringify(fields), headers: { 'content-type': 'application/json' } },
  ]
}

describe('forms of older clients, as multipart, urlencoded and JSON', () => {
  it('copy a dashboard', async () => {
    const data = JSON.stringify({ dashboard_title: 'Copy', duplicate_slices: false })
    const authorization = `Bearer ${await server.token('admin')}`
    for (const { payload, headers } of await bodies({ data })) {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/superset/copy_dash/${dashboardId}/`,
        payload,
        headers: { ...headers, authorization },
      })
      expect([answer.statusCode, answer.json<{ dashboard_title: string }>().dashboard_title]).toEqual([200, 'Copy'])
    }
  })

  it('copy a dashboard from a browser only with the token of the session', async () => {
    const browser = await server.browser('admin')
    const data = JSON.stringify({ dashboard_title: 'Copy', duplicate_slices: false })
    const send = async (fields: Record<string, string>) => {
      const { payload, headers } = await multipartForm(fields, {})
      const answer = await server.app.inject({
        method: 'POST',
        url: `/superset/copy_dash/${dashboardId}/`,
        payload,
        headers,
        cookies: browser.cookies,
      })
      return answer.statusCode
    }
    expect(await send({ data })).not.toBe(200)
    expect(await send({ data, csrf_token: browser.csrf })).toBe(200)
  })

  it('log the events of a page', async () => {
    const browser = await server.browser('admin')
    const events = JSON.stringify([{ event_name: 'mount_dashboard', source: 'dashboard', source_id: dashboardId }])
    for (const { payload, headers } of await bodies({ events })) {
      const answer = await browser.inject({ method: 'POST', url: '/superset/log/?explode=events', payload, headers })
      expect(answer.statusCode).toBe(200)
    }
    const rows = await server.services.db
      .selectFrom('logs')
      .select('dashboard_id')
      .where('action', '=', 'mount_dashboard')
      .execute()
    expect(rows).toEqual([1, 2, 3].map(() => ({ dashboard_id: dashboardId })))
  })
})
