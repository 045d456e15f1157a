import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedControls } from './exploreForm.ts'
import {
  type ControlRule,
  drawnForm,
  type ExploreAction,
  type ExploreState,
  exploreReducer,
  isAltered,
  isStale,
  startExplore,
} from './exploreState.ts'

const form = { viz_type: 'pie', metric: 'count', donut: false }
const rules: ControlRule[] = [
  { name: 'metric', kind: 'metric', label: 'Metric', required: true, query: true },
  { name: 'donut', kind: 'checkbox', label: 'Donut', query: false },
]
const opened = () => startExplore(form, 'Sales', { form, name: 'Sales', version: '"1"' })
const after = (state: ExploreState, ...actions: ExploreAction[]) => actions.reduce(exploreReducer, state)

describe('exploreReducer', () => {
  it('sets and removes controls', () => {
    const state = after(opened(), { type: 'changed', controls: { donut: true, metric: undefined } })
    expect(state.controls.present).toEqual({ viz_type: 'pie', donut: true })
  })

  it('moves the table settings of a metric to its new name', () => {
    const sum = { expressionType: 'SQL', label: 'sum' }
    const state = startExplore(
      { metrics: ['count', sum], column_config: { sum: { columnWidth: 80 }, count: {} } },
      '',
      undefined,
    )
    const named = after(state, { type: 'changed', controls: { metrics: ['count', { ...sum, label: 'total' }] } })
    expect(named.controls.present['column_config']).toEqual({ total: { columnWidth: 80 }, count: {} })
    const moved = after(state, { type: 'changed', controls: { metrics: [sum, 'count'] } })
    expect(moved.controls.present['column_config']).toEqual(state.controls.present['column_config'])
    expect(after(named, { type: 'undone' }).controls.present).toEqual(state.controls.present)
  })

  it('adds no undo step for a change without effect', () => {
    const state = opened()
    expect(after(state, { type: 'changed', controls: { donut: false } })).toBe(state)
  })

  it('takes the moves of a chart as one step', () => {
    const moved = (at: number): ExploreAction => ({ type: 'moved', controls: { viewport: { longitude: at } } })
    const state = after(opened(), { type: 'changed', controls: { donut: true } }, moved(1), moved(2), moved(3))
    expect(state.controls.present).toEqual({ ...form, donut: true, viewport: { longitude: 3 } })
    const undone = after(state, { type: 'undone' })
    expect(undone.controls.present).toEqual({ ...form, donut: true })
    expect(after(undone, { type: 'redone' }).controls.present).toEqual(state.controls.present)
    expect(after(undone, moved(4)).controls).toMatchObject({ future: [], past: [{}, { donut: true }] })
    expect(after(state, moved(3))).toBe(state)
  })

  it('does not join a move after a save with those before it', () => {
    const moved = (at: number): ExploreAction => ({ type: 'moved', controls: { viewport: { longitude: at } } })
    const before = after(opened(), moved(1), moved(2))
    const saved = after(before, { type: 'saved', form: before.controls.present, name: 'Sales', version: '"2"' })
    const undone = after(saved, moved(3), moved(4), { type: 'undone' })
    expect(undone.controls.present).toEqual(before.controls.present)
    expect(isAltered(undone)).toBe(false)
  })

  it('remembers the controls of the previous type', () => {
    const state = after(opened(), { type: 'switched', form: { viz_type: 'table' } })
    expect(state.memory.left.get('pie')?.form).toBe(form)
    expect(after(state, { type: 'undone' }).controls.present).toBe(form)
  })

  it('is altered until it is saved', () => {
    const changed = after(opened(), { type: 'changed', controls: { donut: true } })
    expect(isAltered(opened())).toBe(false)
    expect(isAltered(changed)).toBe(true)
    expect(isAltered(after(opened(), { type: 'renamed', name: 'Other' }))).toBe(true)
    expect(
      isAltered(after(changed, { type: 'saved', form: changed.controls.present, name: 'Sales', version: '"2"' })),
    ).toBe(false)
    expect(isAltered(startExplore(form, '', undefined))).toBe(true)
  })

  const control = fc.constantFrom('metric', 'donut', 'row_limit', 'color_scheme')
  const change = fc
    .dictionary(control, fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(undefined)), { minKeys: 1 })
    .map((controls): ExploreAction => ({ type: 'changed', controls }))

  it('undoes every step, and redoes all of them', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const end = after(opened(), ...changes)
        const steps = end.controls.past.length
        const back = after(end, ...Array<ExploreAction>(steps).fill({ type: 'undone' }))
        expect(back.controls.present).toBe(form)
        const again = after(back, ...Array<ExploreAction>(steps).fill({ type: 'redone' }))
        expect(again.controls.present).toBe(end.controls.present)
      }),
    )
  })
})

describe('effects of a change', () => {
  it.each([
    ['a look', { ...form, donut: true }, false],
    ['a query control', { ...form, metric: 'sum' }, true],
    ['another type', { ...form, viz_type: 'table' }, true],
    ['an empty value for none', { ...form, row_limit: null, groupby: [] }, false],
    ['where it was opened from', { ...form, slice_id: 7 }, false],
  ])('%s', (_name, changed, expected) => {
    expect(isStale(changed, form, rules)).toBe(expected)
  })

  it('draws current style settings with the data of the last run', () => {
    expect(drawnForm({ ...form, donut: true, metric: 'sum' }, form, rules)).toEqual({ ...form, donut: true })
    expect(drawnForm({ viz_type: 'table' }, form, rules)).toBe(form)
  })

  it('lists the controls that differ', () => {
    expect(changedControls(form, { ...form, metric: 'sum', donut: undefined })).toEqual(['metric', 'donut'])
  })
})
