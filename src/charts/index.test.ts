import { describe, expect, it } from 'vitest'
import { findChart, isSupported, nameOf, pictureOf } from './index.ts'
import { everyChart, openSaved } from './testing/parts.ts'

const everyType = everyChart.map((parts) => [parts.chart.type, parts] as const)

describe('chart list', () => {
  it.each([
    ['pie', 'pie'],
    ['line', 'echarts_timeseries_line'],
    ['bar', 'echarts_timeseries_bar'],
    ['dist_bar', 'echarts_timeseries_bar'],
    ['area', 'echarts_area'],
  ])('%s is drawn by %s', (key, type) => expect(findChart(key)?.type).toBe(type))

  it.each(['kepler', 'constructor', '__proto__', ''])('%j is not supported', (key) => {
    expect(isSupported(key)).toBe(false)
    expect(openSaved({ viz_type: key })).toBeUndefined()
  })

  it.each(everyType)('%s: controls and form data agree', (_type, { query, controls: sections }) => {
    const defaults = query.formData.parse({})
    for (const { controls } of sections) {
      for (const control of controls) {
        if (control.default === undefined || control.default === null) continue
        // colors and modes have no fixed default
        const value = defaults[control.name]
        if (value === undefined && control.name.startsWith('forecast')) continue
        expect([control.name, value]).toEqual([control.name, control.default])
      }
    }
    const names = sections.flatMap(({ controls }) => controls.map((control) => control.name))
    expect(names).toEqual([...new Set(names)])
  })

  it.each(everyType)('%s accepts any value and keeps unknown keys', (_type, { query }) => {
    const keys = Object.keys(query.formData.parse({}))
    for (const value of [null, '', 'x', '7', -1, {}, [], [null], true, Number.NaN]) {
      const saved = Object.fromEntries(keys.map((key) => [key, value]))
      expect(() => query.formData.parse(saved)).not.toThrow()
    }
    expect(query.formData.parse({ some_new_key: 5 })).toMatchObject({ some_new_key: 5 })
  })
})

describe('openFormData', () => {
  it('accepts both spellings', () => {
    const { formData } = openSaved({ viz_type: 'pie', showLegend: false, outer_radius: 55 })!
    expect(formData).toMatchObject({ show_legend: false, outerRadius: 55 })
  })

  it.each([
    [{ since: '1960-01-01', until: 'now' }, '1960-01-01 : now'],
    [{ since: '7 days ago', time_range: 'No filter' }, '7 days ago : '],
    [{ time_range: 'Last week' }, 'Last week'],
  ])('opens %j as %s', (saved, timeRange) => {
    expect(openSaved({ viz_type: 'pie', ...saved })?.formData.time_range).toBe(timeRange)
  })

  it('derives the query mode of a table', () => {
    const mode = (saved: object) => openSaved({ viz_type: 'table', ...saved })?.formData.query_mode
    expect(mode({ all_columns: ['a'] })).toBe('raw')
    expect(mode({ groupby: ['a'] })).toBe('aggregate')
    expect(mode({ all_columns: ['a'], query_mode: 'aggregate' })).toBe('aggregate')
  })
})

describe('what lists show of a saved type', () => {
  it.each([
    ['echarts_timeseries_line', 'line', 'Line Chart'],
    ['echarts_timeseries_bar', 'bar', 'Bar Chart'],
    ['echarts_timeseries_scatter', 'scatter', 'Scatter Plot'],
    ['echarts_area', 'area', 'Area Chart'],
    ['big_number', 'bigNumberTrend', 'Big Number with Trendline'],
    ['big_number_total', 'bigNumber', 'Big Number'],
    ['dist_bar', 'bar', 'Bar Chart'],
    ['pivot_table_v2', 'table', 'Pivot Table'],
    ['treemap_v2', 'treemap', 'Treemap'],
    ['heatmap', 'heatmap', 'Heatmap'],
    ['histogram', 'bar', 'Histogram'],
    ['bubble', 'scatter', 'Bubble Chart'],
    ['own_plugin_v3', 'line', 'Own plugin'],
  ])('%s: the picture %s, called %s', (vizType, picture, name) => {
    expect([pictureOf(vizType), nameOf(vizType)]).toEqual([picture, name])
  })
})
