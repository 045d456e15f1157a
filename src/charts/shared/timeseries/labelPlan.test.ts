import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import type { TimeseriesForm } from './formData.ts'
import { planLabels } from './labelPlan.ts'
import { readTimeseries } from './model.ts'
import { stackSeries } from './stack.ts'

function plan(columns: (number | null)[][], saved: object = {}, plot = { width: 400, height: 200 }) {
  const names = columns.map((_values, index) => `s${index}`)
  const rows = columns[0]?.length ?? 0
  const form = { viz_type: 'echarts_timeseries_line', x_axis: 'c', metrics: ['m'], groupby: ['g'], show_value: true }
  const formData = openSaved({ ...form, ...saved })!.formData as TimeseriesForm
  const data = answer({
    c: [1, Array.from({ length: rows }, (_none, row) => `c${row}`)],
    ...Object.fromEntries(names.map((name, index) => [name, [0, columns[index]!, [name]] as never])),
  })
  const model = readTimeseries(drawInput(formData, [data]))
  const isVisible = () => true
  const stacked = stackSeries(model.series, formData.stack, isVisible)
  const text = (series: { values: (number | null)[] }, row: number) => String(series.values[row] ?? '')
  const planned = planLabels({ form: formData, model, stacked, isVisible, plot, text })
  return (name: string) => [...(planned.get(name)?.keys() ?? [])].toSorted((one, other) => one - other)
}

describe('planLabels', () => {
  it('draws all value labels if they have room', () => expect(plan([[1, 2, 3]])('s0')).toEqual([0, 1, 2]))

  it('draws no value label over a higher adjacent bar', () => {
    const saved = { viz_type: 'echarts_timeseries_bar' }
    const rows = plan(
      [
        [160_000, 187_000],
        [187_000, 160_000],
      ],
      saved,
      { width: 150, height: 200 },
    )
    expect([rows('s0'), rows('s1')]).toEqual([[1], [0]])
    const wide = plan(
      [
        [160_000, 187_000],
        [187_000, 160_000],
      ],
      saved,
      { width: 600, height: 200 },
    )
    expect([wide('s0'), wide('s1')]).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('keeps even steps and the extremes if they have no room', () => {
    const values = Array.from({ length: 40 }, (_none, row) => (row === 6 ? 900 : 400))
    const rows = plan([values], { viz_type: 'echarts_timeseries_bar' })('s0')
    expect(rows).toContain(6)
    const steps = rows.filter((row) => row > 9).map((row, index, all) => row - (all[index - 1] ?? row))
    expect(new Set(steps.slice(1)).size).toBe(1)
    expect(steps[1]).toBeGreaterThan(1)
  })

  it('draws no value label over the labels of the axis', () => {
    // the low points have no room above them, because the high line is there
    const rows = plan(
      [Array.from({ length: 3 }, () => 8), [0, 0, 0]],
      { y_axis_bounds: [0, 8] },
      { width: 400, height: 14 },
    )
    expect(rows('s1')).toEqual([])
  })

  it('knows the positions of stacked parts on a log axis', () => {
    const parts = [10, 90, 9900].map((value) => [value, value, value])
    const saved = { logAxis: true, stack: 'Stack', only_total: true, sort_series_ascending: true }
    const rows = plan(parts, saved)
    for (const name of ['s0', 's1', 's2']) expect(rows(name)).toEqual([0, 1, 2])
  })

  it('draws no value label of one line over another line', () => {
    const same = plan([
      [100, 200, 100],
      [101, 201, 101],
      [102, 202, 102],
    ])
    expect(same('s0').length + same('s1').length + same('s2').length).toBeLessThan(9)
    expect(same('s2')).toContain(1)
  })

  it('draws no value label in parts of a stack that are too thin', () => {
    const saved = { viz_type: 'echarts_timeseries_bar', stack: 'Stack', only_total: false }
    const rows = plan(
      [
        [90, 90],
        [1, 60],
      ],
      saved,
    )
    expect([rows('s0'), rows('s1')]).toEqual([[0, 1], [1]])
  })

  it('measures horizontal parts by their length', () => {
    const saved = { viz_type: 'echarts_timeseries_bar', stack: 'Stack', only_total: false, orientation: 'horizontal' }
    const rows = plan(
      [
        [900, 900],
        [10, 600],
      ],
      saved,
    )
    expect([rows('s0'), rows('s1')]).toEqual([[0, 1], [1]])
  })

  it('returns existing rows for any values', () => {
    const value = fc.oneof(fc.constant(null), fc.double({ noNaN: true, min: -1e12, max: 1e12 }))
    const column = fc.array(value, { minLength: 1, maxLength: 30 })
    const option = fc.record({
      viz_type: fc.constantFrom('echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_timeseries_scatter'),
      stack: fc.constantFrom(null, 'Stack', 'Expand'),
      only_total: fc.boolean(),
      orientation: fc.constantFrom('vertical', 'horizontal'),
      logAxis: fc.boolean(),
    })
    fc.assert(
      fc.property(column, column, option, (one, other, saved) => {
        const length = Math.min(one.length, other.length)
        const rows = plan([one.slice(0, length), other.slice(0, length)], saved)
        for (const row of [...rows('s0'), ...rows('s1')]) expect(row).toBeLessThan(length)
      }),
    )
  })
})
