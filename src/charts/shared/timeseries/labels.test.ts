import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { TimeseriesForm } from './formData.ts'

interface AxisLabel {
  interval?: number
  rotate?: number
  formatter?: (name: string) => string
}
interface Option {
  xAxis: { axisLabel: AxisLabel; min?: number; max?: number }
  legend: {
    type?: string
    formatter?: (name: string) => string
    textStyle?: { width?: number; rich?: { c0: { width: number } } }
  }
}

function bars(names: (string | number)[], width: number, saved: object = {}): Option {
  const form = { viz_type: 'echarts_timeseries_bar', x_axis: 'c', metrics: ['m'], groupby: [], ...saved }
  const data = answer({ c: [1, names], m: [0, names.map((_, at) => at)] })
  const { formData } = openSaved(form)!
  return drawing.option(
    drawInput(formData as TimeseriesForm, [data], { size: { width, height: 300 } }),
  ) as unknown as Option
}

describe('names under bars', () => {
  it('are all drawn if all fit: ECharts would leave out those that are slightly wider', () => {
    const hours = Array.from({ length: 19 }, (_, at) => String(at + 5))
    expect(bars(hours, 424).xAxis.axisLabel).toMatchObject({ interval: 0, hideOverlap: false })
    expect(bars(hours, 320).xAxis.axisLabel).not.toMatchObject({ hideOverlap: false })
  })

  it('are not changed, and none omitted, if they fit', () => {
    const { interval, formatter } = bars(['Mon', 'Tue', 'Wed'], 600).xAxis.axisLabel
    expect([interval, formatter]).toEqual([0, undefined])
  })

  it('are wrapped to a second line if they are long', () => {
    const { interval, formatter } = bars(['Business services', 'Education and health'], 200).xAxis.axisLabel
    expect(interval).toBe(0)
    expect(formatter?.('Business services')).toBe('Business\nservices')
  })

  it('are rotated, and none omitted, if words have no room for two lines', () => {
    const names = Array.from({ length: 14 }, (_, at) => `Industry of ${'abcdefghijklmn'[at]}`)
    expect(bars(names, 500).xAxis.axisLabel).toMatchObject({ rotate: 45, interval: 0 })
  })

  it('are thinned out if they are codes', () => {
    const codes = Array.from({ length: 25 }, (_, at) => `W${'ABCDEFGHIJKLMNOPQRSTUVWXY'[at]}`)
    expect(bars(codes, 430).xAxis.axisLabel).toMatchObject({ rotate: 0 })
  })

  it('are thinned out if they are numbers or dates', () => {
    const names = Array.from({ length: 30 }, (_, at) => `2012 Q${at}`)
    expect(bars(names, 400).xAxis.axisLabel.rotate).toBe(0)
  })
})

it.each([
  [[null, null], undefined, undefined],
  [[200, 400], 2, 4],
  [[null, 150], 0, 1],
])('bounds %j of numeric categories', (xAxisBounds, min, max) => {
  const { xAxis } = bars([0, 100, 200, 300, 400, 500], 600, { xAxisBounds })
  expect([xAxis.min, xAxis.max]).toEqual([min, max])
})

it.each([290, 296, 302, 308, 314])('names that barely fit on a line of %i px are complete', (width) => {
  const names = ['Morning', 'Afternoon', 'Evening', 'Night']
  const form = { viz_type: 'echarts_area', x_axis: 't', metrics: ['m'], groupby: ['g'], legendOrientation: 'bottom' }
  const data = answer({ t: [2, [0, 1]], ...Object.fromEntries(names.map((name) => [name, [0, [1, 2], [name]]])) })
  const { formData } = openSaved(form)!
  const size = { width, height: 300 }
  const { legend } = drawing.option(drawInput(formData as TimeseriesForm, [data], { size })) as unknown as Option
  expect(legend.formatter).toBeUndefined()
  expect(legend.textStyle).toBeUndefined()
})

describe('a legend in one line', () => {
  const lines = (count: number, width: number, height = 300, saved = {}) => {
    const names = Array.from({ length: count }, (_, at) => `A rather long name, number ${at}`)
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], groupby: ['g'], ...saved }
    const data = answer({ t: [2, [0, 1]], ...Object.fromEntries(names.map((name) => [name, [0, [1, 2], [name]]])) })
    const { formData } = openSaved(form)!
    return drawing.option(
      drawInput(formData as TimeseriesForm, [data], { size: { width, height } }),
    ) as unknown as Option
  }

  it('is wrapped to a second line if all names then fit', () => {
    expect(lines(3, 480).legend).toMatchObject({ type: 'plain' })
    expect(lines(3, 1200).legend).toMatchObject({ type: 'scroll' })
    expect(lines(3, 1200).legend.formatter).toBeUndefined()
  })

  it.each(['scroll', 'plain'])('uses as many lines as a tall chart has room for (%s)', (legendType) => {
    expect(lines(11, 180, 400, { legendType }).legend).toMatchObject({ type: 'plain' })
    // one more line would leave a plot that is wider than high
    expect(lines(12, 180, 400, { legendType }).legend).toMatchObject({ type: 'scroll' })
    // no name fits in a line: each is truncated so that it differs from the others
    expect(lines(5, 150, 400, { legendType }).legend.formatter?.('A rather long name, number 2')).toMatch(
      /^….*number 2(\{apart\| \})?$/,
    )
  })

  it('truncates names if all then fit, at the front if only their ends differ', () => {
    const { type, formatter } = lines(3, 480, 140).legend
    expect([type, formatter?.('A rather long name, number 2')]).toEqual(['plain', '{c2|…ong name, number 2}'])
  })

  it('shows complete entries on each page otherwise', () => {
    const { formatter, textStyle } = lines(9, 480).legend
    expect(textStyle?.rich?.c0.width).toBeGreaterThan(60)
    expect(formatter?.('a {b} name')).toBe('{c0|a ¦b¦ name}')
  })
})

describe('points of a line', () => {
  const drawnPoints = (width: number, saved: object) => {
    const names = Array.from({ length: 25 }, (_, at) => `W${at}`)
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 'c', metrics: ['m'], groupby: [], ...saved }
    const data = answer({ c: [1, names], m: [0, names.map((_, at) => at)] })
    const size = { width, height: 300 }
    const { series } = drawing.option(drawInput(openSaved(form)!.formData as TimeseriesForm, [data], { size }))
    return (series as { showSymbol: boolean; showAllSymbol?: boolean; symbolSize: number }[])[0]!
  }

  it.each([
    [800, { markerEnabled: true }, { showSymbol: true, showAllSymbol: true, symbolSize: 6 }],
    // they would cover the line
    [200, { markerEnabled: true }, { showSymbol: false }],
    [200, { show_value: true }, { showSymbol: true, showAllSymbol: true, symbolSize: 1 }],
    // a reader can zoom in
    [200, { markerEnabled: true, zoomable: true }, { showSymbol: true, showAllSymbol: true }],
  ])('in %i px, %j: %j', (width, saved, expected) => expect(drawnPoints(width, saved)).toMatchObject(expected))
})
