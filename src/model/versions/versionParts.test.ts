import { expect, it } from 'vitest'
import { textOf, versionParts } from './versionParts.ts'

const chart = (params: object, more: object = {}) => ({ slice_name: 'Sales', params: JSON.stringify(params), ...more })
const part = (kind: string, name: string, before: string | null, after: string | null, is_moved = false) => ({
  kind,
  name,
  before,
  after,
  is_moved,
})

it('lists the controls and fields of a chart that differ, with both values', () => {
  const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: '' }
  const east = {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: 'region',
    operator: 'IN',
    comparator: ['East', 'West'],
  }
  const before = chart({ slice_id: 1, metrics: [sum], row_limit: 10, kept: 'x' }, { query_context: 'a' })
  const after = chart(
    { slice_id: 2, metrics: [sum, 'count'], adhoc_filters: [east], kept: 'x' },
    { slice_name: 'All sales', query_context: 'b' },
  )
  expect(versionParts('Chart', before, after)).toEqual([
    part('field', 'slice_name', 'Sales', 'All sales'),
    part('control', 'metrics', 'SUM(amount)', 'SUM(amount), count'),
    part('control', 'adhoc_filters', null, 'region IN East, West'),
    part('control', 'row_limit', '10', null),
  ])
})

it('reports nothing if only the order of keys and empty values differ', () => {
  const before = chart({ a: 1, b: null }, { description: null })
  const after = chart({ b: '', c: [], a: 1 }, { description: '' })
  expect(versionParts('Chart', before, after)).toEqual([])
})

it('lists filters, settings and components of a dashboard', () => {
  const filter = (name: string, more: object = {}) => ({ id: 'F', name, filterType: 'filter_select', ...more })
  const layout = (children: string[], text: string) =>
    JSON.stringify({
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children },
      M: { id: 'M', type: 'MARKDOWN', children: [], meta: { code: text, width: 4, height: 50 } },
      D: { id: 'D', type: 'DIVIDER', children: [], meta: {} },
    })
  const board = (title: string, metadata: object, position_json: string) => ({
    dashboard_title: title,
    json_metadata: JSON.stringify(metadata),
    position_json,
  })
  const before = board(
    'A',
    { refresh_frequency: 0, native_filter_configuration: [filter('Region')] },
    layout(['M', 'D'], 'One'),
  )
  const after = board(
    'A',
    { refresh_frequency: 30, native_filter_configuration: [filter('Region', { description: 'Sold in' })] },
    layout(['M'], 'Two'),
  )
  expect(versionParts('Dashboard', before, after)).toEqual([
    part('setting', 'refresh_frequency', '0', '30'),
    part(
      'filter',
      'Region',
      'name: Region\nfilterType: filter_select',
      'name: Region\nfilterType: filter_select\ndescription: Sold in',
    ),
    part('component', 'Two', expect.stringContaining('code: One') as string, expect.stringContaining('Two') as string),
    part('component', 'divider', 'type: divider', null),
  ])
})

it('lists columns and metrics of a dataset', () => {
  const dataset = (columns: object[], metrics: object[]) => ({ table_name: 't', columns, metrics })
  const before = dataset([{ column_name: 'a' }, { column_name: 'b' }], [{ metric_name: 'm', expression: 'COUNT(*)' }])
  const after = dataset([{ column_name: 'a', description: 'Key' }], [{ metric_name: 'm', expression: 'COUNT(*)' }])
  expect(versionParts('Dataset', before, after)).toEqual([
    part('column', 'a', 'column_name: a', 'column_name: a\ndescription: Key'),
    part('column', 'b', 'column_name: b', null),
  ])
})

it.each([
  [null, ''],
  [0, '0'],
  [false, 'false'],
  [['a', null], 'a, '],
  [{ sqlExpression: 'a + 1', label: 'Sum', expressionType: 'SQL' }, 'Sum'],
  [{ clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'a > 1' }, 'a > 1'],
  [{ low: 1, high: null }, 'low: 1'],
])('writes %j as %j', (value, text) => expect(textOf(value)).toBe(text))
