import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import { typesWithout } from './galleryOrder.ts'
import { charts } from './index.ts'
import { shapeOf, suggestTypes } from './suggestTypes.ts'
import { noDatasource } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'

const columnTypes = { day: GenericType.temporal, sex: GenericType.string, city: GenericType.string }

function suggested(saved: Record<string, unknown>): string[] {
  const { query, formData } = openSaved(saved)!
  const queries = query.buildQuery({ formData, datasource: { ...noDatasource, columnTypes } })
  return suggestTypes(typesWithout([]), shapeOf(queries, columnTypes)).map(({ type }) => type)
}

describe('three types are suggested for the columns', () => {
  it.each([
    ['a metric', { viz_type: 'table', metrics: ['count'] }, ['big_number_total', 'echarts_timeseries_bar', 'pop_kpi']],
    [
      'a metric over time',
      { viz_type: 'echarts_timeseries_bar', x_axis: 'day', metrics: ['count'] },
      ['echarts_timeseries_line', 'big_number', 'echarts_timeseries_bar'],
    ],
    [
      'a metric by a dimension',
      { viz_type: 'pie', groupby: ['sex'], metric: 'count' },
      ['echarts_timeseries_bar', 'pie', 'word_cloud'],
    ],
    [
      'a metric by two dimensions',
      { viz_type: 'table', groupby: ['sex', 'city'], metrics: ['count'] },
      ['echarts_timeseries_bar', 'heatmap_v2', 'pivot_table_v2'],
    ],
    [
      'three metrics by a dimension',
      { viz_type: 'table', groupby: ['sex'], metrics: ['a', 'b', 'c'] },
      ['bubble_v2', 'echarts_timeseries_bar', 'radar'],
    ],
    ['columns alone', { viz_type: 'table', groupby: ['sex', 'city'] }, ['table']],
    ['nothing', { viz_type: 'table' }, []],
  ])('%s', (_name, saved, expected) => expect(suggested(saved)).toEqual(expected))
})

describe('the order of the gallery', () => {
  const order = typesWithout([]).map(({ type }) => type)
  it('has every type once', () => expect(order.toSorted()).toEqual(charts.map(({ type }) => type).toSorted()))
  it('begins with the types that most charts have', () =>
    expect(order.slice(0, 9)).toEqual([
      'echarts_timeseries_line',
      'big_number',
      'big_number_total',
      'table',
      'pivot_table_v2',
      'echarts_area',
      'echarts_timeseries_bar',
      'echarts_timeseries_scatter',
      'pie',
    ]))
  it('ends with the others by key', () => {
    const others = order.slice(order.indexOf('country_map') + 1)
    expect(others.length).toBeGreaterThan(5)
    expect(others).toEqual(others.toSorted())
  })
})
