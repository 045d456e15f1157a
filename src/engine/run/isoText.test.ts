import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatWall } from '../../model/time/wallClock.ts'
import { isoDay, isoTime } from './isoText.ts'

const slowly = (wallMs: number) => formatWall(wallMs, { separator: 'T' })

it.each([
  [0, '1970-01-01', '1970-01-01T00:00:00'],
  [Date.UTC(2000, 1, 29, 23, 59, 59), '2000-02-29', '2000-02-29T23:59:59'],
  [Date.UTC(1900, 1, 28) + 86_400_000, '1900-03-01', '1900-03-01T00:00:00'],
  [-1000, '1969-12-31', '1969-12-31T23:59:59'],
  [-62_135_596_800_000, '0001-01-01', '0001-01-01T00:00:00'],
  [253_402_300_799_000, '9999-12-31', '9999-12-31T23:59:59'],
  [253_402_300_800_000, '+010000-01-01', '+010000-01-01T00:00:00'],
  [1.5, '1970-01-01', '1970-01-01T00:00:00.001500'],
])('%d is %s and %s', (wallMs, day, time) => {
  expect(isoDay(wallMs)).toBe(day)
  expect(isoTime(wallMs)).toBe(time)
})

it('every day and second is the same as that of a Date', () => {
  const span = { min: -62_200_000_000, max: 253_500_000_000 }
  fc.assert(
    fc.property(fc.integer(span), (second) => {
      expect(isoTime(second * 1000)).toBe(slowly(second * 1000))
      expect(isoDay(second * 1000)).toBe(slowly(second * 1000).replace(/T.*/, ''))
    }),
  )
  for (let day = Date.UTC(1896, 0, 1); day < Date.UTC(2004, 11, 31); day += 86_400_000) {
    expect(isoTime(day)).toBe(slowly(day))
  }
})
