import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCrontab, nextDue } from './crontab.ts'
import { isTimeZone } from './timeZone.ts'
import { wallClock } from './wallClock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Zones with different rules: no daylight saving, half hours, changes at midnight, a skipped day. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
]

const times = (crontab: string, zone: string, from: string, count: number) => {
  const found: string[] = []
  let after: number | null = Date.parse(from)
  while (found.length < count && after !== null) {
    after = nextDue(crontab, zone, after)
    found.push(after === null ? 'never' : new Date(after).toISOString().slice(0, 16))
  }
  return found
}

describe('crontab', () => {
  it.each(['0 9 * * 1', '*/5 * * * *', '0 0 L * *', '@daily', '0 12 1 JAN,JUL *', ' 0 9 * * MON-FRI '])(
    '%s is valid',
    (text) => expect(isCrontab(text)).toBe(true),
  )
  it.each(['', 'nonsense', '* * * *', '0 0 1 1 * *', '61 * * * *', '0 9 * * 8', '@reboot'])('%s is not valid', (text) =>
    expect(isCrontab(text)).toBe(false),
  )
  it('knows time zones', () => {
    expect(ZONES.filter(isTimeZone)).toEqual(ZONES)
    expect(isTimeZone('Nowhere/Else')).toBe(false)
  })

  it.each([
    ['a usual day', '30 2 * * *', 'Europe/Berlin', '2026-06-01T12:00Z', ['2026-06-02T00:30', '2026-06-03T00:30']],
    // 02:30 does not exist on 29 March: the schedule is due when the clock shows 03:00
    ['a missing time', '30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T00:30']],
    ['a repeated time', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['a list of hours', '30 2,4 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-25T03:30']],
    [
      'every half hour',
      '*/30 * * * *',
      'Europe/Berlin',
      '2026-10-25T00:00Z',
      ['2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30'],
    ],
    [
      'midnight that is missing',
      '0 0 * * *',
      'Africa/Cairo',
      '2026-04-23T12:00Z',
      ['2026-04-23T22:00', '2026-04-24T21:00'],
    ],
    ['a skipped day', '0 12 * * *', 'Pacific/Apia', '2011-12-29T12:00Z', ['2011-12-29T22:00', '2011-12-30T22:00']],
    ['a leap day', '0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['no such day', '0 0 31 2 *', 'UTC', '2026-01-01T00:00Z', ['never']],
  ])('%s', (_name, crontab, zone, from, expected) =>
    expect(times(crontab, zone, from, expected.length)).toEqual(expected),
  )
})

/** The local time of a zone for each minute of some days. Clocks change at full and half hours of UTC. */
function clockOf(zone: string, fromMs: number, days: number): { at: number; wall: number }[] {
  const minutes: { at: number; wall: number }[] = []
  for (let half = fromMs; half < fromMs + days * DAY_MS; half += 30 * MINUTE_MS) {
    const offset = wallClock(half, zone) - half
    for (let at = half; at < half + 30 * MINUTE_MS; at += MINUTE_MS) minutes.push({ at, wall: at + offset })
  }
  return minutes
}

/** The documented rule: a schedule runs at the first minute of a day whose local time is the scheduled one or later. */
function expectedTimes(clock: { at: number; wall: number }[], hour: number, minute: number): number[] {
  const due: number[] = []
  const first = Math.floor((clock[0]?.wall ?? 0) / DAY_MS)
  const last = Math.floor((clock.at(-1)?.wall ?? 0) / DAY_MS)
  // the first and the last day may be incomplete
  for (let day = first + 1; day < last; day++) {
    const wanted = day * DAY_MS + (hour * 60 + minute) * MINUTE_MS
    const found = clock.find(({ wall }) => wall >= wanted && wall < (day + 1) * DAY_MS)
    if (found) due.push(found.at)
  }
  return due
}

describe('a daily schedule', () => {
  it('runs once on each day of the zone, regardless of clock changes', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        // all clock changes within ten years, and arbitrary other days
        fc.integer({ min: Date.parse('2019-01-01') / DAY_MS, max: Date.parse('2029-01-01') / DAY_MS }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 59 }),
        (zone, day, hour, minute) => {
          const start = nearestChange(zone, day * DAY_MS) - 2 * DAY_MS
          const clock = clockOf(zone, start, 4)
          const expected = expectedTimes(clock, hour, minute)
          const [from, to] = [(expected[0] ?? 0) - 1, expected.at(-1) ?? 0]
          const found: number[] = []
          for (let at = nextDue(`${minute} ${hour} * * *`, zone, from); at !== null && at <= to; ) {
            found.push(at)
            at = nextDue(`${minute} ${hour} * * *`, zone, at)
          }
          expect(found).toEqual(expected)
        },
      ),
      { numRuns: Number(process.env['SEXTANT_SCHEDULE_RUNS'] ?? 25) },
    ))
})

/** The start of the next day with another offset than the day before, within a year; else the day itself. */
function nearestChange(zone: string, fromMs: number): number {
  const offset = (at: number) => wallClock(at, zone) - at
  for (let at = fromMs; at < fromMs + 366 * DAY_MS; at += DAY_MS) if (offset(at) !== offset(at + DAY_MS)) return at
  return fromMs
}
