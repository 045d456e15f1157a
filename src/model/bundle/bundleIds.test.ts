import { describe, expect, it } from 'vitest'
import { filterTargets } from '../dashboard/filterTargets.ts'
import {
  placedUuids,
  renumberDashboard,
  renumberedCharts,
  renumberFormData,
  renumberQueryContext,
  withDatasetUuids,
} from './bundleIds.ts'

const [one, two, gone] = ['11111111', '22222222', '33333333'].map((head) => `${head}-0000-4000-8000-000000000000`)
const sales = '99999999-0000-4000-8000-000000000000'

const chart = (id: string, chartId: number, uuid: string | undefined) => ({
  id,
  type: 'CHART',
  children: [],
  meta: { chartId, uuid, sliceName: id, width: 4, height: 50 },
})
const position = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1', 'ROW-2'] },
  'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['A', 'B'], meta: { '0': 'ROOT_ID' } },
  'ROW-2': { id: 'ROW-2', type: 'ROW', children: ['C'] },
  A: chart('A', 101, one),
  B: chart('B', 102, two?.toUpperCase()),
  C: chart('C', 103, gone),
}
const ids = {
  charts: new Map([
    [one ?? '', 1],
    [two ?? '', 2],
  ]),
  datasets: new Map([[sales, 7]]),
}

/** Every place that contains an old id. */
const cases: [string, unknown, unknown][] = [
  ['expanded_slices', { '101': true, '999': true }, { '1': true }],
  ['timed_refresh_immune_slices', [102, 999, 101], [2, 1]],
  ['default_filters', '{"101": {"a": ["x"]}, "999": {}}', '{"1":{"a":["x"]}}'],
  ['default_filters', 'not json', 'not json'],
  [
    'filter_scopes',
    { '101': { region: { scope: ['ROOT_ID'], immune: [102, 999] } } },
    { '1': { region: { scope: ['ROOT_ID'], immune: [2] } } },
  ],
  [
    'native_filter_configuration',
    [
      {
        id: 'F1',
        targets: [{ column: { name: 'a' }, datasetUuid: sales.toUpperCase() }, {}],
        scope: { rootPath: ['ROOT_ID'], excluded: [102, 999] },
        chartsInScope: [9, 10, 66],
        tabsInScope: ['T'],
      },
      {
        id: 'F2',
        targets: [{ datasetUuid: 'unknown' }],
        scope: { rootPath: ['ROW-1'], excluded: [] },
        chartsInScope: [],
      },
      { id: 'D', type: 'DIVIDER' },
    ],
    [
      {
        id: 'F1',
        targets: [{ column: { name: 'a' }, datasetId: 7 }, {}],
        scope: { rootPath: ['ROOT_ID'], excluded: [2] },
        chartsInScope: [1],
        tabsInScope: ['T'],
      },
      {
        id: 'F2',
        targets: [{ datasetUuid: 'unknown' }],
        scope: { rootPath: ['ROW-1'], excluded: [] },
        chartsInScope: [1, 2],
      },
      { id: 'D', type: 'DIVIDER' },
    ],
  ],
  [
    'chart_configuration',
    {
      '101': { id: 101, crossFilters: { scope: 'global', chartsInScope: [102, 5] } },
      '102': { id: 102, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [101] }, chartsInScope: [] } },
      '999': { id: 999 },
    },
    {
      '1': { id: 1, crossFilters: { scope: 'global', chartsInScope: [2] } },
      '2': { id: 2, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [1] }, chartsInScope: [] } },
    },
  ],
  [
    'global_chart_configuration',
    { scope: { rootPath: ['ROOT_ID'], excluded: [101] }, chartsInScope: [101, 102, 103] },
    { scope: { rootPath: ['ROOT_ID'], excluded: [1] }, chartsInScope: [2] },
  ],
  ['label_colors', { '0': 'red', '15': 'blue' }, { '0': 'red', '15': 'blue' }],
  ['something_later', { '101': 1 }, { '101': 1 }],
]

describe('renumberDashboard', () => {
  it.each(cases)('%s %j', (key, value, expected) => {
    expect(renumberDashboard({ position, metadata: { [key]: value } }, ids).metadata).toEqual({ [key]: expected })
  })

  it('maps chart ids by uuid and does not change the rest of the layout', () => {
    const { position: renumbered } = renumberDashboard({ position, metadata: {} }, ids)
    expect(renumbered).toEqual({
      ...position,
      A: { ...position.A, meta: { ...position.A.meta, chartId: 1 } },
      B: { ...position.B, meta: { ...position.B.meta, chartId: 2 } },
      C: { ...position.C, meta: { uuid: gone, sliceName: 'C', width: 4, height: 50 } },
    })
  })

  it('does not change its input', () => {
    const before = structuredClone({ position, metadata: Object.fromEntries(cases) })
    const after = structuredClone(before)
    renumberDashboard(after, ids)
    expect(after).toEqual(before)
  })
})

it('placedUuids returns each chart once', () => {
  expect(placedUuids({ ...position, again: chart('again', 5, one) })).toEqual([one, two, gone])
})

it('filter targets are exported by uuid and imported by id', () => {
  const metadata = {
    native_filter_configuration: [{ id: 'F', targets: [{ datasetId: 7, column: 1 }, { datasetId: 8 }, {}] }],
  }
  expect(filterTargets(metadata).map(({ datasetId }) => datasetId)).toEqual([7, 8])
  expect(withDatasetUuids(metadata, new Map([[7, sales]]))).toEqual({
    native_filter_configuration: [{ id: 'F', targets: [{ datasetUuid: sales, column: 1 }, { datasetId: 8 }, {}] }],
  })
  expect(withDatasetUuids({ a: 1 }, new Map())).toEqual({ a: 1 })
})

it('a query context refers to the dataset and chart of this installation', () => {
  const context = {
    datasource: { id: 21, type: 'table' },
    queries: [{}],
    form_data: { datasource: '21__table', slice_id: 113 },
  }
  const own = { datasetId: 3, chartId: 4 }
  expect(JSON.parse(renumberQueryContext(JSON.stringify(context), own) ?? '')).toEqual({
    datasource: { id: 3, type: 'table' },
    queries: [{}],
    form_data: { datasource: '3__table', slice_id: 4 },
  })
  expect(renumberQueryContext('{bad', own)).toBeUndefined()
  expect(renumberQueryContext('null', own)).toBeUndefined()
})

it('converts the charts that a chart draws, and those of its annotation layers', () => {
  const others = renumberedCharts([position], ids.charts)
  const layer = (sourceType: string, value: unknown) => ({ name: sourceType, sourceType, value })
  const form = {
    line_charts: [101, '102', 999],
    line_charts_2: [],
    annotation_layers: [layer('table', 101), layer('line', 999), layer('NATIVE', 101), layer('', 'y = 101'), null],
  }
  const renumbered = {
    line_charts: [1, 2, 999],
    line_charts_2: [],
    annotation_layers: [layer('table', 1), layer('line', 999), layer('NATIVE', 101), layer('', 'y = 101'), null],
  }
  expect(renumberFormData(form, { datasetId: 3, others })).toEqual({ ...renumbered, datasource: '3__table' })
  const context = { queries: [form, null], form_data: form }
  expect(JSON.parse(renumberQueryContext(JSON.stringify(context), { datasetId: 3, others }) ?? '')).toEqual({
    datasource: { id: 3, type: 'table' },
    queries: [renumbered, null],
    form_data: { ...renumbered, datasource: '3__table' },
  })
})
