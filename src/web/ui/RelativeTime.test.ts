import { describe, expect, it } from 'vitest'
import { parseUtc, relativeUnit } from './RelativeTime.tsx'

describe('relativeUnit', () => {
  it.each([
    [-5, 0, 'second'],
    [-61, -1, 'minute'],
    [-7200, -2, 'hour'],
    [-86_400, -1, 'day'],
    [-14 * 86_400, -2, 'week'],
    [-70 * 86_400, -2, 'month'],
    [-800 * 86_400, -2, 'year'],
    [3700, 1, 'hour'],
  ])('%i s is %i %s', (seconds, value, unit) => {
    expect(relativeUnit(seconds)).toEqual({ value, unit })
  })
})

describe('parseUtc', () => {
  it.each(['2024-01-02T03:04:05.678900', '2024-01-02T03:04:05.678+0000', '2024-01-02T03:04:05.678Z'])('%s', (text) => {
    expect(parseUtc(text).toISOString()).toBe('2024-01-02T03:04:05.678Z')
  })
})
