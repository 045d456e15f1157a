import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExploreForm } from './exploreForm.ts'
import { type ControlRule, type ExploreState, exploreReducer, startExplore } from './exploreState.ts'
import { switchType } from './exploreStateSwitch.ts'

const rules = (...names: string[]): ControlRule[] =>
  names.map((name) => ({ name, kind: 'select', label: name, query: true }))
const series = ['x_axis', 'time_grain_sqla', 'metrics', 'groupby', 'adhoc_filters', 'row_limit', 'color_scheme']
const types: Record<string, ControlRule[]> = {
  line: rules(...series, 'markerEnabled'),
  bar: rules(...series, 'orientation'),
  scatter: rules(...series, 'markerSize'),
  pie: rules('groupby', 'metric', 'adhoc_filters', 'row_limit', 'color_scheme'),
  big: rules('metric', 'adhoc_filters', 'time_grain_sqla'),
  trend: rules('x_axis', 'time_grain_sqla', 'metric', 'adhoc_filters'),
  table: rules('query_mode', 'groupby', 'metrics', 'all_columns', 'adhoc_filters', 'row_limit'),
}
const typeNames = Object.keys(types)

const month = {
  viz_type: 'line',
  datasource: '1__table',
  x_axis: 'date',
  time_grain_sqla: 'P1M',
  metrics: ['count', 'sum'],
  groupby: ['region'],
  adhoc_filters: [],
  row_limit: 10000,
  markerEnabled: true,
}

const open = (form: ExploreForm) => startExplore(form, '', undefined)
const formOf = (state: ExploreState) => state.controls.present
const change = (state: ExploreState, controls: ExploreForm) => exploreReducer(state, { type: 'changed', controls })
function go(state: ExploreState, ...tour: string[]): ExploreState {
  return tour.reduce((before, vizType) => {
    if (formOf(before)['viz_type'] === vizType) return before
    const rest = { vizType, rules: types[vizType] ?? [], temporalColumns: ['date'] }
    const form = switchType({ form: formOf(before), memory: before.memory, ...rest })
    return exploreReducer(before, { type: 'switched', form })
  }, state)
}

describe('the memory of chart types', () => {
  it.each([['big'], ['trend'], ['table'], ['pie'], ['bar', 'pie', 'scatter', 'big', 'trend']])(
    'restores the line chart: %s',
    (...tour) => {
      expect(formOf(go(open(month), ...tour, 'line'))).toEqual(month)
    },
  )

  it('keeps values while a type without a control for them is selected', () => {
    const bar = {
      viz_type: 'bar',
      x_axis: 'date',
      time_grain_sqla: 'P1M',
      metrics: ['count', 'sum'],
      groupby: ['region'],
    }
    expect(formOf(go(open(month), 'big', 'bar'))).toMatchObject(bar)
    expect(formOf(go(open(month), 'pie', 'bar'))).toMatchObject(bar)
  })

  it('prefers values set in the meantime', () => {
    const atBig = change(go(open(month), 'bar', 'big'), { metric: 'avg', time_grain_sqla: 'P1Y' })
    const expected = { metrics: ['avg'], time_grain_sqla: 'P1Y', groupby: ['region'], x_axis: 'date' }
    expect(formOf(go(atBig, 'line'))).toEqual({ ...month, ...expected })
    expect(formOf(go(atBig, 'bar'))).toMatchObject(expected)
    const atPie = change(go(open(month), 'pie'), { groupby: ['product'] })
    expect(formOf(go(atPie, 'big', 'line'))).toEqual({ ...month, groupby: ['product'] })
  })

  it('omits values cleared in the meantime', () => {
    const cleared = change(go(open(month), 'bar'), { groupby: [], time_grain_sqla: undefined })
    const back = formOf(go(cleared, 'pie', 'line'))
    expect(back['groupby']).toEqual([])
    expect(back).not.toHaveProperty('time_grain_sqla')
  })

  it('ignores undone changes', () => {
    const changed = change(go(open(month), 'bar'), { groupby: ['product'] })
    expect(formOf(go(exploreReducer(changed, { type: 'undone' }), 'line'))).toEqual(month)
  })

  it('restores the rows of a table until a metric is set', () => {
    const raw = { viz_type: 'table', datasource: '1__table', query_mode: 'raw', all_columns: ['a'], row_limit: 1000 }
    const away = go(open(raw), 'bar')
    expect(formOf(away)).not.toHaveProperty('row_limit')
    expect(formOf(go(away, 'table'))).toEqual(raw)
    expect(formOf(go(change(away, { metrics: ['count'] }), 'table'))).toMatchObject({
      query_mode: 'aggregate',
      groupby: ['date'],
      metrics: ['count'],
    })
  })

  it('is empty for another dataset', () => {
    const away = go(open(month), 'big')
    const other = { viz_type: 'big', datasource: '2__table', metric: 'total' }
    const form = formOf(go(exploreReducer(away, { type: 'replaced', form: other }), 'line'))
    expect(form).toMatchObject({ datasource: '2__table', metrics: ['total'] })
    expect(form).not.toHaveProperty('groupby', ['region'])
  })

  it('restores any type after any sequence of types', () => {
    const name = fc.constantFrom(...typeNames)
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), name, fc.array(name, { maxLength: 8 }), (before, type, tour) => {
        const left = go(open(month), ...before, type)
        expect(formOf(go(left, ...tour, type))).toEqual(formOf(left))
      }),
    )
  })

  it('uses the newest filters after any sequence of types', () => {
    const name = fc.constantFrom(...typeNames)
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), fc.array(name, { maxLength: 8 }), (before, tour) => {
        const adhoc_filters = [{ subject: 'region' }]
        const changed = change(go(open(month), ...before), { adhoc_filters })
        expect(formOf(go(changed, ...tour))['adhoc_filters']).toEqual(adhoc_filters)
      }),
    )
  })
})
