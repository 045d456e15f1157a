import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ChartData, JsonCell } from '../model/query/chartData.ts'
import { loadDrawing, loadView } from './drawn.ts'
import { answer, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'
import { textsOf } from './testing/plot.ts'

/**
 * Results with many rows. Marks that would take seconds are left out or combined, and the chart says so; otherwise
 * there is a mark for each row.
 */

const count = 20_000
const rows = Array.from({ length: count }, (_, at) => at)
const names: JsonCell[] = rows.map((at) => `name ${at}`)
const numbers = rows.map((at) => (at * 7919) % count)
const dayMs = 86_400_000
const times = rows.map((at) => at * dayMs)

const boxParts = ['min', 'q1', 'median', 'q3', 'max', 'mean', 'count']

type Case = [form: Record<string, unknown>, data: ChartData, note: string, marks: number]

const cut: Case[] = [
  [
    { viz_type: 'bubble_v2', entity: 'n', x: 'm', y: 'm', size: 'm' },
    answer({ n: [1, names], m: [0, numbers] }),
    'The first 3,000 of 20,000 rows; Too many names for a legend: 3,000',
    3000,
  ],
  [
    { viz_type: 'histogram_v2', column: 'c', groupby: ['n'] },
    answer({ n: [1, names], '0 - 1': [0, numbers], '1 - 2': [0, numbers] }),
    'The first 50 of 20,000 groups',
    100,
  ],
  [
    { viz_type: 'waterfall', x_axis: 'n', metric: 'm' },
    answer({ n: [1, names], m: [0, numbers] }),
    'The first 198 of 20,001 steps; the others are combined',
    // per step: on both sides of zero, an invisible base and a bar of each of two kinds
    200 * 6,
  ],
  [
    { viz_type: 'box_plot', columns: ['t'], groupby: ['n'], metrics: ['m'] },
    answer({
      n: [1, names],
      ...Object.fromEntries(boxParts.map((part) => [`m__${part}`, [0, numbers] as const])),
    } as never),
    'The first 200 of 20,000 boxes',
    // with the median of each box
    400,
  ],
  [
    { viz_type: 'gantt_chart', start_time: 't', end_time: 'u', y_axis: 'n' },
    answer({ t: [2, times], u: [2, times.map((time) => time + dayMs)], n: [1, names] }),
    'The first 5,000 of 20,000 rows',
    5000,
  ],
  [
    { viz_type: 'treemap_v2', groupby: ['n'], metric: 'm' },
    answer({ n: [1, names], m: [0, numbers] }),
    'The largest 500 of 19,999 parts; the others are combined',
    501,
  ],
  [
    { viz_type: 'sunburst_v2', columns: ['n'], metric: 'm' },
    answer({ n: [1, names], m: [0, numbers] }),
    'The largest 600 of 19,999 parts; the others are combined',
    601,
  ],
  [
    { viz_type: 'rose', granularity_sqla: 't', metrics: ['m'] },
    answer({ __timestamp: [2, times], m: [0, numbers] }),
    'The latest 366 of 20,000 times',
    366,
  ],
  [
    { viz_type: 'time_pivot', granularity_sqla: 't', metric: 'm', freq: 'W-MON' },
    answer({ __timestamp: [2, times], m: [0, numbers] }),
    'The latest 60 of 2,858 periods',
    0,
  ],
  [
    { viz_type: 'time_pivot', granularity_sqla: 't', metric: 'm', freq: 'AS' },
    answer({ __timestamp: [2, times], m: [0, numbers] }),
    'The latest 16 of 55 periods',
    0,
  ],
]

interface DrawnOption {
  title?: { text?: string } | { text?: string }[]
  series: { id?: string; data?: unknown[] }[]
}

async function optionOf(form: Record<string, unknown>, data: ChartData): Promise<DrawnOption> {
  const { chart, formData } = openSaved(form)!
  const { drawing } = await loadDrawing(chart.folder)
  return drawing.option(drawInput(formData, [data])) as DrawnOption
}

describe('says what it does not show', () => {
  it.each(cut.map((one) => [String(one[0]['viz_type']), ...one] as const))(
    '%s',
    async (_type, form, data, text, marks) => {
      const { title, series } = await optionOf(form, data)
      expect([title ?? []].flat().map((one) => one.text)).toContain(text)
      const drawn = series.filter(({ id }) => id !== 'labels')
      expect(drawn.reduce((sum, one) => sum + (one.data?.length ?? 0), 0)).toBe(marks)
      expect(series.length).toBeLessThan(250)
    },
  )

  it('word_cloud', async () => {
    const { chart, formData } = openSaved({ viz_type: 'word_cloud', series: 'n', metric: 'm' })!
    const { default: View } = await loadView(chart.folder)
    const input = drawInput(formData, [answer({ n: [1, names], m: [0, numbers] })])
    const texts = textsOf(renderToStaticMarkup(createElement(View, { ...input, title: 'A chart' } as never)))
    expect(texts.at(-1)).toBe(`${texts.length - 1} of 20,000 words fit`)
    expect(texts.length).toBeLessThan(202)
  })
})

it('a heatmap of many cells has no labels, which would not be legible', async () => {
  const grid = answer({
    x: [1, rows.map((at) => `x ${at % 100}`)],
    y: [1, rows.map((at) => `y ${Math.floor(at / 100)}`)],
    m: [0, numbers],
  })
  const form = { viz_type: 'heatmap_v2', x_axis: 'x', groupby: 'y', metric: 'm', show_values: true }
  const { title, series } = await optionOf(form, grid)
  expect(series).toMatchObject([{ label: { show: false } }])
  expect(series[0]!.data!.length).toBe(10_000)
  expect([title ?? []].flat().map((one) => one.text)).toContain(
    'The first 10,000 of 20,000 cells; Too many cells for labels',
  )
})

describe('bars', () => {
  const drawnBars = async (form: Record<string, unknown>, data: ChartData) => {
    const { chart, formData } = openSaved({ viz_type: 'echarts_timeseries_bar', x_axis: 'x', metrics: ['m'], ...form })!
    const { drawing } = await loadDrawing(chart.folder)
    await drawing.register(formData, true)
    const input = drawInput(formData, [data])
    const option = drawing.option(input) as {
      title?: { text: string }
      dataset: { source: Record<string, JsonCell[]> }
    }
    const { x = [], s0 = [] } = option.dataset.source
    return { title: option.title?.text, x, s0, marks: drawing.marks?.(input) ?? [] }
  }

  it('over time, the highest of many are drawn, and a note says so', async () => {
    const heights = rows.map((at) => (at === 17 ? -900 : at % 10))
    const { title, x, s0 } = await drawnBars({}, answer({ x: [2, times], m: [0, heights] }))
    expect(title).toBe('Only the highest of every 20 bars is drawn')
    expect(x.length).toBe(count / 20)
    expect(s0.slice(0, 2)).toEqual([-900, 9])
    expect(x[0]).toBe(17 * dayMs)
  })

  it('of other categories, the first are drawn, and only these can be selected', async () => {
    const { title, x, marks } = await drawnBars({}, answer({ x: [1, names], m: [0, numbers] }))
    expect(title).toBe('The first 1,000 of 20,000 categories')
    expect([x.length, x[0], marks.length]).toEqual([1000, 'name 0', 1000])
  })

  it('a stack takes the highest sum; many series have fewer bars each', async () => {
    const data = answer({
      x: [2, times],
      ...Object.fromEntries(
        Array.from({ length: 6 }, (_, at) => [`m${at}`, [0, rows.map((row) => (row % 30 === 4 ? 9 : 1))]]),
      ),
    } as never)
    const { title, s0 } = await drawnBars({ stack: 'Stack', metrics: rows.slice(0, 6).map((at) => `m${at}`) }, data)
    expect(title).toBe('Only the highest of every 40 bars is drawn')
    expect(s0[0]).toBe(9)
  })

  it('with a slider, more are drawn', async () => {
    const { x } = await drawnBars({ zoomable: true }, answer({ x: [1, names], m: [0, numbers] }))
    expect(x.length).toBe(4000)
  })
})

describe('points and lines', () => {
  const noteOf = async (form: Record<string, unknown>, data: ChartData, size = { width: 600, height: 300 }) => {
    const { chart, formData } = openSaved({
      viz_type: 'echarts_timeseries_line',
      x_axis: 'x',
      metrics: ['m'],
      ...form,
    })!
    const { drawing } = await loadDrawing(chart.folder)
    await drawing.register(formData, true)
    const option = drawing.option(drawInput(formData, [data, data], { size })) as {
      title?: { text: string }
      legend: { bottom?: number }
      grid: { bottom: number }
      dataZoom?: { bottom: number }[]
    }
    return { ...option, text: option.title?.text }
  }
  const overTime = (length: number, series = 1) => {
    const some = rows.slice(0, length)
    const columns = Array.from({ length: series }, (_, at) => [`m${at}`, [0, some, [`m${at}`]]])
    return answer({ x: [2, some.map((at) => at * dayMs)], ...Object.fromEntries(columns) })
  }
  const all = 'Of 20,000 times, about one per pixel is drawn'

  it.each<[form: Record<string, unknown>, rows: number, series: number, text: string | undefined]>([
    [{}, 1999, 1, undefined],
    [{ markerEnabled: true, show_value: true }, 200, 2, undefined],
    [{}, 20_000, 1, all],
    [{ markerEnabled: true }, 20_000, 1, `${all}; Too many points for markers`],
    [{ show_value: true, markerEnabled: true }, 300, 70, 'Too many points for markers and value labels'],
    [{ show_value: true }, 400, 10, 'Value labels only at extremes and ends'],
    [{ viz_type: 'echarts_timeseries_smooth' }, 600, 10, 'Straight lines instead of curves'],
    [{ viz_type: 'echarts_timeseries_smooth' }, 500, 10, undefined],
    [{ viz_type: 'echarts_timeseries_scatter' }, 20_000, 1, 'Points of 3 px instead of 6'],
    [{ viz_type: 'echarts_timeseries_scatter', markerSize: 2 }, 20_000, 1, undefined],
    [{ viz_type: 'echarts_timeseries_scatter', show_value: true }, 3000, 1, 'Too many points for value labels'],
    [{ viz_type: 'echarts_timeseries_bar', show_value: true }, 400, 8, 'Too many bars for value labels'],
    [{ viz_type: 'mixed_timeseries', metrics_b: ['m'] }, 20_000, 1, all],
    [{ viz_type: 'dual_line', metric: 'm', metric_2: 'm' }, 20_000, 1, all],
    [{ viz_type: 'compare' }, 20_000, 1, all],
  ])('%j with %i rows of %i series: %s', async (form, length, series, text) => {
    expect((await noteOf(form, overTime(length, series))).text).toBe(text)
  })

  it('a line with a point for each pixel is complete', async () => {
    const data = overTime(4000)
    expect((await noteOf({}, data, { width: 1400, height: 300 })).text).toBeUndefined()
    expect((await noteOf({ orientation: 'horizontal' }, data, { width: 1400, height: 300 })).text).toMatch(/^Of 4,000/)
  })

  it('counts values between gaps that no line connects', async () => {
    const gaps = rows.map((at) => (at % 2 === 0 && at < 5 ? at : null))
    const data = answer({ x: [2, times], m: [0, gaps] })
    expect((await noteOf({}, data)).text).toBe(`${all}; Not shown: 3 isolated values between gaps`)
  })

  it('the note, a legend and a slider are below each other', async () => {
    const form = { legendOrientation: 'bottom', zoomable: true }
    const { legend, dataZoom, grid } = await noteOf(form, overTime(20_000, 2))
    expect(legend.bottom).toBe(18)
    expect(dataZoom![0]!.bottom).toBeGreaterThanOrEqual(18 + 26)
    expect(grid.bottom).toBeGreaterThan(dataZoom![0]!.bottom)
  })
})

describe('labels that would not be legible', () => {
  const first = (count: number) => rows.slice(0, count)
  it.each<[form: Record<string, unknown>, data: ChartData, text: string]>([
    [
      { viz_type: 'bubble_v2', entity: 'n', x: 'm', y: 'm', size: 'm' },
      answer({ n: [1, names.slice(0, 300)], m: [0, first(300)] }),
      'Too many names for a legend: 300',
    ],
    [
      { viz_type: 'waterfall', x_axis: 'n', metric: 'm', show_value: true },
      answer({ n: [1, names.slice(0, 120)], m: [0, first(120)] }),
      'Only totals have labels',
    ],
    [
      { viz_type: 'histogram_v2', column: 'c', groupby: ['n'], show_value: true },
      answer({
        n: [1, names.slice(0, 6)],
        ...Object.fromEntries(first(20).map((at) => [`${at} - ${at + 1}`, [0, first(6)] as const])),
      } as never),
      'Too many bars for labels',
    ],
    [
      { viz_type: 'heatmap_v2', x_axis: 'x', groupby: 'y', metric: 'm', show_values: true },
      answer({
        x: [1, first(1600).map((at) => `x ${at % 40}`)],
        y: [1, first(1600).map((at) => `y ${Math.floor(at / 40)}`)],
        m: [0, first(1600)],
      }),
      'Too many cells for labels',
    ],
    [
      { viz_type: 'radar', groupby: ['n'], metrics: ['a', 'b', 'c'], show_labels: true },
      answer({ n: [1, names.slice(0, 25)], a: [0, first(25)], b: [0, first(25)], c: [0, first(25)] }),
      'Too many values for labels',
    ],
    [
      { viz_type: 'chord', groupby: 'n', columns: 't', metric: 'm' },
      answer({ n: [1, names.slice(0, 150)], t: [1, names.slice(150, 300)], m: [0, first(150).map((at) => at + 1)] }),
      'Too many names for labels: 300',
    ],
    [
      { viz_type: 'tree_chart', id: 'n', parent: 'p', metric: 'm', symbolSize: 9 },
      answer({
        n: [1, names.slice(0, 300)],
        p: [1, first(300).map((at) => (at === 0 ? null : 'name 0'))],
        m: [0, first(300)],
      }),
      'Symbols of 4 px instead of 9',
    ],
  ])('%j', async (form, data, text) => {
    const { title } = await optionOf(form, data)
    expect([title ?? []].flat().map((one) => one.text)).toEqual([text])
  })
})

it('the last of many steps is the total of all', async () => {
  const data = answer({ n: [1, names], m: [0, rows.map(() => 2)] })
  const { series } = await optionOf({ viz_type: 'waterfall', x_axis: 'n', metric: 'm' }, data)
  const tops = series.flatMap(({ data: cells }) => cells?.at(-1) ?? [])
  expect(Math.max(...tops.map(Number))).toBe(2 * count)
})

it('combined parts keep their sum', async () => {
  const parents = rows.map((at) => `parent ${at % 3}`)
  const data = answer({ g: [1, parents], n: [1, names], m: [0, numbers] })
  const { series } = await optionOf({ viz_type: 'treemap_v2', groupby: ['g', 'n'], metric: 'm' }, data)
  const top = series[0]!.data as { name: string; value: number; children: { name: string; value: number }[] }[]
  expect(top.length).toBe(3)
  for (const { name, value, children } of top) {
    const own = numbers.filter((_, row) => parents[row] === name)
    expect(value).toBe(own.reduce((sum, each) => sum + each, 0))
    expect(children.reduce((sum, child) => sum + child.value, 0)).toBe(value)
    expect(children.at(-1)!.name).toMatch(/^\d+ more$/)
  }
})
