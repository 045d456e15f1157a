import { beforeAll, describe, expect, it } from 'vitest'
import type { ChartData } from '../../model/query/chartData.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { CompareForm } from './query.ts'

const day = (index: number) => Date.UTC(2020, 0, 1 + index)
const saved = {
  viz_type: 'compare',
  datasource: '1__table',
  granularity_sqla: 'ds',
  time_grain_sqla: 'P1D',
  metrics: ['m'],
  groupby: ['g'],
}
const data = answer({
  __timestamp: [2, [0, 1, 2].map(day)],
  'm, A': [0, [null, 100, 150], ['m', 'A']],
  'm, B': [0, [50, 25, 100], ['m', 'B']],
})
const inputOf = (more: object = {}, rows: ChartData[] = [data]) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as CompareForm, rows)
interface Option {
  dataset: { source: Record<string, unknown[]> }
  series: { name: string; encode: { y: string }; markLine?: { data: object[] } }[]
  yAxis: { axisLabel: { formatter: (value: number) => string } }
}
const optionOf = (...args: Parameters<typeof inputOf>) => drawing.option(inputOf(...args)) as unknown as Option
const valuesOf = ({ series, dataset }: Option) =>
  Object.fromEntries(series.map(({ name, encode }) => [name, dataset.source[encode.y]]))

beforeAll(() => drawing.register(inputOf().formData))

describe('compare', () => {
  it('sends a time series with its window, its shifts and its steps', () => {
    const form = {
      rolling_type: 'mean',
      rolling_periods: '7',
      time_compare: ['1 year'],
      comparison_type: 'absolute',
      contribution: true,
      limit: '5',
    }
    const [query] = contextOfSaved({ formData: { ...saved, ...form }, datasource: noDatasource })!.queries
    expect(query).toMatchObject({
      is_timeseries: true,
      granularity: 'ds',
      columns: ['g'],
      series_limit: 5,
      time_offsets: ['1 year ago'],
    })
    expect(query!.post_processing!.map((step) => step!.operation)).toEqual([
      'pivot',
      'rolling',
      'compare',
      'contribution',
      'flatten',
    ])
  })

  it('shows the change of each series since the first row, as a percentage', () => {
    const option = optionOf()
    expect(valuesOf(option)).toEqual({ 'm, A': [null, null, null], 'm, B': [0, -0.5, 1] })
    expect(option.yAxis.axisLabel.formatter(-0.5)).toBe('−50%')
    expect(option.yAxis.axisLabel.formatter(1)).toBe('+100%')
    expect(option.yAxis.axisLabel.formatter(0)).toBe('0%')
  })

  it('shows it since the row that the reader selected, and marks that row', () => {
    const option = optionOf({ index_row: 1 })
    expect(valuesOf(option)).toEqual({ 'm, A': [null, 0, 0.5], 'm, B': [1, 0, 3] })
    expect(option.series[0]!.markLine!.data).toEqual([{ xAxis: day(1) }, { yAxis: 0 }])
    expect(valuesOf(optionOf({ index_row: 99 }))['m, B']).toEqual([-0.5, -0.75, 0])
  })

  it('offers each time as a base, from the first with a value', () => {
    const first = answer({ t: [2, [0, 1].map(day)], m: [0, [null, 5]] })
    const slider = drawing.readerSlider!(inputOf({}, [first]))!
    expect(slider).toMatchObject({ field: 'index_row', label: 'Change since', count: 2, start: 1 })
    expect([0, 1].map(slider.stopAt)).toEqual(['2020-01-01', '2020-01-02'])
    expect(drawing.readerSlider!(inputOf({}, [answer({ t: [2, [day(0)]], m: [0, [1]] })]))).toBeNull()
  })

  it('shows the changes in its table', () => {
    expect(drawing.rowsOf!(inputOf()).columns[2]).toEqual([0, -0.5, 1])
  })

  it.each([
    ['no metric', { metrics: [] }, [data], 'Select at least one metric.'],
    ['only zeros', {}, [answer({ t: [2, [0]], m: [0, [0]] })], expect.stringContaining('value to start from')],
    ['values', {}, [data], undefined],
  ])('with %s, says what it needs', (_name, more, rows, expected) =>
    expect(drawing.needs!(inputOf(more, rows))).toEqual(expected),
  )
})
