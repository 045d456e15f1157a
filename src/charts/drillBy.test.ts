import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import type { QueryFilter } from '../model/query/queryObject.ts'
import {
  bucketSpan,
  type DrillByInput,
  drillByForm,
  drillByTypes,
  editedForm,
  inheritedForm,
  withoutInherited,
} from './drillBy.ts'
import { findChart } from './index.ts'
import { openSaved } from './testing/parts.ts'

const { string, temporal } = GenericType
const datasource = { columnTypes: { region: string, at: temporal, store: string }, mainDttmCol: 'at' }

function input(saved: Record<string, unknown>, filtered: string[], more: Partial<DrillByInput> = {}): DrillByInput {
  const { chart, formData } = openSaved({ datasource: '1__table', slice_id: 7, ...saved })!
  const filters = filtered.map((col): QueryFilter => ({ col, op: '==', val: 'x' }))
  return { formData, about: chart, drill: { filters }, metrics: ['m'], column: 'store', datasource, ...more }
}

describe('the type of a drill by', () => {
  it.each([
    ['a slice', { viz_type: 'pie', groupby: ['region'] }, ['region'], 'pie'],
    ['a series', { viz_type: 'echarts_area', x_axis: 'at', groupby: ['region'] }, ['region'], 'echarts_area'],
    ['a point in time', { viz_type: 'echarts_area', x_axis: 'at', groupby: [] }, ['at'], 'echarts_timeseries_bar'],
    ['a bar', { viz_type: 'echarts_timeseries_bar', x_axis: 'region' }, ['region'], 'echarts_timeseries_bar'],
    ['a type without dimensions to replace', { viz_type: 'gantt_chart' }, ['region'], 'echarts_timeseries_bar'],
  ])('of %s', (_name, saved, filtered, expected) => {
    expect(drillByTypes(input(saved, filtered))[0]).toBe(expected)
  })

  it('over a time column is a line first', () => {
    const types = drillByTypes(input({ viz_type: 'gantt_chart' }, ['region'], { column: 'at' }))
    expect(types).toEqual(['echarts_timeseries_line', 'echarts_timeseries_bar', 'table'])
  })

  it('has no line over time if the dataset has no time', () => {
    const given = input({ viz_type: 'pie', groupby: ['region'] }, ['region'], {
      datasource: { ...datasource, mainDttmCol: null },
    })
    expect(drillByTypes(given)).toEqual(['pie', 'echarts_timeseries_bar', 'table'])
  })

  it('is in the list', () => {
    const types = drillByTypes(input({ viz_type: 'pie', groupby: ['region'] }, ['region']))
    expect(types.every((type) => findChart(type) !== undefined)).toBe(true)
  })
})

describe('the form data of a drill by', () => {
  it.each([
    ['groupby', { viz_type: 'pie', groupby: ['region', 'kind'] }, ['region', 'kind'], {}, { groupby: ['store'] }],
    ['columns', { viz_type: 'sunburst_v2', columns: ['region', 'kind'] }, ['region'], {}, { columns: ['store'] }],
    ['target', { viz_type: 'graph_chart', source: 'a', target: 'b' }, ['b'], {}, { source: 'a', target: 'store' }],
    [
      'groupbyColumns',
      { viz_type: 'pivot_table_v2', groupbyRows: ['region'], groupbyColumns: ['kind'] },
      ['region', 'kind'],
      { by: 'kind' },
      { groupbyRows: ['region'], groupbyColumns: ['store'] },
    ],
    [
      'groupbyRows, and removes the other dimensions of a cell,',
      { viz_type: 'pivot_table_v2', groupbyRows: ['region'], groupbyColumns: ['kind'] },
      ['region', 'kind'],
      {},
      { groupbyRows: ['store'], groupbyColumns: [] },
    ],
    [
      'groupby_b',
      { viz_type: 'mixed_timeseries', x_axis: 'at', groupby: ['region'], groupby_b: ['kind'] },
      ['at', 'kind'],
      { query: 1 },
      { groupby: ['region'], groupby_b: ['store'] },
    ],
  ])('replace %s', (_field, saved, filtered, more, expected) => {
    const given = input(saved, filtered)
    const form = drillByForm({ ...given, drill: { ...given.drill, ...more } }, given.about.type)
    expect(form).toMatchObject(expected)
    expect(form).not.toHaveProperty('slice_id')
  })

  it('do not have a column on the axis and as a dimension', () => {
    const saved = { viz_type: 'mixed_timeseries', x_axis: 'store', groupby: ['region'], groupby_b: [] }
    expect(drillByTypes(input(saved, ['region']))).not.toContain('mixed_timeseries')
  })

  it('drop conditions on groups, and keep conditions on rows', () => {
    const filter = (clause: 'WHERE' | 'HAVING') => ({ expressionType: 'SQL', clause, sqlExpression: 'a > 1' })
    const adhoc_filters = [filter('WHERE'), filter('HAVING')]
    const given = input({ viz_type: 'pie', groupby: ['region'], adhoc_filters }, ['region'])
    for (const type of drillByTypes(given))
      expect(drillByForm(given, type)).toMatchObject({ adhoc_filters: [filter('WHERE')] })
  })

  it('count the rows of a chart without metrics', () => {
    const given = input({ viz_type: 'gantt_chart' }, ['region'], { metrics: [] })
    expect(drillByForm(given, 'pie')).toMatchObject({ metric: { sqlExpression: 'COUNT(*)' } })
  })
})

describe('the form to edit', () => {
  const edited = (filters: QueryFilter[], more = {}) => editedForm({ adhoc_filters: [] }, { filters, ...more })
  const simple = (subject: string, operator: string, comparator: unknown) => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject,
    operator,
    comparator,
  })

  it('has the filters of the mark', () => {
    const kind = { sqlExpression: 'lower(kind)', label: 'Kind', expressionType: 'SQL' as const }
    expect(
      edited([
        { col: 'region', op: '==', val: "O'Brien" },
        { col: 'at', op: '==', val: Date.UTC(2024, 1, 1), grain: 'P1M' },
        { col: kind, op: '==', val: "it's" },
      ])['adhoc_filters'],
    ).toEqual([
      simple('region', '==', "O'Brien"),
      simple('at', '>=', '2024-02-01T00:00:00'),
      simple('at', '<', '2024-03-01T00:00:00'),
      { expressionType: 'SQL', clause: 'WHERE', sqlExpression: "(lower(kind)) = 'it''s'" },
    ])
  })

  it('keeps what cannot be written as a filter of the editor', () => {
    const kind = { sqlExpression: 'lower(kind)', label: 'Kind', expressionType: 'SQL' as const }
    const filters = [{ col: kind, op: '==', val: String.raw`a\b` }]
    expect(edited(filters)['extra_form_data']).toEqual({ filters })
  })

  it('has the time range of the dashboard', () => {
    const form = editedForm({ adhoc_filters: [simple('at', 'TEMPORAL_RANGE', 'No filter')] }, { time_range: 'today' })
    expect(form).toMatchObject({ time_range: 'today', adhoc_filters: [{ comparator: 'today' }] })
  })
})

it.each([
  ['P1D', '2024-02-29', '2024-03-01'],
  ['PT6H', '2024-02-29T06:00', '2024-02-29T12:00'],
  ['PT5M', '2024-02-29T06:05', '2024-02-29T06:10'],
  ['P1M', '2024-02-01', '2024-03-01'],
  ['P3M', '2024-10-01', '2025-01-01'],
  ['P1Y', '2024-01-01', '2025-01-01'],
  ['1969-12-28T00:00:00Z/P1W', '2024-02-25', '2024-03-03'],
])('a bucket of %s that begins at %s ends at %s', (grain, from, to) => {
  expect(bucketSpan(Date.parse(`${from}Z`), grain)).toEqual({ from: Date.parse(`${from}Z`), to: Date.parse(`${to}Z`) })
})

it('a week that is named by its end begins six days earlier', () => {
  const span = bucketSpan(Date.UTC(2024, 2, 2), 'P1W/1970-01-03T00:00:00Z')
  expect(span).toEqual({ from: Date.UTC(2024, 1, 25), to: Date.UTC(2024, 2, 3) })
})

describe('a chart opened from a dashboard', () => {
  const own = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'at',
    operator: 'TEMPORAL_RANGE',
    comparator: 'Last year',
  }
  const saved = { viz_type: 'pie', adhoc_filters: [own], row_limit: 10 }
  const extra = { filters: [{ col: 'region', op: 'IN', val: ['North'] }], time_range: 'Last week' }

  it('has the filters of the dashboard, marked as extra, and its time range', () => {
    const { adhoc_filters: filters } = inheritedForm(saved, extra) ?? {}
    expect(filters).toMatchObject([
      { subject: 'at', comparator: 'Last week', isExtra: true },
      { subject: 'region', operator: 'IN', comparator: ['North'], isExtra: true },
    ])
  })

  it('is saved as it was without them', () => {
    expect(withoutInherited(inheritedForm(saved, extra) ?? {})).toEqual(saved)
  })

  it('keeps its own changes beside them', () => {
    const added = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'kind', operator: '==', comparator: 'x' }
    const opened = inheritedForm(saved, extra) ?? {}
    const edited = { ...opened, adhoc_filters: [...(opened['adhoc_filters'] as object[]), added] }
    expect(withoutInherited(edited)['adhoc_filters']).toEqual([own, added])
  })

  it('has the time range of the dashboard in the legacy control, and is saved with its own or a changed one', () => {
    const legacy = { viz_type: 'time_pivot', adhoc_filters: [], time_range: 'Last year' }
    const opened = inheritedForm(legacy, { time_range: 'Last week' }) ?? {}
    expect(opened['time_range']).toBe('Last week')
    expect(withoutInherited(opened)).toEqual(legacy)
    expect(withoutInherited({ ...opened, time_range: 'Last day' })).toEqual({ ...legacy, time_range: 'Last day' })
  })

  it('keeps filters that the editor cannot express apart, and is saved without them', () => {
    const unsayable = { col: { sqlExpression: 'a + b', label: 'sum', expressionType: 'SQL' as const }, op: '>', val: 3 }
    const opened = inheritedForm(saved, { filters: [unsayable] }) ?? {}
    expect(opened['extra_form_data']).toEqual({ filters: [unsayable] })
    expect(withoutInherited(opened)).toEqual(saved)
    const own = { filters: [{ col: 'kind', op: '==', val: 'x' }] }
    const withOwn = inheritedForm({ ...saved, extra_form_data: own }, { filters: [unsayable] }) ?? {}
    expect(withOwn['extra_form_data']).toEqual({ filters: [...own.filters, unsayable] })
    expect(withoutInherited(withOwn)).toEqual({ ...saved, extra_form_data: own })
  })

  it('is opened as saved if the dashboard does not filter it', () => {
    expect(inheritedForm(saved, {})).toBeUndefined()
  })

  it('filters both queries of a mixed chart', () => {
    const form = inheritedForm({ adhoc_filters: [], adhoc_filters_b: [own] }, { filters: extra.filters }) ?? {}
    expect((form['adhoc_filters'] as object[]).length).toBe(1)
    expect((form['adhoc_filters_b'] as object[]).length).toBe(2)
    expect(withoutInherited(form)).toEqual({ adhoc_filters: [], adhoc_filters_b: [own] })
  })
})
