import { expect, it } from 'vitest'
import { answer } from '../../testing/drawInput.ts'
import { isUnfinished } from './unfinished.ts'

const at = (text: string) => Date.parse(`${text}Z`)

// the last value is for Friday, 2 May 2025; `now` is in UTC
it.each([
  ['UTC', '2025-05-02T12:00', true],
  ['UTC', '2025-05-03T00:00', false],
  // 05:00 on 3 May: the day is over, although it is not in UTC
  ['Asia/Tokyo', '2025-05-02T20:00', false],
  ['Asia/Tokyo', '2025-05-02T14:59', true],
  // 17:00 on 2 May: the day has not ended, although it is over in UTC
  ['America/Los_Angeles', '2025-05-03T00:00', true],
  ['America/Los_Angeles', '2025-05-03T07:00', false],
  // without a time zone
  [undefined, '2025-05-02T23:59', true],
])('compares days in the time zone of the result: %s at %s UTC', (time_zone, now, expected) => {
  const named = at('2025-05-02T00:00')
  const input = (more: object) => [answer({}, { ...(time_zone && { time_zone }), ...more })]
  expect(isUnfinished(named, 'P1D', { data: input({}), now: at(now) })).toBe(expected)
  const cached = { data: input({ cached_dttm: `${now}:00` }), now: at('2026-01-01T00:00') }
  expect(isUnfinished(named, 'P1D', cached)).toBe(expected)
})

it('reads the end of the time range as a local time in the zone', () => {
  const data = (to: string) => [answer({}, { time_zone: 'America/Los_Angeles', to_dttm: at(to) })]
  const ask = (to: string) =>
    isUnfinished(at('2025-05-02T00:00'), 'P1D', { data: data(to), now: at('2026-01-01T00:00') })
  expect(ask('2025-05-02T17:00')).toBe(true)
  expect(ask('2025-05-03T00:00')).toBe(false)
})

it.each([
  ['P1W', '2025-05-05', '2025-05-11T23:59', '2025-05-12T00:00'],
  ['1969-12-28T00:00:00Z/P1W', '2025-05-04', '2025-05-10T23:59', '2025-05-11T00:00'],
  ['1969-12-29T00:00:00Z/P1W', '2025-05-05', '2025-05-11T23:59', '2025-05-12T00:00'],
  // weeks that are named by their last day
  ['P1W/1970-01-03T00:00:00Z', '2025-05-10', '2025-05-04T00:01', '2025-05-11T00:00'],
  ['P1W/1970-01-03T00:00:00Z', '2025-05-10', '2025-05-10T23:59', '2025-05-03T12:00'],
  ['P1W/1970-01-04T00:00:00Z', '2025-05-11', '2025-05-05T00:01', '2025-05-12T00:00'],
])('the bucket of %s that is named %s has not ended at %s, but at %s', (grain, named, within, outside) => {
  const ask = (now: string) => isUnfinished(at(`${named}T00:00`), grain, { data: [answer({})], now: at(now) })
  expect(ask(within)).toBe(true)
  expect(ask(outside)).toBe(false)
})
