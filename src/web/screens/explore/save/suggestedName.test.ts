import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { nameOf } from '../../../../charts/index.ts'
import { controlsOf } from '../../../../charts/testing/parts.ts'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { ExploreForm } from '../../../../model/explore/exploreState.ts'
import type { useText } from '../../../ui/text.ts'
import { suggestedName } from './suggestedName.ts'

const datasource = {
  verboseMap: { count: 'COUNT(*)', country_code: 'Country', sold_on: 'sold_on' },
  columnTypes: { sold_on: GenericType.temporal, region: GenericType.string },
}
const sum = {
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: 'net_sales' },
  label: 'SUM(net_sales)',
}

const named = (type: string, form: ExploreForm) =>
  suggestedName(
    {
      form: { viz_type: type, ...form },
      rules: controlsOf(type),
      datasource,
      typeName: nameOf(type),
      datasetName: 'shop_orders',
    },
    createIntl({ locale: 'en' }).formatMessage as ReturnType<typeof useText>,
  )

it.each([
  ['pie', { groupby: ['country_code'], metric: sum }, 'Sum of net sales by Country'],
  ['pie', { groupby: ['region', 'country_code'], metric: 'count' }, 'Number of rows by region and Country'],
  ['big_number_total', { metric: { ...sum, aggregate: 'COUNT_DISTINCT' } }, 'Number of different net sales'],
  ['big_number_total', { metric: { ...sum, hasCustomLabel: true, label: 'revenue' } }, 'Revenue'],
  ['big_number_total', { metric: { expressionType: 'SQL', sqlExpression: 'SUM(a)/2', label: 'SUM(a)/2' } }, 'SUM(a)/2'],
  [
    'echarts_timeseries_line',
    { x_axis: 'sold_on', time_grain_sqla: 'P1M', metrics: [sum], groupby: ['region'] },
    'Sum of net sales per month by region',
  ],
  [
    'echarts_timeseries_line',
    { x_axis: 'sold_on', time_grain_sqla: '1969-12-29T00:00:00Z/P1W', metrics: ['count'], groupby: [] },
    'Number of rows per week',
  ],
  ['echarts_timeseries_bar', { x_axis: 'sold_on', metrics: ['count'] }, 'Number of rows over time'],
  [
    'echarts_timeseries_bar',
    { x_axis: 'region', time_grain_sqla: 'P1D', metrics: ['count'] },
    'Number of rows by region',
  ],
  ['histogram_v2', { column: 'delay', groupby: [] }, 'Histogram of delay'],
  ['table', { query_mode: 'raw', all_columns: ['a', 'b'], metrics: [sum] }, 'Table of shop orders'],
  [
    'table',
    { query_mode: 'aggregate', groupby: ['a', 'b', 'c', 'd'], metrics: ['count', sum] },
    'Number of rows and sum of net sales by a, b and 2 more',
  ],
])('a new %s gets a name in plain words: %j', (type, form, name) => {
  expect(named(type, form)).toBe(name)
})

it('no name is longer than the maximum length', () => {
  expect(named('pie', { groupby: ['x'.repeat(400)], metric: 'count' })).toHaveLength(250)
})

it('a chart without any values has a name', () => {
  expect(named('pie', {})).toBe('Pie Chart of shop orders')
})
