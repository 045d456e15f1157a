import { describe, expect, it } from 'vitest'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { DualLineForm } from './formData.ts'

const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'c', operator: '>', comparator: 1 }
const saved = {
  viz_type: 'dual_line',
  datasource: '1__table',
  granularity_sqla: 'ds',
  time_grain_sqla: 'P1M',
  time_range: 'Last year',
  metric: 'sales',
  metric_2: 'price',
  y_axis_2_format: '$,.2f',
  y_axis_2_bounds: [0, 9],
  adhoc_filters: [filter],
}
const data = [
  answer({ __timestamp: [2, [0, 1]], sales: [0, [10, 20]] }),
  answer({ __timestamp: [2, [0, 1]], price: [0, [3, 4]] }),
]
const inputOf = (more: object = {}, rows = data) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as DualLineForm, rows)

describe('dual_line', () => {
  it('sends a time series for each metric, with the same filters', () => {
    const { queries } = contextOfSaved({ formData: saved, datasource: noDatasource })!
    const common = {
      is_timeseries: true,
      granularity: 'ds',
      time_range: 'Last year',
      filters: [{ col: 'c', op: '>', val: 1 }],
      extras: { time_grain_sqla: 'P1M' },
    }
    expect(queries).toMatchObject([
      { ...common, metrics: ['sales'] },
      { ...common, metrics: ['price'] },
    ])
  })

  it('uses the time column of the dataset if none is saved', () => {
    const { granularity_sqla: _none, ...rest } = saved
    const { queries } = contextOfSaved({ formData: rest, datasource: { ...noDatasource, mainDttmCol: 'main' } })!
    expect(queries).toMatchObject([{ granularity: 'main' }, { granularity: 'main' }])
  })

  it('draws each metric on its own axis', () => {
    const option = drawing.option(inputOf()) as {
      dataset: { source: object }[]
      series: object[]
      yAxis: { axisLabel: { formatter: (value: number) => string } }[]
    }
    expect(option.dataset.map(({ source }) => source)).toEqual([
      { x: [0, 1], s0: [10, 20] },
      { x: [0, 1], s0: [3, 4] },
    ])
    expect(option.series).toMatchObject([
      { name: 'sales', yAxisIndex: 0 },
      { name: 'price', yAxisIndex: 1 },
    ])
    expect(option.yAxis[1]).toMatchObject({ min: 0, max: 9 })
    expect(option.yAxis[1]!.axisLabel.formatter(3)).toBe('$3.00')
  })

  it('says which line belongs to which axis', () => {
    const { legend, yAxis } = drawing.option(inputOf()) as unknown as {
      legend: { data: string[]; formatter: (name: string) => string }
      yAxis: { axisLabel: { color: string } }[]
    }
    expect(legend.data.map(legend.formatter)).toEqual(['sales', 'price (right axis)'])
    const [left, right] = yAxis.map(({ axisLabel }) => axisLabel.color)
    expect(left).toMatch(/^#/)
    expect(right).not.toBe(left)
  })

  it('says what it needs', () => {
    expect(drawing.needs!(inputOf({ metric_2: undefined }))).toBe('Select a metric for each of the two axes.')
    expect(drawing.needs!(inputOf())).toBeUndefined()
  })

  it('has both metrics in its table', () => {
    expect(drawing.rowsOf!(inputOf()).columns).toEqual([
      [0, 1],
      [10, 20],
      [3, 4],
    ])
  })
})
