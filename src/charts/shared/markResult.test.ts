import { describe, expect, it } from 'vitest'
import { answer } from '../testing/drawInput.ts'
import { markValues, metricsOf, otherValues } from './markResult.ts'

const is = (col: string, val: unknown) => (val === null ? { col, op: 'IS NULL' } : { col, op: '==', val })
const slices = answer({ region: [1, ['a', 'b', null]], m: [0, [1, 2, 3]], n: [0, [4, 5, 6]] })
const lines = answer({
  t: [2, [100, 200]],
  x: [0, [1, 2], ['a', 'X']],
  y: [0, [3, 4], ['a', 'Y']],
  z: [0, [5, 6], ['<NULL>', 'Y']],
})

describe('the values of a mark', () => {
  it.each([
    ['a slice', slices, [is('region', 'b')], [2, 5]],
    ['a missing value', slices, [is('region', null)], [3, 6]],
    ['several rows', slices, [], []],
    ['a point of a series', lines, [is('t', 200), is('g', 'a'), is('h', 'Y')], [4]],
    ['a point of a series without a name', lines, [is('t', 100), is('g', null), is('h', 'Y')], [5]],
    ['no such point', lines, [is('t', 300), is('g', 'a'), is('h', 'Y')], []],
  ])('%s', (_name, data, filters, expected) => {
    expect(markValues(data, { filters }, ['m', 'n'])).toEqual(expected)
  })

  it('belong to the metrics of its own query', () => {
    const form = { metrics: ['m', 'm'], metrics_b: ['n'] }
    expect([metricsOf(form), metricsOf(form, 1), metricsOf({ metric: 'm' })]).toEqual([['m'], ['n'], ['m']])
  })
})

describe('the values to compare a mark with', () => {
  it('are the others of its column', () => {
    const filter = is('region', 'b')
    expect(otherValues(slices, { filters: [filter] }, filter)).toEqual([is('region', 'a'), is('region', null)])
  })

  it('are the others of a pivoted dimension', () => {
    const [time, g, h] = [is('t', 200), is('g', 'a'), is('h', 'Y')]
    const filters = [time, g, h]
    expect(otherValues(lines, { filters }, g)).toEqual([is('g', null)])
    expect(otherValues(lines, { filters }, h)).toEqual([is('h', 'X')])
    expect(otherValues(lines, { filters }, time)).toEqual([is('t', 100)])
  })
})
