import { describe, expect, it } from 'vitest'
import { elapsed, isoTime, utcTime } from './wireTime.ts'

const now = Date.UTC(2024, 5, 1)
const day = 86_400_000

describe('times of the contract', () => {
  it.each([
    [Date.UTC(2024, 0, 2, 3, 4, 5, 678), '2024-01-02T03:04:05.678000'],
    [Date.UTC(2024, 0, 2, 3, 4, 5), '2024-01-02T03:04:05'],
  ])('%d is %s', (ms, text) => expect(isoTime(ms)).toBe(text))

  it('includes UTC', () => expect(utcTime(Date.UTC(2024, 0, 2))).toBe('2024-01-02T00:00:00.000000+0000'))

  it.each([
    [500, 'now'],
    [-5000, 'now'],
    [1000, 'a second ago'],
    [30_000, '30 seconds ago'],
    [60_000, 'a minute ago'],
    [32 * 60_000, '32 minutes ago'],
    [3_600_000, 'an hour ago'],
    [23 * 3_600_000, '23 hours ago'],
    [day, 'a day ago'],
    [30 * day, '30 days ago'],
    [31 * day, 'a month ago'],
    [62 * day, '2 months ago'],
    [365 * day, 'a year ago'],
    [366 * day, '1 year, 1 day ago'],
    [400 * day, '1 year, 1 month ago'],
    [3 * 365 * day, '3 years ago'],
  ])('%d ms ago is %s', (since, text) => expect(elapsed(now - since, now)).toBe(text))
})
