import { expect, it } from 'vitest'
import type { ControlRule } from './exploreState.ts'
import { controlErrors, hasLost } from './exploreStateErrors.ts'

const rule = (name: string, more: Partial<ControlRule> = {}): ControlRule => ({
  name,
  kind: 'select',
  label: name,
  query: true,
  ...more,
})

it.each<[string, Record<string, unknown>, ControlRule, string[] | undefined]>([
  ['a missing required value', {}, rule('metric', { required: true }), ['cannot be empty']],
  ['an empty required list', { metrics: [] }, rule('metrics', { required: true }), ['cannot be empty']],
  ['a required value', { metric: 'count' }, rule('metric', { required: true }), undefined],
  ['a hidden control', {}, rule('metric', { required: true, visible: () => false }), undefined],
  ['a limit that is no number', { row_limit: 'many' }, rule('row_limit'), ['is expected to be an integer']],
  ['a limit with a fraction', { row_limit: 1.5 }, rule('row_limit'), ['is expected to be an integer']],
  ['a limit as text', { row_limit: '100' }, rule('row_limit'), undefined],
  ['no limit', { row_limit: null }, rule('row_limit'), undefined],
  ['a number that is none', { size: 'big' }, rule('size', { kind: 'number' }), ['is expected to be a number']],
])('%s', (_name, form, control, expected) => {
  expect(controlErrors(form, [control])[control.name]).toEqual(expected)
})

it.each([
  [{ type: 'latlong', lonCol: 'lon', latCol: 'lat' }, true],
  [{ type: 'latlong', lonCol: 'lon' }, false],
  [{ type: 'delimited', lonlatCol: 'place', delimiter: ';' }, true],
  [{ type: 'delimited', lonlatCol: 'place' }, true],
  [{ type: 'delimited', lonlatCol: 'place', delimiter: '' }, false],
  [{ type: 'delimited', delimiter: ';' }, false],
  [{ type: 'geohash', geohashCol: 'hash' }, true],
  [{ type: 'geohash', lonCol: 'lon', latCol: 'lat' }, false],
  [{}, false],
])('a place needs the columns of its type: %j is complete: %s', (spatial, isComplete) => {
  const errors = controlErrors({ spatial }, [rule('spatial', { kind: 'spatial', required: true })])
  expect(errors['spatial']).toEqual(isComplete ? undefined : ['Invalid lat/long configuration.'])
})

it('requires dimensions or metrics in a grouped table', () => {
  const rules = ['groupby', 'metrics', 'percent_metrics'].map((name) => rule(name))
  const wanted = ['Group By, Metrics or Percentage Metrics must have a value']
  expect(controlErrors({ query_mode: 'aggregate' }, rules)).toEqual({
    groupby: wanted,
    metrics: wanted,
    percent_metrics: wanted,
  })
  expect(controlErrors({ query_mode: 'aggregate', groupby: ['a'] }, rules)).toEqual({})
  expect(controlErrors({ query_mode: 'raw' }, rules)).toEqual({})
})

it('reports removed values only for values that existed', () => {
  const errors = { x_axis: ['cannot be empty'] }
  expect(hasLost({ viz_type: 'line', x_axis: 'date' }, errors)).toBe(true)
  expect(hasLost({ viz_type: 'table', all_columns: ['date'] }, errors)).toBe(false)
  expect(hasLost(undefined, errors)).toBe(false)
})
