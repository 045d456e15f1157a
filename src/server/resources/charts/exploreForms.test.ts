import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertNamedDatasets } from '../../chartData/testing/entities.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'

interface Saved {
  slice: { slice_id: number; slice_name: string; form_data: Record<string, unknown> }
  dashboard_id: number | null
  dashboard_url: string | null
}

let server: TestApp
let admin: Browser
beforeAll(async () => {
  server = await startApp()
  await insertNamedDatasets(server.services, 'one', 'two')
  admin = await server.browser('admin')
})
afterAll(() => server.close())

const form = { viz_type: 'pie', datasource: '2__table', metric: 'count', row_limit: 10 }

const post = (url: string, form_data: object, browser = admin) =>
  browser.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ form_data: JSON.stringify(form_data) }).toString(),
  })

async function saved(query: Record<string, string>, form_data: object = form): Promise<Saved> {
  const answer = await post(`/superset/explore/?${new URLSearchParams(query)}`, form_data)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Saved>()
}

describe('a posted form of an older client', () => {
  it.each([
    ['with its dataset', '/superset/explore/', form],
    ['with the dataset in the address', '/superset/explore/table/2/', { ...form, datasource: undefined }],
  ])('opens the chart builder, %s', async (_name, url, posted) => {
    const { statusCode, headers } = await post(url, posted)
    const { pathname, searchParams } = new URL(String(headers.location), 'http://sextant')
    expect([statusCode, pathname]).toEqual([302, '/explore/'])
    const opened = await admin.inject({
      method: 'GET',
      url: `/api/v1/explore/form_data/${searchParams.get('form_data_key')}`,
    })
    expect(JSON.parse(opened.json<{ form_data: string }>().form_data)).toEqual(form)
  })

  it('saves a new chart on a new dashboard, then overwrites it and adds it to another one', async () => {
    const first = await saved({ action: 'saveas', slice_name: 'Old way', new_dashboard_name: 'Sales' })
    expect(first.slice.slice_name).toBe('Old way')
    expect(first.dashboard_url).toBe(`/superset/dashboard/${first.dashboard_id}/`)
    const other = await saved({ action: 'saveas', slice_name: 'Another', new_dashboard_name: 'Stock' })
    const again = await saved(
      { action: 'overwrite', slice_id: String(first.slice.slice_id), save_to_dashboard_id: String(other.dashboard_id) },
      { ...form, row_limit: 25 },
    )
    expect(again.slice.slice_id).toBe(first.slice.slice_id)
    expect(again.slice.form_data).toMatchObject({ row_limit: 25, viz_type: 'pie' })
    const { result } = (await admin.inject({ method: 'GET', url: `/api/v1/chart/${first.slice.slice_id}` })).json<{
      result: { slice_name: string; dashboards: { dashboard_title: string }[] }
    }>()
    expect(result.slice_name).toBe('Old way')
    expect(result.dashboards.map(({ dashboard_title }) => dashboard_title).toSorted()).toEqual(['Sales', 'Stock'])
  })

  it.each([
    [
      'a new chart without a name',
      { action: 'saveas' },
      form,
      'A new chart needs `slice_name`, and a dataset in its form data.',
    ],
    [
      'a new chart without a dataset',
      { action: 'saveas', slice_name: 'x' },
      { viz_type: 'pie' },
      'A new chart needs `slice_name`, and a dataset in its form data.',
    ],
    ['over no chart', { action: 'overwrite' }, form, '`slice_id` is missing: there is no chart to overwrite.'],
  ])('is not saved: %s', async (_name, query, posted, message) => {
    const answer = await post(`/superset/explore/?${new URLSearchParams(query)}`, posted)
    expect([answer.statusCode, answer.body.includes(JSON.stringify(message).slice(1, -1))]).toEqual([400, true])
  })

  it('is not saved over a chart of others', async () => {
    const id = await server.addUser('reader', ['Gamma'])
    await server.grant(id, [{ datasetId: 2 }])
    const reader = await server.browser('reader')
    const { slice } = await saved({ action: 'saveas', slice_name: 'Not theirs' })
    const { statusCode } = await post(`/superset/explore/?action=overwrite&slice_id=${slice.slice_id}`, form, reader)
    expect(statusCode).toBe(403)
  })
})

it('a short address of an old version leads home, and says that it does not exist', async () => {
  const { statusCode, headers } = await admin.inject({ method: 'GET', url: '/r/5' })
  expect([statusCode, headers.location]).toEqual([302, '/'])
  const { body } = await admin.inject({ method: 'GET', url: '/superset/welcome/' })
  expect(body).toContain('This short address does not exist.')
})
