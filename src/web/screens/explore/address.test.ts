import { expect, it } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'

it.each([
  ['', true],
  ['?viz_type=pie', true],
  ['?datasource_type=table', true],
  ['?slice_id=7', false],
  ['?datasource_id=3&datasource_type=table', false],
  ['?form_data_key=abc', false],
  ['?form_data=%7B%22slice_id%22%3A%207%7D', false],
  ['?permalink_key=abc', false],
])('%j contains nothing to open: %s', (search, isEmpty) => {
  expect(parseAddress(search).isEmpty).toBe(isEmpty)
})

it('accepts the short form of a dataset', () => {
  expect(parseAddress('?dataset_id=3').search).toBe('?dataset_id=3&datasource_id=3&datasource_type=table')
})

it.each([
  ['?standalone=1', true],
  ['?standalone=0', false],
  ['?standalone=false', false],
  ['', false],
])('%j is standalone: %s', (search, isStandalone) => {
  expect(parseAddress(search).isStandalone).toBe(isStandalone)
})

it('reads the dashboard that the user came from', () => {
  expect(parseAddress('?dashboard_id=4').dashboardId).toBe(4)
  expect(parseAddress('?dashboard_id=x').dashboardId).toBeNull()
})

it('reads the dashboard page whose filters the chart uses, unless the controls are stored already', () => {
  const opened = parseAddress('?slice_id=7&dashboard_page_id=abc')
  expect([opened.dashboardPage, opened.search]).toEqual(['abc', '?slice_id=7'])
  expect(parseAddress('?form_data_key=k&slice_id=7&dashboard_page_id=abc').dashboardPage).toBeNull()
})

it.each([
  ['k', 7, 3, '/explore/?form_data_key=k&slice_id=7'],
  ['k', undefined, 3, '/explore/?form_data_key=k&datasource_id=3&datasource_type=table'],
  [undefined, 7, 3, '/explore/?slice_id=7'],
])('writes %s, %s, %s', (key, chartId, datasetId, href) => {
  expect(formatAddress(key, chartId, datasetId)).toBe(href)
  expect(
    parseAddress(formatAddress(key, chartId, datasetId, { dashboardId: 9 }).replace('/explore/', '')).dashboardId,
  ).toBe(9)
  expect(parseAddress(href.slice(href.indexOf('?'))).isEmpty).toBe(false)
})
