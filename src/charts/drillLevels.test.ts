import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import { levelForm, levelMoves, levelStep } from './drillLevels.ts'
import { noDatasource } from './testing/drawInput.ts'

const { string, temporal } = GenericType
const datasource = { columnTypes: { country: string, city: string, day: temporal } }
const hierarchies = [{ name: 'place', levels: [{ column: 'country' }, { column: 'city' }] }]
const bar = { behaviors: ['DRILL_BY' as const] }
const pivot = { behaviors: ['DRILL_BY' as const], dimensions: ['groupbyRows', 'groupbyColumns'] }
const france = { col: 'country', op: '==', val: 'France' }
const may = { col: 'day', op: '==', val: Date.UTC(2024, 4, 1) }

describe('where a mark leads', () => {
  const moves = (formData: object, extra = {}) =>
    levelMoves({
      formData: { ...formData },
      about: bar,
      drill: { filters: [may, france] },
      datasource,
      hierarchies,
      extra,
    })

  it('is the next level of each of its values; for times, the next grain after that of the chart', () => {
    expect(moves({ x_axis: 'day', time_grain_sqla: 'P1M', groupby: ['country'] })).toEqual([
      {
        from: { column: 'day', grain: 'P1M' },
        to: { column: 'day', grain: 'P1D' },
        filter: { ...may, grain: 'P1M' },
        of: may,
      },
      { from: { column: 'country' }, to: { column: 'city' }, filter: france, of: france },
    ])
  })

  it('starts from the grain that a dashboard selects, and not from an axis that it replaces', () => {
    const form = { x_axis: 'day', time_grain_sqla: 'P1M', groupby: [] }
    expect(moves(form, { time_grain_sqla: 'P1Y' })[0]?.to).toEqual({ column: 'day', grain: 'P3M' })
    expect(moves(form, { granularity_sqla: 'other' })).toEqual([])
  })

  it('is nothing for single times, expressions, raw rows and types that cannot be drilled', () => {
    expect(moves({ groupby: ['day'] })).toEqual([])
    expect(moves({ groupby: [{ label: 'country', sqlExpression: 'upper(country)' }] })).toEqual([])
    expect(moves({ groupby: ['country'], query_mode: 'raw' })).toEqual([])
    const input = {
      formData: { groupby: ['country'] },
      drill: { filters: [france] },
      datasource,
      hierarchies,
      extra: {},
    }
    expect(levelMoves({ ...input, about: { behaviors: [] } })).toEqual([])
  })
})

describe('the chart at a level', () => {
  const down = { from: { column: 'country' }, to: { column: 'city' } }

  it('has the level in place of the previous one, and keeps its other dimensions', () => {
    const form = { slice_id: 7, x_axis: 'day', groupby: ['country', 'kind'], adhoc_filters: [{ clause: 'HAVING' }] }
    expect(levelForm(form, bar, down, datasource)).toEqual({
      x_axis: 'day',
      groupby: ['city', 'kind'],
      adhoc_filters: [],
    })
  })

  it('has no column twice', () => {
    const form = { groupbyRows: ['country'], groupbyColumns: ['city', 'kind'] }
    expect(levelForm(form, pivot, down, datasource)).toEqual({ groupbyRows: [], groupbyColumns: ['city', 'kind'] })
    expect(levelForm({ x_axis: 'country', groupby: ['city'] }, bar, down, datasource)).toMatchObject({
      x_axis: 'city',
      groupby: [],
    })
    const links = { behaviors: ['DRILL_BY' as const], dimensions: ['source', 'target'] }
    expect(levelForm({ source: 'country', target: 'city' }, links, down, datasource)).toBeUndefined()
  })

  it('keeps rows without a value on its axis, and buckets times', () => {
    expect(levelForm({ x_axis: 'country', x_axis_sort: 'country' }, bar, down, datasource)).toEqual({
      x_axis: 'city',
      x_axis_sort: 'city',
      xAxisForceCategorical: true,
      keep_missing_x: true,
    })
    const toDay = { from: { column: 'country' }, to: { column: 'day', grain: 'P1M' } }
    expect(levelForm({ groupby: ['country'] }, bar, toDay, datasource)).toBeUndefined()
    expect(levelForm({ groupby: ['country'], temporal_columns_lookup: {} }, bar, toDay, datasource)).toEqual({
      groupby: ['day'],
      time_grain_sqla: 'P1M',
      temporal_columns_lookup: { day: true },
    })
  })

  it('does not exist if the chart no longer groups by it', () => {
    expect(levelForm({ groupby: ['kind'] }, bar, down, datasource)).toBeUndefined()
  })
})

describe('the query of a level', () => {
  const form = {
    viz_type: 'echarts_timeseries_line',
    datasource: '1__table',
    x_axis: 'day',
    metrics: ['m'],
    groupby: [],
  }
  const known = { ...noDatasource, ...datasource }
  const extra = { time_grain_sqla: 'P1M', filters: [{ col: 'kind', op: 'IN', val: ['a'] }] }

  it('has the filters of its values and of the dashboard, and its own grain', async () => {
    const move = {
      from: { column: 'day', grain: 'P1M' },
      to: { column: 'day', grain: 'P1D' },
      filter: may,
      label: 'May',
    }
    const step = await levelStep(form, [move], extra, known)
    expect(step?.context.queries[0]).toMatchObject({
      columns: [{ timeGrain: 'P1D', sqlExpression: 'day' }],
      filters: [{ col: 'kind' }, may],
    })
    expect(step?.extra.time_grain_sqla).toBeUndefined()
  })

  it('keeps the grain that the dashboard selects at a level without one', async () => {
    const byCountry = { ...form, groupby: ['country'] }
    const move = { from: { column: 'country' }, to: { column: 'city' }, filter: france, label: 'France' }
    const step = await levelStep(byCountry, [move], extra, known)
    expect(step?.context.queries[0]?.columns).toMatchObject([{ timeGrain: 'P1M' }, 'city'])
    expect(await levelStep(form, [move], extra, known)).toBeUndefined()
  })
})
