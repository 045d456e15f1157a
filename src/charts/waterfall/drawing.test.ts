import { describe, expect, it } from 'vitest'
import { written } from '../../model/language/written.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { plot } from '../testing/plot.ts'
import { drawing, partOf } from './drawing.ts'
import { fittingLabels } from './labels.ts'
import { readSteps } from './steps.ts'

const rows = answer({
  q: [1, ['Q1', 'Q1', 'Q2', 'Q2', 'Q3']],
  part: [1, ['new', 'lost', 'new', 'lost', 'new']],
  n: [0, [10, -4, 5, -20, null]],
})
const input = (saved: Record<string, unknown> = {}, given = rows) =>
  drawInput(openSaved({ viz_type: 'waterfall', x_axis: 'q', metric: 'n', ...saved })!.formData as never, [given])

it('adds up the categories to a total', () => {
  expect(readSteps(input()).map(({ label, kind, from, to }) => [label, kind, from, to])).toEqual([
    ['Q1', 'Increase', 0, 6],
    ['Q2', 'Decrease', 6, -9],
    ['Total', 'Total', 0, -9],
  ])
})
it('has the running total after each category of a breakdown', () => {
  const steps = readSteps(input({ groupby: ['part'] }))
  expect(steps.map(({ label, kind, from, to }) => [label, kind, from, to])).toEqual([
    ['new', 'Increase', 0, 10],
    ['lost', 'Decrease', 10, 6],
    ['Q1', 'Total', 0, 6],
    ['new', 'Increase', 6, 11],
    ['lost', 'Decrease', 11, -9],
    ['Q2', 'Total', 0, -9],
  ])
})

const bar = (from: number, to: number) => ({ label: '', category: '', kind: 'Increase' as const, from, to })
it.each([
  [bar(2, 5), { base: 2, size: 3 }, { base: 0, size: 0 }],
  [bar(5, 2), { base: 2, size: 3 }, { base: 0, size: 0 }],
  [bar(-2, -5), { base: 0, size: 0 }, { base: -2, size: -3 }],
  [bar(3, -4), { base: 0, size: 3 }, { base: 0, size: -4 }],
])('splits a bar at zero: %j', (step, above, below) => {
  expect(partOf(step, 'above')).toEqual(above)
  expect(Object.values(partOf(step, 'below')).map((value) => value + 0)).toEqual(Object.values(below))
})

interface Option {
  series: { name: string; data: (number | null)[]; color?: string }[]
}
it('draws the heights, in the colors of the form', () => {
  const { series } = drawing.option(input({ increase_color: { r: 1, g: 2, b: 3, a: 0.5 } })) as unknown as Option
  const of = (name: string) => series.filter((one) => one.name === name).map(({ data }) => data)
  expect(of('Increase')).toEqual([
    [6, null, null],
    [0, null, null],
  ])
  expect(of('Decrease')).toEqual([
    [null, 6, null],
    [null, -9, null],
  ])
  expect(series.find(({ name }) => name === 'Increase')?.color).toBe('rgba(1,2,3,0.5)')
})
it('has a line at the running total between two bars', async () => {
  const given = input({ groupby: ['part'] })
  const { series } = await plot(given.formData, [rows], { size: { width: 600, height: 300 } })
  const lines = series.at(-1)!
  expect(lines.type).toBe('custom')
  const levels = readSteps(given).map(({ to }) => to)
  expect(levels.map((_, at) => lines.model.getData().get('y', at))).toEqual(levels)
  // none after the last bar
  expect(lines.boxes).toHaveLength(levels.length - 1)
  const bars = series.filter(({ type }) => type === 'bar').flatMap(({ boxes }) => boxes)
  for (const { left, right } of lines.boxes) {
    expect(right - left).toBeGreaterThan(5)
    expect(bars.some((bar) => bar.left > left + 1 && bar.right < right - 1)).toBe(false)
  }
})

it('a small change is at least 1 px high, but not one of zero', () => {
  const given = answer({ q: [1, ['a', 'b', 'c']], n: [0, [1_000_000, 1, 0]] })
  const { series } = drawing.option(input({}, given)) as unknown as Option
  expect(series.find(({ name }) => name === 'Increase')?.data).toEqual([
    1_000_000,
    { value: 1, itemStyle: { borderColor: 'rgba(90,193,137,1)', borderWidth: 1 } },
    0,
    null,
  ])
})

describe('labels', () => {
  const label = (text: string, at: number, change = 1, isTotal = false) => ({ text, at, change, isTotal })
  const shown = (labels: ReturnType<typeof label>[], step: number) => {
    const look = fittingLabels(labels, step, 1)
    return [look.fontSize, ...look.shown]
  }
  const five = [10, 30, 50, 70].map((at) => label('+11111', at))

  it('are all shown if they fit, else only those of totals', () => {
    expect(shown(five, 60)).toEqual([11, 0, 1, 2, 3])
    expect(shown([...five, label('11', 70, 70, true)], 25)).toEqual([11, 4])
  })
  it('that touch at one height are smaller, or the one of the smaller change is left out', () => {
    const flat = five.with(3, label('+11111', 51, 0.5))
    expect(shown(flat, 46)).toEqual([11, 0, 1, 2, 3])
    expect(shown(flat, 36)).toEqual([10, 0, 1, 2, 3])
    expect(shown(flat, 33)).toEqual([10, 0, 1, 2])
  })
})

describe('names in a narrow chart', () => {
  const names = ['Approach', 'Climb', 'Descent', 'Landing roll', 'Parked', 'Take-off run', 'Taxi']
  const many = answer({ q: [1, names], n: [0, names.map((_name, at) => at + 1)] })
  const namesOf = (given: ReturnType<typeof input>) => {
    const drawn = drawing.option({ ...given, size: { width: 204, height: 200 } })
    const { data, axisLabel } = drawn.xAxis as unknown as {
      data: string[]
      axisLabel: { rotate?: number; interval: number; formatter: (place: string, index: number) => string }
    }
    const { interval } = axisLabel
    const isShown = typeof interval === 'function' ? (interval as (at: number) => boolean) : () => true
    const shown = data.flatMap((place, at) => (isShown(at) ? [axisLabel.formatter(place, at)] : []))
    return { rotate: axisLabel.rotate ?? 0, shown }
  }

  it.each(['auto', 'flat', '90°'])('are in one line, thinned out, with the total: %s', (x_ticks_layout) => {
    const { rotate, shown } = namesOf(input({ x_ticks_layout, y_axis_label: 'Total cost' }, many))
    expect(rotate).toBe(0)
    expect(shown.length).toBeLessThan(4)
    expect(shown.at(-1)).toBe('Total')
    expect(shown.join(' ')).not.toContain('…')
  })
  it('are those of the totals if there are several', () => {
    const parts = ['Dawn', 'Day', 'Dusk', 'Night']
    const given = answer({
      q: [1, ['1999', '2000'].flatMap((year) => parts.map(() => year))],
      part: [1, [...parts, ...parts]],
      n: [0, [1, 2, 3, 4, 5, 6, 7, 8]],
    })
    expect(namesOf(input({ groupby: ['part'], x_ticks_layout: 'flat' }, given)).shown).toEqual(['1999', '2000'])
  })
})
it('says what it needs if every value is empty', () => {
  expect(drawing.needs?.(input({}, answer({ q: [1, ['a']], n: [0, [null]] })))).toMatch(/metric with numbers/)
})
describe('query', () => {
  it('orders by the axis, then the breakdown', () => {
    const opened = openSaved({ viz_type: 'waterfall', x_axis: 'q', groupby: 'part', metric: 'n' })!
    const [query] = opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })
    expect(query).toMatchObject({
      columns: ['q', 'part'],
      orderby: [
        ['q', true],
        ['part', true],
      ],
    })
  })
})

it('emphasizes the names of totals, also if only some names are shown', () => {
  const given = input({ groupby: ['part'] })
  const { xAxis } = drawing.option(given) as unknown as { xAxis: { data: string[]; axisLabel: AxisLabel } }
  // ECharts passes the value, and the index among the shown labels
  const emphasized = xAxis.data.filter((place) => xAxis.axisLabel.color(place, 0) === given.theme.chartText)
  expect(emphasized.map((place) => readSteps(given)[Number(place)]?.label)).toEqual(['Q1', 'Q2'])
})

interface AxisLabel {
  color: (place: string, index: number) => string
}

it('names the total in the language of the reader', () => {
  const own = written.translate
  try {
    written.translate = (text) => (text === 'Total' ? 'Summe' : text)
    expect(readSteps(input()).at(-1)).toMatchObject({ label: 'Summe', kind: 'Total' })
  } finally {
    written.translate = own
  }
})
