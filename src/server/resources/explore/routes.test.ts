import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertNamedDatasets } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

interface Opened {
  result: {
    dataset: { id?: number; name: string }
    form_data: Record<string, unknown>
    slice: { slice_name: string } | null
    message: string | null
  }
}

let server: TestApp
let token: string
let chart: number
beforeAll(async () => {
  server = await startApp()
  token = await server.token('admin')
  await insertNamedDatasets(server.services, 'one', 'two')
  const payload = {
    slice_name: 'saved',
    viz_type: 'pie',
    datasource_id: 1,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'pie', metric: 'count', row_limit: 10 }),
  }
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/v1/chart/',
    headers: { authorization: `Bearer ${token}` },
    payload,
  })
  chart = made.json<{ id: number }>().id
})
afterAll(() => server.close())

const open = (query: Record<string, string>) =>
  server.app.inject({
    url: `/api/v1/explore/?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${token}` },
  })
const opened = async (query: Record<string, string>) => {
  const answer = await open(query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Opened>().result
}

describe('the initial state of the chart builder', () => {
  it('reads controls from the address', async () => {
    const form_data = JSON.stringify({ datasource: '2__table', viz_type: 'table', groupby: ['a'] })
    const { dataset, form_data: form, slice } = await opened({ form_data })
    expect(dataset.id).toBe(2)
    expect(form).toMatchObject({ viz_type: 'table', groupby: ['a'], datasource: '2__table', adhoc_filters: [] })
    expect(form['url_params']).toEqual({})
    expect(slice).toBeNull()
  })

  it('applies them to the saved chart that they refer to', async () => {
    const { form_data: form, slice } = await opened({ form_data: JSON.stringify({ slice_id: chart, row_limit: 25 }) })
    expect(slice).toMatchObject({ slice_name: 'saved' })
    expect(form).toMatchObject({ viz_type: 'pie', metric: 'count', row_limit: 25, slice_id: chart })
  })

  it('needs only the chart or the dataset', async () => {
    expect((await opened({ slice_id: String(chart) })).form_data).toMatchObject({ row_limit: 10 })
    const { form_data: form } = await opened({ datasource_id: '2', datasource_type: 'table' })
    expect(form).toMatchObject({ datasource: '2__table' })
  })

  it.each(['{"slice_id":', '[1]', '7', 'null', '['.repeat(200)])(
    'reports that it is not a JSON object: %s',
    async (text) => {
      const alone = await open({ form_data: text })
      expect(alone.statusCode).toBe(400)
      expect(alone.json<{ message: string }>().message).toBe('The form_data in the address is not a JSON object.')
      const beside = await opened({ form_data: text, slice_id: String(chart) })
      expect(beside.message).toBe('The form_data in the address is not a JSON object and was ignored.')
      expect(beside.form_data).toMatchObject({ row_limit: 10 })
    },
  )

  it('shows a deleted dataset as missing', async () => {
    const { dataset } = await opened({ form_data: JSON.stringify({ datasource: '99__table', viz_type: 'pie' }) })
    expect(dataset).toMatchObject({ name: '[Missing Dataset]' })
  })
})

describe('the old address of the chart builder', () => {
  const led = async (query: string) => {
    const { statusCode, headers } = await server.app.inject({
      url: `/superset/explore/${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(302)
    return new URL(String(headers.location), 'http://sextant')
  }
  const form_data = JSON.stringify({ datasource: '2__table', viz_type: 'table', groupby: ['a'] })

  it('swaps form data with a dataset for a key, and keeps the other parameters', async () => {
    const { pathname, searchParams } = await led(`?${new URLSearchParams({ form_data, standalone: '1' })}`)
    expect([pathname, [...searchParams.keys()]]).toEqual(['/explore/', ['standalone', 'form_data_key']])
    const form_data_key = searchParams.get('form_data_key') ?? ''
    const { dataset, form_data: form } = await opened({ form_data_key })
    expect([dataset.id, form['groupby']]).toEqual([2, ['a']])
    // the same link has the same key
    expect((await led(`?${new URLSearchParams({ form_data })}`)).searchParams.get('form_data_key')).toBe(form_data_key)
  })

  it('reads the chart from the address', async () => {
    const { searchParams } = await led(`?${new URLSearchParams({ slice_id: String(chart), form_data })}`)
    const { slice } = await opened({ form_data_key: searchParams.get('form_data_key') ?? '' })
    expect(slice?.slice_name).toBe('saved')
  })

  it.each([
    ['nothing', ''],
    ['a chart only', '?form_data=%7B%22slice_id%22%3A56%7D'],
    ['no JSON', '?form_data=%7Bbroken'],
    ['no object', '?form_data=%5B1%5D'],
    ['a missing dataset', `?form_data=${encodeURIComponent('{"datasource":"99__table"}')}`],
    ['too much', `?form_data=${encodeURIComponent(JSON.stringify({ datasource: '2__table', a: 'x'.repeat(70_000) }))}`],
  ])('leaves %s as it is', async (_, query) => {
    expect((await led(query)).search).toBe(query)
  })
})
