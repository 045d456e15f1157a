import { describe, expect, it } from 'vitest'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { LineMultiForm } from './query.ts'

const saved = { viz_type: 'line_multi', datasource: '1__table', line_charts: [7, '8'], line_charts_2: [9] }
const source = (id: number, name: string, more: object) => ({
  id,
  name,
  formData: openSaved({ viz_type: 'echarts_timeseries_line', x_axis: 't', ...more })!.formData,
})
const sources = [
  source(7, 'Sales', { metrics: ['m'] }),
  source(8, 'Costs', { metrics: ['m'], groupby: ['g'] }),
  source(9, 'Price', { metrics: ['p'] }),
]
const data = [
  answer({ t: [2, [1, 2]], m: [0, [10, 20]] }),
  answer({ t: [2, [2, 3]], 'm, A': [0, [5, 6], ['m', 'A']], m: [0, [7, 8]] }),
  answer({ t: [2, [1, 3]], p: [0, [0.5, 0.25]] }),
]
const inputOf = (more: object = {}) =>
  drawInput(openSaved({ ...saved, source_charts: sources, ...more })!.formData as LineMultiForm, data)

describe('line_multi', () => {
  it('has no query of its own', () => {
    expect(contextOfSaved({ formData: saved, datasource: noDatasource })!.queries).toEqual([])
  })

  it('queries each of its charts once, with its time range and its filters', () => {
    const filter = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a = 1' }
    const form = inputOf({ line_charts_2: [9, 7], time_range: 'Last year', adhoc_filters: [filter] }).formData
    expect(drawing.sources!(form)).toEqual({
      charts: [7, 8, 9],
      extraFormData: { time_range: 'Last year', adhoc_filters: [filter] },
    })
    expect(drawing.sources!(inputOf({ line_charts: null, line_charts_2: ['x', -1] }).formData).charts).toEqual([])
  })

  it('has every series of its charts in one table, and prefixes names that occur twice with the chart', () => {
    const { colnames, columns } = drawing.rowsOf!(inputOf())
    expect(colnames).toEqual(['x', 'Sales: m', 'Costs: m', 'm, A', 'p'])
    expect(columns).toEqual([
      [1, 2, 3],
      [10, 20, null],
      [null, 7, 8],
      [null, 5, 6],
      [0.5, null, 0.25],
    ])
  })

  it('names saved metrics by the labels of their datasets', () => {
    const labelled = { ...sources[2], datasource: { ...noDatasource, verboseMap: { p: 'Price in dollars' } } }
    const input = inputOf({ source_charts: [sources[0], sources[1], labelled] })
    expect(drawing.rowsOf!(input).colnames).toEqual(['x', 'Sales: m', 'Costs: m', 'm, A', 'Price in dollars'])
    const { series } = drawing.option(input) as { series: { name: string }[] }
    expect(series.map(({ name }) => name)).toContain('Price in dollars')
  })

  it('prefixes a name that occurs on both axes with the chart', () => {
    const input = inputOf({ line_charts: [7], line_charts_2: [8] })
    expect(drawing.rowsOf!(input).colnames).toEqual(['x', 'Sales: m', 'Costs: m', 'm, A'])
  })

  it('draws the charts of each list on their axis', () => {
    const option = drawing.option(
      inputOf({ y_axis_2_format: '.0%', prefix_metric_with_slice_name: true }),
    ) as unknown as {
      series: { name: string; yAxisIndex: number; datasetIndex: number; encode: { y: string } }[]
      dataset: { source: Record<string, unknown[]> }[]
      yAxis: { axisLabel: { formatter: (value: number) => string } }[]
    }
    const drawn = option.series.map(({ name, yAxisIndex, datasetIndex, encode }) => [
      name,
      yAxisIndex,
      option.dataset[datasetIndex]!.source[encode.y],
    ])
    const expected = [
      ['Sales: m', 0, [10, 20, null]],
      ['Costs: m', 0, [null, 7, 8]],
      ['Costs: m, A', 0, [null, 5, 6]],
      ['Price: p', 1, [0.5, 0.25]],
    ]
    expect(new Set(drawn)).toEqual(new Set(expected))
    expect(option.yAxis[1]!.axisLabel.formatter(0.5)).toBe('50%')
  })

  it('draws charts without rows, and of other types', () => {
    const input = inputOf()
    const empty = [answer({}), answer({ name: [1, ['a', 'b']], m: [0, [1, 2]] }), answer({})]
    expect(() => drawing.option({ ...input, data: empty })).not.toThrow()
    expect(drawing.rowsOf!({ ...input, data: empty }).columns[0]).toEqual(['a', 'b'])
    expect(() => drawing.option({ ...input, data: [] })).not.toThrow()
  })
})
