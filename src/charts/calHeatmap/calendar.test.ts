import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { blocksOf, isDivided, monthColumns, startOf } from './calendar.ts'
import { layOutCalendar, readCalendar, stepColors } from './layout.ts'
import type { CalHeatmapForm } from './query.ts'
import { monthNames, placeCalendars } from './still.ts'
import { domains, subdomains } from './units.ts'

const utc = (...parts: [number, number, number?, number?, number?]) => Date.UTC(...(parts as [number, number]))

describe.each(domains)('domain %s', (domain) => {
  it.each(subdomains)('with %s has each cell once, at a distinct position', (subdomain) => {
    const [from, to] = [utc(2019, 11, 28, 5), utc(2020, 2, 3, 7)]
    const blocks = blocksOf(domain, subdomain, from, subdomain === 'min' ? from + 86_400_000 : to)
    // half a million cells are too many for a calendar
    if (domain === 'year' && subdomain === 'min') return expect(blocks).toBeUndefined()
    if (blocks === undefined) return expect(blocks).toBeDefined()
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks) {
      const places = block.cells.map(({ column, row }) => `${column}/${row}`)
      expect(places).toEqual([...new Set(places)])
      expect(block.cells.every(({ column, row }) => column < block.columns && row < block.rows)).toBe(true)
    }
    if (!isDivided(domain, subdomain)) expect(blocks.every(({ cells }) => cells.length === 1)).toBe(true)
    const all = blocks.flatMap(({ cells }) => cells.map(({ start }) => start))
    expect(all).toEqual([...new Set(all)])
    // every time of the range belongs to a cell
    const unit = isDivided(domain, subdomain) ? subdomain : domain
    const starts = new Set(blocks.flatMap(({ cells }) => cells.map(({ start }) => start)))
    expect(starts.has(startOf(unit, from))).toBe(true)
  })
})

it('puts days in weeks that begin on Monday, in columns', () => {
  const [march] = blocksOf('month', 'day', utc(2020, 2, 1), utc(2020, 2, 1))!
  const of = (day: number) => march!.cells.find(({ start }) => start === utc(2020, 2, day))
  expect(of(1)).toMatchObject({ column: 0, row: 6 })
  expect(of(2)).toMatchObject({ column: 1, row: 0 })
  expect(of(31)).toMatchObject({ column: 5, row: 1 })
})
it('has the week in which a range begins, even if it began before the first block', () => {
  // the first of January 2012 is a Sunday
  const [year] = blocksOf('year', 'week', utc(2012, 0, 1), utc(2012, 11, 31))!
  expect(year!.cells[0]).toEqual({ start: utc(2011, 11, 26), column: 0, row: 0 })
  const [, next] = blocksOf('year', 'week', utc(2011, 5, 1), utc(2012, 11, 31))!
  expect(next!.cells[0]?.start).toBe(utc(2012, 0, 2))
})
it('knows leap years, and dates before 1900', () => {
  expect(blocksOf('year', 'day', utc(2020, 5, 1), utc(2020, 5, 1))![0]!.cells).toHaveLength(366)
  expect(blocksOf('month', 'day', utc(1899, 1, 5), utc(1899, 1, 5))![0]!.cells).toHaveLength(28)
  expect(startOf('week', utc(1850, 0, 3))).toBe(utc(1849, 11, 31))
})
it('rejects more cells than a calendar can show', () => {
  expect(blocksOf('day', 'min', utc(2000, 0), utc(2020, 0))).toBeUndefined()
})

const rows = answer({
  __timestamp: [2, [utc(2020, 0, 1), utc(2020, 0, 3), utc(2020, 0, 2)]],
  n: [0, [5, 15, null]],
})
const input = (saved: Record<string, unknown> = {}, given = rows) =>
  drawInput(openSaved({ viz_type: 'cal_heatmap', metrics: ['n'], ...saved })!.formData as CalHeatmapForm, [given])

describe('readCalendar', () => {
  it('has the values of cells by their start', () => {
    const { metrics, blocks } = readCalendar(input())
    expect([...metrics[0]!.values]).toEqual([
      [utc(2020, 0, 1), 5],
      [utc(2020, 0, 3), 15],
    ])
    expect(metrics[0]!.domain).toEqual([5, 15])
    expect(blocks.map(({ start }) => start)).toEqual([utc(2020, 0, 1)])
  })
  it('spans the time range, whose end is not part of it', () => {
    const bounded = { ...rows, from_dttm: utc(2019, 10, 1), to_dttm: utc(2020, 2, 1) }
    expect(readCalendar(input({ time_range: 'Last quarter' }, bounded)).blocks).toHaveLength(4)
    expect(readCalendar(input({}, bounded)).blocks).toHaveLength(1)
  })
  it('says what it needs', () => {
    const none = answer({ __timestamp: [2, [1]], n: [0, [null]] })
    expect(readCalendar(input({}, none)).needs).toMatch(/metric with numbers over time/)
    const long = answer({ __timestamp: [2, [utc(1900, 0), utc(2020, 0)]], n: [0, [1, 2]] })
    expect(readCalendar(input({ domain_granularity: 'day', subdomain_granularity: 'min' }, long)).needs).toMatch(
      /too many cells/,
    )
  })
})

it('steps through the colors from the smallest to the largest value', () => {
  const { colors, stepOf } = stepColors(input({ steps: 4 }).formData, 'light')
  expect(colors).toHaveLength(4)
  expect([0, 24, 25, 74, 99, 100].map((value) => stepOf(value, [0, 100]))).toEqual([0, 0, 1, 2, 3, 3])
  expect(stepOf(7, [7, 7])).toBe(3)
})

it('requests cells of the time unit', () => {
  const opened = openSaved({
    viz_type: 'cal_heatmap',
    metrics: ['n'],
    granularity_sqla: 'ds',
    subdomain_granularity: 'hour',
  })!
  const [query] = opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })
  expect(query).toMatchObject({
    granularity: 'ds',
    is_timeseries: true,
    metrics: ['n'],
    columns: [],
    extras: { time_grain_sqla: 'PT1H' },
  })
})

it.each([
  [140, 90],
  [600, 300],
  [1600, 900],
])('fits a year of days into %i x %i', (width, height) => {
  const blocks = blocksOf('month', 'day', utc(2020, 0, 1), utc(2020, 11, 31))!
  const layout = layOutCalendar(input().formData, blocks, { width, height })
  if (width > 200) expect(layout.height).toBeLessThanOrEqual(height)
  const right = Math.max(
    ...blocks.map((block, at) => layout.places[at]!.x + block.columns * (layout.cell + layout.gap)),
  )
  expect(right).toBeLessThanOrEqual(width + layout.cell)
})

describe('years of weeks', () => {
  const form = (saved: Record<string, unknown> = {}) =>
    input({ domain_granularity: 'year', subdomain_granularity: 'week', ...saved }).formData
  const blocks = blocksOf('year', 'week', utc(2012, 0, 1), utc(2015, 11, 31))!
  const { metrics } = readCalendar(input())

  it.each([
    [192, 176],
    [438, 320],
    [1364, 810],
  ])('are strips that fill %i x %i', (width, height) => {
    const layout = layOutCalendar(form(), blocks, { width, height })
    const right = Math.max(...blocks.map(({ columns }) => columns * (layout.cell + layout.gap)))
    expect(right).toBeGreaterThan(width * 0.85)
    expect(right).toBeLessThanOrEqual(width + layout.gap)
    expect(layout.height).toBeGreaterThan(height * 0.85)
    expect(layout.height).toBeLessThanOrEqual(height)
  })
  it('name their months, fewer in narrow charts', () => {
    const namesAt = (cell: number) => monthNames(form(), blocks[1]!, { cell, gap: 0 }).map(({ text }) => text)
    expect(namesAt(3.6)).toEqual(['Mar', 'May', 'Jul', 'Sep', 'Nov'])
    expect(namesAt(8)).toEqual(['Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'])
    expect(namesAt(0.5)).toEqual([])
    // the first week of February 2013 by its Thursday begins on January 28
    expect(monthColumns(blocks[1]!, 'week')[1]).toEqual({ month: utc(2013, 1), column: 5 })
  })
  it.each([
    [480, 320],
    [204, 200],
    [1376, 820],
  ])('are not scrolled in %i x %i', (width, height) => {
    const { height: whole } = placeCalendars(form(), { blocks, metrics: [metrics[0]!] }, { width, height })
    expect(whole).toBe(height)
  })
  it('have a legend if the configured values have no room', () => {
    const hasLegend = (saved: Record<string, unknown>, width: number) =>
      placeCalendars(form(saved), { blocks, metrics }, { width, height: 330 }).hasLegend
    const saved = { show_values: true, show_legend: false }
    expect(hasLegend(saved, 450)).toBe(true)
    expect(hasLegend(saved, 1376)).toBe(false)
    expect(hasLegend({ show_legend: false }, 450)).toBe(false)
  })
})
