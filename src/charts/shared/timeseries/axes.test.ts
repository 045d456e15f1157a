import { beforeAll, describe, expect, it } from 'vitest'
import { answer, drawInput } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import { numberFormatter } from '../format/index.ts'
import { categoryLabels, leastStep } from './axes.ts'
import { drawing } from './drawing.ts'
import type { TimeseriesForm } from './formData.ts'

it.each([
  [',d', 1],
  ['.0f', 1],
  ['$,.2f', 0.01],
  ['.1%', 0.001],
  ['SMART_NUMBER', undefined],
  ['.3s', undefined],
])('ticks with the format %s are at least %s apart', (format, least) => {
  expect(leastStep(numberFormatter(format))).toBe(least)
})

const day = 86_400_000

function timeAxis(first: number, days: number, width: number) {
  const saved = { viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], time_grain_sqla: 'P1D' }
  const times = Array.from({ length: days }, (_none, at) => first + at * day)
  const data = answer({ t: [2, times], m: [0, times.map((_time, at) => at)] })
  const formData = openSaved(saved)!.formData as TimeseriesForm
  const option = drawing.option(drawInput(formData, [data], { size: { width, height: 240 } }))
  return option.xAxis as unknown as { splitNumber: number; axisLabel: { showMinLabel: boolean } }
}

it.each([
  // a narrow tile has room for every month, a narrower one for every second
  [Date.UTC(2001, 0, 8), 174, 330, [20, 31], false],
  [Date.UTC(2001, 0, 1), 174, 330, [20, 31], true],
  [Date.UTC(2001, 0, 1), 174, 200, [61, 90], true],
  [Date.UTC(2001, 0, 1), 700, 600, [91, 180], true],
])('labels from %i over %i days in %i px are about every %j days', (first, days, width, [least, most], atStart) => {
  const { splitNumber, axisLabel } = timeAxis(first, days, width)
  expect((days - 1) / splitNumber).toBeGreaterThanOrEqual(least!)
  expect((days - 1) / splitNumber).toBeLessThanOrEqual(most!)
  expect(axisLabel.showMinLabel).toBe(atStart)
})

it('a week has a label for each day', () => expect(timeAxis(Date.UTC(2001, 0, 8), 7, 330).splitNumber).toBe(2))

const yearsOf = (width: number, first: number, last: number, each = 1, saved = {}) => {
  const yearStart = (year: number) => new Date(0).setUTCFullYear(year, 0, 1)
  const times = Array.from({ length: (last - first) / each + 1 }, (_none, at) => yearStart(first + at * each))
  const data = answer({ t: [2, times], m: [0, times.map((_time, at) => at)] })
  const form = { viz_type: 'echarts_area', x_axis: 't', metrics: ['m'], ...saved }
  const formData = openSaved(form)!.formData as TimeseriesForm
  const option = drawing.option(drawInput(formData, [data], { size: { width, height: 240 } }))
  const { axisLabel } = option.xAxis as unknown as {
    axisLabel: { customValues?: number[]; formatter: (value: number) => string }
  }
  return axisLabel.customValues?.map((value) => axisLabel.formatter(value))
}

it.each([
  [1300, 1889, 2010, 1, ['1900', '1920', '1940', '1960', '1980', '2000']],
  [200, 1889, 2010, 1, ['1900', '2000']],
  [450, 1955, 2005, 5, ['1960', '1970', '1980', '1990', '2000']],
  [450, -20, 120, 1, ['0', '50', '100']],
  // a survey in odd years
  [300, 1991, 2003, 2, undefined],
])('in %i px, the years from %i to %i are labelled at round ones', (width, first, last, each, expected) => {
  expect(yearsOf(width, first, last, each)).toEqual(expected)
})

it('a zoomed axis finds its own labels', () => {
  expect(yearsOf(1300, 1889, 2010, 1, { zoomable: true })).toBeUndefined()
})

it('zero has no sign on the value axis', () => {
  const data = answer({ t: [2, [0, day]], m: [0, [-1, 1]] })
  const form = { viz_type: 'echarts_area', x_axis: 't', metrics: ['m'], y_axis_format: '+.1f' }
  const { yAxis } = drawing.option(drawInput(openSaved(form)!.formData as TimeseriesForm, [data]))
  const { formatter } = (yAxis as unknown as { axisLabel: { formatter: (value: number) => string } }).axisLabel
  expect([-1, 0, 1].map(formatter)).toEqual(['−1.0', '0.0', '+1.0'])
})

it('fiscal quarters have labels where they begin, if all fit', () => {
  const saved = { viz_type: 'echarts_timeseries_bar', x_axis: 't', metrics: ['m'], time_grain_sqla: 'P3M/fiscal' }
  const starts = ['2025-02-02', '2025-05-04', '2025-08-03', '2025-11-02'].map((text) => Date.parse(text))
  const labelled = (width: number) => {
    const data = answer({ t: [2, starts], m: [0, [1, 2, 3, 4]] })
    const input = drawInput(openSaved(saved)!.formData as TimeseriesForm, [data], { size: { width, height: 240 } })
    return (drawing.option(input).xAxis as unknown as { axisLabel: object }).axisLabel
  }
  expect(labelled(600)).toMatchObject({ customValues: starts, showMinLabel: true })
  expect(labelled(150)).not.toHaveProperty('customValues')
})

describe('long names with digits below narrow marks', () => {
  const long = Array.from({ length: 10 }, (_, at) => `<img src=x onerror=alert(${at})> and a long name after it`)
  const labels = (width: number, names = long) =>
    categoryLabels(
      { orientation: 'vertical', xAxisLabelInterval: 'auto', xAxisLabelRotation: 0 },
      names,
      { width, height: 300 },
      { text: '#000' },
    ).look as { interval?: number; formatter?: (name: string) => string }

  it('are all drawn, each truncated to the space that it has', () => {
    const { interval, formatter } = labels(515)
    expect(interval).toBe(0)
    expect(formatter?.(long[0]!)).toMatch(/^<img.*…$/)
  })

  it('are drawn in steps that leave space for a part of the name', () => {
    expect(labels(250).interval).toBe(4)
  })

  it('that are dates keep automatic steps', () => {
    const dates = long.map((_, at) => `2024-01-0${at} 12:00`)
    expect(labels(500, dates).interval).toBeUndefined()
  })
})

describe('numbers as categories', () => {
  const axisOf = (values: (number | null)[], type: 0 | 1 = 0) => {
    const saved = { viz_type: 'echarts_timeseries_scatter', x_axis: 'n', metrics: ['m'], xAxisForceCategorical: true }
    const data = answer({ n: [type, type === 0 ? values : values.map(String)], m: [0, values.map(() => 1)] })
    const input = drawInput(openSaved(saved)!.formData as TimeseriesForm, [data], { size: { width: 900, height: 300 } })
    const { xAxis } = drawing.option(input) as unknown as {
      xAxis: { data: string[]; axisLabel: { formatter?: (name: string) => string } }
    }
    return xAxis.data.map((name) => xAxis.axisLabel.formatter?.(name) ?? name)
  }

  it('have separators, except numbers of four digits, which may be years', () => {
    expect(axisOf([2001, 12_345, -1_234_567.5])).toEqual(['2001', '12,345', '−1,234,567.5'])
  })
  it('keep every digit, and texts of digits their own writing', () => {
    expect(axisOf([1e21, null])).toEqual(['1e+21', '<NULL>'])
    expect(axisOf([12_345], 1)).toEqual(['12345'])
  })
})

describe('a log axis', () => {
  const plain = { viz_type: 'echarts_timeseries', x_axis: 't', metrics: ['m'], logAxis: true }
  beforeAll(() => drawing.register(openSaved(plain)!.formData as TimeseriesForm))
  const axisOf = (saved: object, columns: Record<string, number[]>) => {
    const form = { viz_type: 'echarts_timeseries', x_axis: 't', metrics: Object.keys(columns), logAxis: true, ...saved }
    const times = Object.values(columns)[0]!.map((_value, at) => at * day)
    const values = Object.entries(columns).map(([name, numbers]) => [name, [0, numbers]])
    const data = answer({ t: [2, times], ...(Object.fromEntries(values) as object) })
    const input = drawInput(openSaved(form)!.formData as TimeseriesForm, [data], { size: { width: 450, height: 330 } })
    return drawing.option(input).yAxis as unknown as {
      min: number
      max?: number
      axisLabel: { customValues?: number[] }
    }
  }

  it('of a stack ends above its totals', () => {
    const stack = 'Stack'
    expect(axisOf({ stack }, { a: [20, 90] })).toMatchObject({ min: 10, max: 100 })
    expect(axisOf({ stack }, { a: [20, 90] }).axisLabel.customValues).toEqual([10, 20, 50, 100])
    expect(axisOf({ stack }, { a: [20, 90], b: [30, 80] })).toMatchObject({ min: 10, max: 200 })
  })
  it('of bars or areas starts below the smallest', () => {
    expect(axisOf({ seriesType: 'bar' }, { a: [100, 900] }).min).toBe(50)
    expect(axisOf({ seriesType: 'line' }, { a: [100, 900] }).min).toBe(100)
  })
  it('does not start at a bound that it cannot have', () => {
    expect(axisOf({ y_axis_bounds: [-5, null] }, { a: [1, 90_000] }).min).toBe(1)
  })
})
