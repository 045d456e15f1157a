import { describe, expect, it } from 'vitest'
import { columnLabel, metricLabel } from '../../../model/query/labels.ts'
import { noDatasource } from '../../testing/drawInput.ts'
import { contextOfSaved, exploreSaved } from '../../testing/parts.ts'
import { buildQueryObject } from './buildQueryObject.ts'
import { legacyExtras, splitAdhocFilters } from './filters.ts'

const simple = (subject: string, operator: string, comparator?: unknown, clause: 'WHERE' | 'HAVING' = 'WHERE') =>
  ({ expressionType: 'SIMPLE', clause, subject, operator, comparator }) as const
const sql = (sqlExpression: string, clause: 'WHERE' | 'HAVING' = 'WHERE') =>
  ({ expressionType: 'SQL', clause, sqlExpression }) as const

describe('labels', () => {
  it.each([
    ['count', 'count'],
    [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'num' } } as const, 'SUM(num)'],
    [
      { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'num' }, label: 'Births' } as const,
      'Births',
    ],
    [{ expressionType: 'SQL', sqlExpression: 'avg(x)' } as const, 'avg(x)'],
    [{ label: 'old' }, 'old'],
  ])('the label of %j is %s', (metric, label) => expect(metricLabel(metric)).toBe(label))

  it('names an adhoc column by its label', () => {
    expect(columnLabel({ sqlExpression: 'a + 1', label: 'sum' })).toBe('sum')
    expect(columnLabel({ sqlExpression: 'a + 1' })).toBe('a + 1')
  })
})

describe('splitAdhocFilters', () => {
  it('combines SQL conditions in parentheses and prevents comments from hiding them', () => {
    expect(
      splitAdhocFilters([
        sql("tea = 'jasmine'"),
        sql("cup = 'large' -- comment"),
        sql('ice = 25 OR ice = 50', 'HAVING'),
      ]),
    ).toEqual({
      filters: [],
      where: "(tea = 'jasmine') AND (cup = 'large' -- comment\n)",
      having: '(ice = 25 OR ice = 50)',
    })
  })

  it('converts simple conditions to filters, omits those on groups, and puts a given text first', () => {
    expect(
      splitAdhocFilters([simple('a', 'IN', ['x']), simple('b', 'IS NULL', 'ignored'), simple('c', '>', 1, 'HAVING')], {
        where: 'z = 1',
      }),
    ).toEqual({
      filters: [
        { col: 'a', op: 'IN', val: ['x'] },
        { col: 'b', op: 'IS NULL' },
      ],
      where: '(z = 1)',
      having: '',
    })
  })
})

it('reads the retired filter box', () => {
  expect(
    legacyExtras([
      { col: '__time_range', op: '==', val: 'Last week' },
      { col: '__time_grain', op: '==', val: 'P1M' },
      { col: 'a', op: 'IN', val: ['x'] },
    ]),
  ).toEqual({
    filters: [{ col: 'a', op: 'IN', val: ['x'] }],
    overrides: { time_range: 'Last week', time_grain_sqla: 'P1M' },
    applied: { __time_range: 'Last week', __time_grain: 'P1M' },
  })
})

describe('buildQueryObject', () => {
  it.each([
    [{ groupby: ['a', 'b', 'a'], columns: ['c', ''] }, { columns: ['a', 'b', 'c'] }],
    [
      { series: 'a', metric: 'm', metrics: ['n', 'm'], x: 'p' },
      { columns: ['a'], metrics: ['m', 'n', 'p'] },
    ],
    [{ query_mode: 'aggregate', groupby: ['a'], all_columns: ['b'] }, { columns: ['a'] }],
    [{ query_mode: 'raw', groupby: ['a'], all_columns: ['b'], metrics: ['m'] }, { columns: ['b'] }],
    [
      { order_by_cols: ['["a", true]', ['b', false]] },
      {
        orderby: [
          ['a', true],
          ['b', false],
        ],
      },
    ],
    [
      { row_limit: '25', limit: '5' },
      { row_limit: 25, series_limit: 5 },
    ],
    [{ row_limit: null, series_limit: 3, limit: 9 }, { series_limit: 3 }],
    [{ granularity: 'g', granularity_sqla: 'h' }, { granularity: 'g' }],
    [{ time_grain_sqla: 'P1D' }, { extras: { time_grain_sqla: 'P1D', where: '', having: '' } }],
    [{ timeseries_limit_metric: ['m'] }, { series_limit_metric: 'm' }],
  ])('%j results in %j', (form, expected) => expect(buildQueryObject(form)).toMatchObject(expected))

  it('omits metrics of raw rows and limits that were not set', () => {
    const query = buildQueryObject({ query_mode: 'raw', all_columns: ['b'], metrics: ['m'], row_limit: null })
    expect(query).not.toHaveProperty('metrics')
    expect(query).not.toHaveProperty('row_limit')
  })

  it('merges dashboard filters: append keys are concatenated, others replace', () => {
    const query = buildQueryObject({
      granularity_sqla: 'day',
      time_range: 'No filter',
      time_grain_sqla: 'P1D',
      adhoc_filters: [simple('own', '==', 1)],
      extra_form_data: {
        filters: [{ col: 'f', op: 'IN', val: ['x'] }],
        adhoc_filters: [sql('1 = 0'), simple('more', '>', 2)],
        time_range: 'Last week',
        granularity_sqla: 'month',
        time_grain_sqla: 'P1M',
        relative_start: 'now',
        custom_form_data: { a: 1 },
      },
    })
    expect(query).toMatchObject({
      filters: [
        { col: 'f', op: 'IN', val: ['x'] },
        { col: 'own', op: '==', val: 1 },
        { col: 'more', op: '>', val: 2 },
      ],
      extras: { where: '(1 = 0)', time_grain_sqla: 'P1M', relative_start: 'now' },
      time_range: 'Last week',
      granularity: 'month',
      custom_form_data: { a: 1 },
    })
  })

  it('rejects an ordering that is not JSON', () => {
    for (const item of ['[', '5', 5, true, {}]) {
      expect(() => buildQueryObject({ order_by_cols: [item] })).toThrow('Found invalid orderby options')
    }
  })
})

describe('base axis', () => {
  const context = (formData: object, extraFormData?: object) =>
    contextOfSaved({
      formData: { viz_type: 'echarts_timeseries_line', datasource: '1__table', metrics: ['m'], ...formData },
      datasource: noDatasource,
      extraFormData: extraFormData as Record<string, unknown>,
    })!.queries[0]!

  it('has the time grain, including one from a dashboard filter', () => {
    const axis = { columnType: 'BASE_AXIS', sqlExpression: 't', label: 't', expressionType: 'SQL' }
    expect(context({ x_axis: 't', time_grain_sqla: 'P1D' }).columns).toEqual([{ timeGrain: 'P1D', ...axis }])
    expect(context({ x_axis: 't', time_grain_sqla: 'P1D' }, { time_grain_sqla: 'P1Y' }).columns).toEqual([
      { timeGrain: 'P1Y', ...axis },
    ])
    expect(context({ x_axis: 't', time_grain_sqla: 'P1D' }).extras).toEqual({ where: '', having: '' })
  })

  it('keeps an adhoc column’s own keys', () => {
    const x = { sqlExpression: 'lower(c)', label: 'c', expressionType: 'SQL', timeGrain: 'P3M' }
    expect(context({ x_axis: x, time_grain_sqla: 'P1D' }).columns).toEqual([{ columnType: 'BASE_AXIS', ...x }])
  })

  it.each([[''], [null], [undefined]])('is absent for %j', (x_axis) => {
    expect(context({ x_axis, granularity_sqla: 't' })).toMatchObject({ is_timeseries: true, columns: [] })
  })
})

describe('time-series post-processing', () => {
  const steps = (formData: object) =>
    contextOfSaved({
      formData: {
        viz_type: 'echarts_timeseries_line',
        datasource: '1__table',
        x_axis: 't',
        metrics: ['m'],
        ...formData,
      },
      datasource: noDatasource,
    })!.queries[0]!.post_processing!.map((step) => step!.operation)

  it.each([
    [{}, ['pivot', 'flatten']],
    [{ groupby: ['g'] }, ['pivot', 'rename', 'flatten']],
    [{ groupby: ['g'], truncate_metric: false }, ['pivot', 'flatten']],
    [{ rolling_type: 'cumsum' }, ['pivot', 'cum', 'flatten']],
    [{ rolling_type: 'None' }, ['pivot', 'flatten']],
    [
      {
        groupby: ['g'],
        rolling_type: 'mean',
        resample_rule: '1D',
        resample_method: 'zerofill',
        contributionMode: 'row',
      },
      ['pivot', 'rolling', 'resample', 'rename', 'contribution', 'flatten'],
    ],
    [{ groupby: ['g'], time_compare: ['1 year ago'], comparison_type: 'ratio' }, ['pivot', 'compare', 'flatten']],
    [{ x_axis_sort: 'm' }, ['pivot', 'sort', 'flatten']],
    [{ x_axis_sort: 'm', groupby: ['g'] }, ['pivot', 'rename', 'flatten']],
    [{ forecastEnabled: true, time_grain_sqla: 'P1D' }, ['pivot', 'flatten', 'prophet']],
  ])('%j has the steps %j', (form, expected) => expect(steps(form)).toEqual(expected))

  it('queries a sort metric that is not shown', () => {
    const query = contextOfSaved({
      formData: {
        viz_type: 'echarts_timeseries_bar',
        datasource: '1__table',
        x_axis: 'c',
        metrics: ['m'],
        x_axis_sort: 's',
        timeseries_limit_metric: 's',
      },
      datasource: noDatasource,
    })!.queries[0]!
    expect(query.metrics).toEqual(['m', 's'])
    expect(query.orderby).toEqual([['s', false]])
  })
})

describe('table queries', () => {
  const queries = (formData: object, ownState?: Record<string, unknown>) =>
    contextOfSaved({
      formData: { viz_type: 'table', datasource: '1__table', groupby: ['g'], metrics: ['m'], ...formData },
      datasource: noDatasource,
      ownState,
    })!.queries

  it('queries rows, their number and the totals', () => {
    const [rows, count, totals] = queries(
      { server_pagination: true, server_page_length: 20, show_totals: true },
      { currentPage: 3 },
    )
    expect(rows).toMatchObject({ row_limit: 20, row_offset: 60 })
    expect(count).toMatchObject({ is_rowcount: true, row_limit: 0, row_offset: 0, post_processing: [] })
    expect(totals).toMatchObject({ columns: [], row_limit: 0, metrics: ['m'] })
    expect(totals).not.toHaveProperty('orderby')
  })

  it('truncates temporal dimensions to the grain', () => {
    const [rows] = queries({ groupby: ['t', 'g'], temporal_columns_lookup: { t: true }, time_grain_sqla: 'P1M' })
    expect(rows?.columns).toMatchObject([{ columnType: 'BASE_AXIS', label: 't', timeGrain: 'P1M' }, 'g'])
  })

  it('orders by the sort metric in its direction, else by the first metric descending', () => {
    expect(queries({ order_desc: false })[0]?.orderby).toEqual([['m', false]])
    expect(queries({ timeseries_limit_metric: 's', order_desc: false })[0]?.orderby).toEqual([['s', true]])
  })
})

describe('toExploreFormData', () => {
  it('turns legacy time fields into an axis and a filter', () => {
    const form = exploreSaved(
      { viz_type: 'echarts_timeseries_line', granularity_sqla: 'ds', time_range: 'Last year', markup_type: 'x' },
      noDatasource,
    )
    expect(form).toMatchObject({
      x_axis: 'ds',
      adhoc_filters: [{ subject: 'ds', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }],
    })
    expect(form).not.toHaveProperty('markup_type')
    expect(form).not.toHaveProperty('granularity_sqla')
  })

  it('filters the dataset’s time column if the chart has none, and does not change its own filter', () => {
    const main = { ...noDatasource, mainDttmCol: 'day' }
    expect(exploreSaved({ viz_type: 'pie' }, main, 'Last week')?.adhoc_filters).toMatchObject([
      { subject: 'day', comparator: 'Last week' },
    ])
    const own = simple('other', 'TEMPORAL_RANGE', 'Last day')
    expect(exploreSaved({ viz_type: 'pie', adhoc_filters: [own] }, main)?.adhoc_filters).toEqual([own])
  })
})
