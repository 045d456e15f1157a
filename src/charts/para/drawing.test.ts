import { expect, it } from 'vitest'
import { labelWidth } from '../shared/textWidth.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing, readLines } from './drawing.ts'
import { placeOf } from './layout.ts'
import type { ParaForm } from './query.ts'

const saved = { viz_type: 'para', series: 'g', metrics: ['a', 'b'], secondary_metric: 'c', datasource: '1__table' }
const data = answer({ g: [1, ['x', 'y', 'z']], a: [0, [1, null, null]], b: [0, [2, 3, null]], c: [0, [0, 9, 5]] })
const input = (more: Record<string, unknown> = {}) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as ParaForm, [data])

it('has one line per row with a value', () => {
  expect(readLines(input()).map(({ label, values, colorValue }) => [label, values, colorValue])).toEqual([
    ['x', [1, 2], 0],
    ['y', [null, 3], 9],
  ])
})

it('draws the values on the axes of the metrics, after the axis of the series', () => {
  type Option = {
    parallelAxis: { name: string }[]
    series: { data: { value: unknown[]; lineStyle: { color: string } }[] }[]
  }
  const { parallelAxis, series } = drawing.option(
    input({ include_series: true, linear_color_scheme: 'white_black' }),
  ) as unknown as Option
  expect(parallelAxis.map(({ name }) => name)).toEqual(['g', 'a', 'b'])
  expect(series[0]!.data.map(({ value, lineStyle }) => [value, lineStyle.color])).toEqual([
    [['x', 1, 2], 'rgb(255, 255, 255)'],
    [['y', '-', 3], 'rgb(0, 0, 0)'],
  ])
})

it('also requests the color metric and the sort metric', () => {
  const { queries } = contextOfSaved({
    formData: { ...saved, timeseries_limit_metric: 'd', order_desc: false },
    datasource: noDatasource,
  })!
  expect(queries[0]).toMatchObject({ columns: ['g'], metrics: ['a', 'b', 'c', 'd'], orderby: [['d', true]] })
})

it('says what it needs', () => expect(drawing.needs!(input({ metrics: ['a'] }))).toMatch(/two metrics/))

it.each([
  [900, '400,000'],
  [160, '400k'],
])('labels fit between the axes of a chart that is %i px wide', (width, expected) => {
  const given = {
    ...input({ metrics: ['a', 'b', 'c'], include_series: true }),
    size: { width, height: 200 },
    datasource: { ...noDatasource, columnFormats: { a: ',d' } },
  }
  const { parallelAxis } = drawing.option(given) as unknown as {
    parallelAxis: { axisLabel: { formatter: (value: number) => string } }[]
  }
  expect(parallelAxis[1]!.axisLabel.formatter(400_000)).toBe(expected)
})

it('has room for the values of the last axis', () => {
  const wide = answer({ a: [0, [1, 2]], b: [0, [1_234_567_890, 2]] })
  const rightOf = (given: typeof data, width: number) => {
    const one = drawInput(openSaved({ ...saved, series: undefined })!.formData as ParaForm, [given])
    return (drawing.option({ ...one, size: { width, height: 200 } }) as { parallel: { right: number } }).parallel.right
  }
  expect(rightOf(wide, 500)).toBeGreaterThanOrEqual(labelWidth('1.23B') + 10)
  // in the middle of the end of the axis
  expect(rightOf(wide, 150)).toBeGreaterThanOrEqual(labelWidth('1.23B') / 2)
})

it('numbers are only at the ends of narrow axes, where they hide no lines', () => {
  type Axis = { min?: number; max?: number; axisLabel: { customValues?: number[]; align?: string; margin: number } }
  const axisOf = (width: number) => {
    const given = answer({ g: [1, ['x', 'y']], a: [0, [1, 9]], b: [0, [2, 3]], c: [0, [1, 2]] })
    const option = drawing.option({ ...input({ include_series: true }), data: [given], size: { width, height: 200 } })
    return option['parallelAxis'] as Axis[]
  }
  expect(axisOf(300)[1]).toMatchObject({ min: 1, max: 9, axisLabel: { customValues: [1, 9], align: 'center' } })
  expect(axisOf(900)[1]).not.toHaveProperty('min')
  // names are at the left
  for (const width of [300, 900]) expect(axisOf(width)[0]!.axisLabel).toMatchObject({ align: 'right', margin: -8 })
})

it('headings have two lines where one is too long', () => {
  const place = (width: number) =>
    placeOf(
      { width, height: 200 },
      { headings: ['From state', 'Flights', 'Average delay', 'Late'], series: ['CA'], last: () => ['25%'] },
    )
  expect(place(204).headings[2]).toBe('Average\ndelay')
  expect(place(900).headings[2]).toBe('Average delay')
})

it('a few lines with names have a color each, and are opaque', () => {
  const colorsOf = (more: Record<string, unknown>) => {
    const given = { ...input({ secondary_metric: undefined, ...more }), color: (name: string) => `color of ${name}` }
    const { series } = drawing.option(given) as unknown as {
      series: { data: { lineStyle: { color: string; opacity: number } }[] }[]
    }
    return series[0]!.data.map(({ lineStyle }) => [lineStyle.color, lineStyle.opacity])
  }
  expect(colorsOf({ include_series: true })).toEqual([
    ['color of x', 1],
    ['color of y', 1],
  ])
  expect(colorsOf({})).toEqual([
    ['color of a', 1],
    ['color of a', 1],
  ])
})

it('names every axis above the lines, inverse ones as well', () => {
  const { parallelAxis } = drawing.option(input({ include_series: true })) as unknown as {
    parallelAxis: { inverse?: boolean; nameLocation: string }[]
  }
  expect(parallelAxis.map(({ inverse = false, nameLocation }) => [inverse, nameLocation])).toEqual([
    [true, 'start'],
    [false, 'end'],
    [false, 'end'],
  ])
})
