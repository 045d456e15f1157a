import { describe, expect, it } from 'vitest'
import { charts, findChart, isSupported, openFormData } from './index.ts'

describe('chart list', () => {
  it.each([
    ['pie', 'pie'],
    ['line', 'echarts_timeseries_line'],
    ['bar', 'echarts_timeseries_bar'],
    ['dist_bar', 'echarts_timeseries_bar'],
    ['area', 'echarts_area'],
  ])('%s is drawn by %s', (key, type) => expect(findChart(key)?.type).toBe(type))

  it.each(['deck_hex', 'constructor', '__proto__', ''])('%j is not supported', (key) => {
    expect(isSupported(key)).toBe(false)
    expect(openFormData({ viz_type: key })).toBeUndefined()
  })

  it.each(charts.map((chart) => [chart.type, chart] as const))('%s: controls and form data agree', (_type, chart) => {
    const defaults = chart.formData.parse({})
    for (const { controls } of chart.controls) {
      for (const control of controls) {
        if (control.default === undefined || control.default === null) continue
        // colours and modes have no fixed default
        if (control.name === 'annotation_layers') continue
        const value = defaults[control.name]
        if (value === undefined && control.name.startsWith('forecast')) continue
        expect([control.name, value]).toEqual([control.name, control.default])
      }
    }
    const names = chart.controls.flatMap(({ controls }) => controls.map((control) => control.name))
    expect(names).toEqual([...new Set(names)])
  })

  it.each(charts.map((chart) => [chart.type, chart] as const))(
    '%s reads any value and keeps unknown keys',
    (_type, chart) => {
      const keys = Object.keys(chart.formData.parse({}))
      for (const value of [null, '', 'x', '7', -1, {}, [], [null], true, Number.NaN]) {
        const saved = Object.fromEntries(keys.map((key) => [key, value]))
        expect(() => chart.formData.parse(saved)).not.toThrow()
      }
      expect(chart.formData.parse({ some_new_key: 5 })).toMatchObject({ some_new_key: 5 })
    },
  )
})

describe('openFormData', () => {
  it('accepts both spellings', () => {
    const { formData } = openFormData({ viz_type: 'pie', showLegend: false, outer_radius: 55 })!
    expect(formData).toMatchObject({ show_legend: false, outerRadius: 55 })
  })

  it.each([
    [{ since: '1960-01-01', until: 'now' }, '1960-01-01 : now'],
    [{ since: '7 days ago', time_range: 'No filter' }, '7 days ago : '],
    [{ time_range: 'Last week' }, 'Last week'],
  ])('folds %j into %s', (saved, timeRange) => {
    expect(openFormData({ viz_type: 'pie', ...saved })?.formData.time_range).toBe(timeRange)
  })

  it('derives the query mode of a table', () => {
    const mode = (saved: object) => openFormData({ viz_type: 'table', ...saved })?.formData.query_mode
    expect(mode({ all_columns: ['a'] })).toBe('raw')
    expect(mode({ groupby: ['a'] })).toBe('aggregate')
    expect(mode({ all_columns: ['a'], query_mode: 'aggregate' })).toBe('aggregate')
  })
})
