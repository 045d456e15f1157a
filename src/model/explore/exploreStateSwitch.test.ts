import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ControlRule } from './exploreState.ts'
import { startMemory } from './exploreStateMemory.ts'
import { newForm, switchType } from './exploreStateSwitch.ts'

const rules = (...names: string[]): ControlRule[] =>
  names.map((name) => ({ name, kind: 'select', label: name, query: true }))

const line = rules('x_axis', 'time_grain_sqla', 'metrics', 'groupby', 'adhoc_filters', 'row_limit', 'color_scheme')
const pie = rules('groupby', 'metric', 'adhoc_filters', 'row_limit', 'color_scheme')
const table = rules('query_mode', 'groupby', 'metrics', 'all_columns', 'percent_metrics', 'adhoc_filters', 'row_limit')
const bigNumber = rules('metric', 'adhoc_filters')

const lineForm = {
  viz_type: 'line',
  datasource: '1__table',
  x_axis: 'date',
  time_grain_sqla: 'P1M',
  metrics: ['count', 'sum'],
  groupby: ['origin'],
  adhoc_filters: [{ subject: 'origin' }],
  color_scheme: 'sextant',
}

describe('switchType', () => {
  const switched = (form: Record<string, unknown>, vizType: string, to: ControlRule[]) =>
    switchType({ form, vizType, rules: to, memory: startMemory(form), temporalColumns: ['date'] })

  it('keeps what fits', () => {
    const form = switched(lineForm, 'pie', pie)
    expect(form).toMatchObject({
      viz_type: 'pie',
      datasource: '1__table',
      metric: 'count',
      groupby: ['origin'],
      adhoc_filters: lineForm.adhoc_filters,
      color_scheme: 'sextant',
    })
    expect(form).not.toHaveProperty('x_axis')
    expect(form).not.toHaveProperty('metrics')
  })

  it('turns the axis of a chart into the first dimension of a table', () => {
    expect(switched(lineForm, 'table', table)).toMatchObject({
      query_mode: 'aggregate',
      groupby: ['date', 'origin'],
      metrics: ['count', 'sum'],
    })
  })

  it('finds an axis: a temporal dimension, else the main time column', () => {
    const pieForm = { viz_type: 'pie', metric: 'count', groupby: ['origin'] }
    expect(switched(pieForm, 'line', line)).toMatchObject({ x_axis: 'date', groupby: ['origin'], metrics: ['count'] })
    const memory = startMemory(pieForm)
    const noTime = switchType({ form: pieForm, vizType: 'line', rules: line, memory, temporalColumns: [] })
    expect(noTime).toMatchObject({ x_axis: 'origin', groupby: [] })
    // a dimension that cannot be converted to text
    expect(switched({ ...pieForm, groupby: [{ toString: [] }] }, 'line', line)).toMatchObject({ x_axis: 'date' })
  })

  it('sets the type and the dataset for any form', () => {
    const value = fc.oneof(fc.string(), fc.constant(null), fc.array(fc.string()), fc.jsonValue())
    const anyForm = fc.dictionary(fc.constantFrom('metric', 'metrics', 'groupby', 'x_axis', 'row_limit'), value)
    fc.assert(
      fc.property(anyForm, fc.constantFrom(line, pie, table, bigNumber), (form, to) => {
        const next = switched({ ...form, viz_type: 'other', datasource: '3__table' }, 'next', to)
        expect(next).toMatchObject({ viz_type: 'next', datasource: '3__table' })
        const known = new Set([...to.map((rule) => rule.name), 'viz_type', 'datasource'])
        expect(Object.keys(next).every((name) => known.has(name))).toBe(true)
      }),
    )
  })
})

it('starts a new chart with the main time column of the dataset', () => {
  const start = { datasource: '1__table', columns: ['a', 'date', 'due'], vizType: 'line', rules: line }
  expect(newForm({ ...start, times: ['date', 'due'] })).toMatchObject({ x_axis: 'date', time_grain_sqla: 'P1D' })
  expect(newForm(start)).not.toHaveProperty('x_axis')
  expect(newForm({ ...start, rules: pie, times: ['date'] })).not.toHaveProperty('x_axis')
  const list = {
    name: 'columns',
    kind: 'columns',
    label: 'Distribute across',
    query: true,
    startsWithTime: true,
  } as const
  expect(newForm({ ...start, rules: [list], times: ['date', 'due'] })).toMatchObject({ columns: ['date'] })
  expect(newForm({ ...start, rules: [list] })).toMatchObject({ columns: [] })
})

it('starts a new chart as all columns of the dataset', () => {
  const looks = { a: { showCellBars: false } }
  const start = { datasource: '1__table', columns: ['a', 'b'], looks }
  // the controls of a type determine the initial form, not its name
  const rows = newForm({ ...start, vizType: 'list', rules: table })
  expect(rows).toMatchObject({ viz_type: 'list', query_mode: 'raw', all_columns: ['a', 'b'], column_config: looks })
  const slices = newForm({ ...start, vizType: 'table', rules: pie })
  expect(slices).not.toHaveProperty('all_columns')
  expect(slices).not.toHaveProperty('column_config')
})
