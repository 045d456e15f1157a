import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../testing/processorMs.ts'
import { resolveTimeRange, resolveTimeShift, timeRangeOfSinceUntil } from './timeRange.ts'
import { formatWall, wallClock } from './wallClock.ts'

/** A Wednesday. */
const now = Date.parse('2023-03-15T10:20:30.400Z')
const iso = (wallMs: number | null) =>
  wallMs === null ? null : formatWall(wallMs, { separator: 'T' }).replace('T00:00:00', '')

function resolve(text: string, more: Partial<Parameters<typeof resolveTimeRange>[1]> = {}) {
  const range = resolveTimeRange(text, { now, ...more })
  return range.ok ? `${iso(range.value.since)} to ${iso(range.value.until)}` : range.error
}

describe('resolveTimeRange', () => {
  it.each([
    ['No filter', 'null to null'],
    ['', 'null to 2023-03-15'],
    ['anything without a colon', 'null to 2023-03-15'],
    ['Last day', '2023-03-14 to 2023-03-15'],
    ['Last week', '2023-03-08 to 2023-03-15'],
    ['Last quarter', '2022-12-15 to 2023-03-15'],
    ['Last 30 days', '2023-02-13 to 2023-03-15'],
    ['Last 90 minutes', '2023-03-14T22:30:00 to 2023-03-15'],
    ['Last 3 quarters', 'Cannot parse time string [Last 3 quarters]'],
    ['Next month', '2023-03-15 to 2023-04-01'],
    ['Next 2 years', '2023-03-15 to 2025-03-15'],
    ['previous calendar week', '2023-03-06 to 2023-03-13'],
    ['previous calendar month', '2023-02-01 to 2023-03-01'],
    ['previous calendar year', '2022-01-01 to 2023-01-01'],
    ['2021-01-01 : 2021-02-01', '2021-01-01 to 2021-02-01'],
    ['1983 : 2023', '1983-01-01 to 2023-01-01'],
    ['100 years ago : now', '1923-03-15 to 2023-03-15T10:20:30'],
    ['2021-01-01 : ', '2021-01-01 to null'],
    [' : now', 'null to 2023-03-15T10:20:30'],
    [' : ', 'null to null'],
    ['yesterday : tomorrow', '2023-03-14 to 2023-03-16'],
    ['tomorrow : yesterday', 'From date cannot be larger than to date'],
    ['one year ago : today', '2022-03-15 to 2023-03-15'],
    ['1 day ago : 1 day from now', '2023-03-14 to 2023-03-16T10:20:30'],
    ['30 days : now', 'Time string is ambiguous. Please specify [30 days ago] or [30 days later].'],
    ['last sunday : next friday', '2023-03-12 to 2023-03-24'],
    ['this monday : this sunday', '2023-03-13 to 2023-03-19'],
    ['2 weeks before now : 3 days from today', '2023-03-01T10:20:30 to 2023-03-18'],
    ['3 hours before today : now', 'Cannot parse time string [3 hours before today]'],
    ['Sep 2019 : March 5, 2021', '2019-09-01 to 2021-03-05'],
    ['2/3/1969 : 31/12/1970', '1969-02-03 to 1970-12-31'],
    ['2021/3/4 : 06-15-2021', '2021-03-04 to 2021-06-15'],
    ['2021-06-15 9:05 PM : 2021-06-16T13', '2021-06-15T21:05:00 to 2021-06-16T13:00:00'],
    ['2021-06-15 12 am : 2021-06-16T24', 'Cannot parse time string [2021-06-16T24]'],
    ['2021-06-15T13:14:15,5 : now', '2021-06-15T13:14:15.500000 to 2023-03-15T10:20:30'],
    ['1/2021 : 3/4', '2021-01-01 to 2023-03-04'],
    ['1/2/99 : 1/2/21', '1999-01-02 to 2021-01-02'],
    ['2021 Jan : 15-Jun-2021', '2021-01-01 to 2021-06-15'],
    ['Monday, January 4, 2021 : 2021-02-01 12:00 UTC', '2021-01-04 to 2021-02-01T12:00:00'],
    ["DATETIME('last month') : now", '2023-02-01 to 2023-03-15T10:20:30'],
    ['2021-02-30 : now', 'Cannot parse time string [2021-02-30]'],
    ['foo : bar', 'Cannot parse time string [foo]'],
    ['start of this month : end of this month', '2023-03-01 to 2023-03-31'],
    ["DATEADD(DATETIME('2021-01-31'), 1, month) : now", '2021-02-28 to 2023-03-15T10:20:30'],
    ["DATETRUNC(DATETIME('now'), quarter) : LASTDAY(DATETIME('now'), week)", '2023-01-01 to 2023-03-19'],
    ["HOLIDAY('Thanksgiving', DATETIME('2021-06-01')) : now", '2021-11-25 to 2023-03-15T10:20:30'],
    ["HOLIDAY('Boxing day', DATETIME('2018'), 'UK') : now", '2018-12-26 to 2023-03-15T10:20:30'],
    ["HOLIDAY('New Year', DATETIME('2018'), 'UK') : now", 'Unable to find such a holiday: [New Year]'],
    ["HOLIDAY('Spring', DATETIME('2022'), 'UK') : now", '2022-06-02 to 2023-03-15T10:20:30'],
    ["HOLIDAY('Family Day', DATETIME('2020'), 'CA') : now", '2020-02-17 to 2023-03-15T10:20:30'],
    ["HOLIDAY('Bevrijdingsdag', DATETIME('2021'), 'NL') : now", 'Unable to find such a holiday: [Bevrijdingsdag]'],
    ["HOLIDAY('Labor day', DATETIME('2018')) : now", '2018-09-03 to 2023-03-15T10:20:30'],
    ["HOLIDAY('Christmas', DATETIME('2018'), 'us') : now", 'Unable to find such a holiday: [Christmas]'],
    ["HOLIDAY('Christmas', DATETIME('2018'), 'constructor') : now", 'Unable to find such a holiday: [Christmas]'],
    ["DATEADD(DATETIME('now'), 100000, year) : now", 'Expected a date between the years 1 and 9999'],
    ['DATETIME(now) : today', 'Expected a quoted text at character 10 of [DATETIME(now)]'],
  ])('%s is %s', (text, expected) => {
    expect(resolve(text)).toBe(expected)
  })

  it.each([
    ['Last week', { relative: { end: 'now' } }, '2023-03-08 to 2023-03-15T10:20:30'],
    ['Last week', { relative: { start: 'now' } }, '2023-03-08T10:20:30 to 2023-03-15'],
    ['Last week', { relative: { end: 'yesterday' } }, '2023-03-08 to 2023-03-14'],
    ['2021-01-01 : 2021-02-01', { timeShift: '1 month' }, '2020-12-04 to 2021-01-04'],
    ['2021-01-01 : 2021-02-01', { timeShift: '-1 week' }, '2020-12-25 to 2021-01-25'],
    ['2021-01-01 : 2021-02-01', { timeShift: 'inherit' }, '2021-01-01 to 2021-02-01'],
  ])('%s with %j is %s', (text, options, expected) => {
    expect(resolve(text, options)).toBe(expected)
  })

  const rolling = { relative: { start: 'now', end: 'now' } }
  const NEW_YORK = 'America/New_York'
  it.each([
    // the same instant is on another day in other time zones
    ['Last day', 'UTC', '2023-03-15T12:00:00Z', {}, '2023-03-14 to 2023-03-15'],
    ['Last day', 'Pacific/Auckland', '2023-03-15T12:00:00Z', {}, '2023-03-15 to 2023-03-16'],
    ['Last week', 'Asia/Kolkata', '2023-03-15T18:29:59Z', {}, '2023-03-08 to 2023-03-15'],
    ['Last week', 'Asia/Kolkata', '2023-03-15T18:30:00Z', {}, '2023-03-09 to 2023-03-16'],
    ['Last quarter', NEW_YORK, '2023-01-01T04:59:59Z', {}, '2022-09-30 to 2022-12-31'],
    ['previous calendar month', NEW_YORK, '2023-04-01T02:00:00Z', {}, '2023-02-01 to 2023-03-01'],
    ['previous calendar month', 'UTC', '2023-04-01T02:00:00Z', {}, '2023-03-01 to 2023-04-01'],
    ['Last 90 minutes', NEW_YORK, '2023-03-15T02:00:00Z', rolling, '2023-03-14T20:30:00 to 2023-03-14T22:00:00'],
    ['yesterday : now', NEW_YORK, '2023-03-15T02:00:00Z', {}, '2023-03-13 to 2023-03-14T22:00:00'],
    // the hour from two to three does not exist on this day
    ['Last day', NEW_YORK, '2023-03-12T04:59:59Z', {}, '2023-03-10 to 2023-03-11'],
    ['Last day', NEW_YORK, '2023-03-12T05:00:00Z', {}, '2023-03-11 to 2023-03-12'],
    ['Last day', NEW_YORK, '2023-03-13T04:00:00Z', {}, '2023-03-12 to 2023-03-13'],
    ['Last 1 hour', NEW_YORK, '2023-03-12T06:59:59Z', rolling, '2023-03-12T00:59:59 to 2023-03-12T01:59:59'],
    ['Last 1 hour', NEW_YORK, '2023-03-12T07:00:00Z', rolling, '2023-03-12T02:00:00 to 2023-03-12T03:00:00'],
    ['Last 24 hours', NEW_YORK, '2023-03-12T16:00:00Z', rolling, '2023-03-11T12:00:00 to 2023-03-12T12:00:00'],
    // and the hour from one to two occurs twice on this one
    ['Last 1 hour', NEW_YORK, '2023-11-05T05:30:00Z', rolling, '2023-11-05T00:30:00 to 2023-11-05T01:30:00'],
    ['Last 1 hour', NEW_YORK, '2023-11-05T06:30:00Z', rolling, '2023-11-05T00:30:00 to 2023-11-05T01:30:00'],
    ['Last day', NEW_YORK, '2023-11-06T04:59:59Z', {}, '2023-11-04 to 2023-11-05'],
    ['Last day', NEW_YORK, '2023-11-06T05:00:00Z', {}, '2023-11-05 to 2023-11-06'],
    // shifts are counted from the day in that time zone: from 30 March to 28 February, and from 31 March
    ['2021-01-01 : 2021-02-01', NEW_YORK, '2023-03-31T02:00:00Z', { timeShift: '1 month' }, '2020-12-02 to 2021-01-02'],
    ['2021-01-01 : 2021-02-01', 'UTC', '2023-03-31T02:00:00Z', { timeShift: '1 month' }, '2020-12-01 to 2021-01-01'],
    // day names do not need the current time
    ['2021-01-01 : 2021-02-01', NEW_YORK, '2023-03-15T12:00:00Z', {}, '2021-01-01 to 2021-02-01'],
  ])('%s in %s at %s with %j is %s', (text, timeZone, instant, more, expected) => {
    expect(resolve(text, { now: wallClock(Date.parse(instant), timeZone), ...more })).toBe(expected)
  })

  it('returns a result for any text, with start before end', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.string(), fc.string()).map((sides) => sides.join(' : ')),
        ),
        (text) => {
          const range = resolveTimeRange(text, { now })
          if (!range.ok) return range.error.length > 0
          const { since, until } = range.value
          return since === null || until === null || since <= until
        },
      ),
    ))

  it('parses every day that it can format', () =>
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), (seconds) => {
        const text = `${formatWall(seconds * 1000, { separator: 'T' })} : `
        expect(resolveTimeRange(text, { now })).toEqual({ ok: true, value: { since: seconds * 1000, until: null } })
      }),
    ))
})

it.each([
  ['1 year', 365],
  ['1 year ago', 365],
  ['2 weeks later', 14],
  ['1 quarter', 0],
  ['soon', 0],
])('a shift by %s has %i days', (text, days) => {
  expect(resolveTimeShift(text, now) / 86_400_000).toBe(days)
})

it('parses long texts in one pass', () => {
  const took = processorMs(() => {
    for (const blank of [' ', '\n', ' +', '1 ', '1']) {
      expect(resolveTimeShift(blank.repeat(20_000), now)).toBe(0)
      expect(resolveTimeShift(`${blank.repeat(20_000)}1 day ago`, now)).toBeTypeOf('number')
    }
  })
  expect(took).toBeLessThan(1000)
})

it.each([
  ['7 days', 'today', '7 days ago : today'],
  ['3 months', '', '3 months : '],
  ['2021-01-01', '2021-02-01', '2021-01-01 : 2021-02-01'],
])('since %s until %s is %s', (since, until, expected) => {
  expect(timeRangeOfSinceUntil(since, until)).toBe(expected)
})

it.each([
  ['UTC', '2023-03-15T10:20:30.400000'],
  ['America/New_York', '2023-03-15T06:20:30.400000'],
  ['Asia/Kolkata', '2023-03-15T15:50:30.400000'],
  ['Pacific/Auckland', '2023-03-15T23:20:30.400000'],
])('a clock in %s shows %s', (zone, expected) => {
  expect(formatWall(wallClock(now, zone), { separator: 'T' })).toBe(expected)
})
