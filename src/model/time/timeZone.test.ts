import { describe, expect, it } from 'vitest'
import { convertWall, instantOf, oddDays } from './timeZone.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const shown = (wallMs: number) => new Date(wallMs).toISOString().slice(0, 16)

describe('instantOf', () => {
  it.each([
    ['UTC', '2024-03-31T02:30', '2024-03-31T02:30'],
    ['Europe/Berlin', '2024-01-15T12:00', '2024-01-15T11:00'],
    // skipped: moved forward by the length of the gap
    ['Europe/Berlin', '2024-03-31T02:30', '2024-03-31T01:30'],
    // this time occurs twice: the first occurrence is used
    ['Europe/Berlin', '2024-10-27T02:30', '2024-10-27T00:30'],
    ['Europe/Berlin', '2024-10-27T03:00', '2024-10-27T02:00'],
    // no midnight on this day: it starts when the clock changes
    ['America/Sao_Paulo', '2017-10-15T00:00', '2017-10-15T03:00'],
    ['America/Havana', '2024-11-03T00:00', '2024-11-03T04:00'],
    ['Australia/Lord_Howe', '2024-04-07T01:45', '2024-04-06T14:45'],
    ['Pacific/Kiritimati', '2024-01-01T00:00', '2023-12-31T10:00'],
  ])('in %s, %s is %s UTC', (zone, wall, instant) => {
    expect(shown(instantOf(at(wall), zone))).toBe(instant)
  })
})

it('converts clock times between zones', () => {
  expect(shown(convertWall(at('2024-07-01T00:00'), 'America/New_York', 'Asia/Tokyo'))).toBe('2024-07-01T13:00')
  const first = at('0001-01-02T00:00')
  expect(convertWall(first, 'UTC', 'America/New_York')).toBe(first)
})

it('finds the days on which clocks change', () => {
  const found = (zone: string) =>
    oddDays(zone, at('2024-01-01T00:00'), at('2025-01-01T00:00')).map(({ day, hours, from, lengthMs }) => [
      shown(day).slice(0, 10),
      hours,
      shown(from).slice(11),
      lengthMs / 60_000,
    ])
  expect(found('Europe/Berlin')).toEqual([
    ['2024-03-31', 23, '02:00', 60],
    ['2024-10-27', 25, '02:00', 60],
  ])
  expect(found('America/Havana')).toEqual([
    ['2024-03-10', 23, '00:00', 60],
    ['2024-11-03', 25, '00:00', 60],
  ])
  expect(found('Australia/Lord_Howe').map(([, hours]) => hours)).toEqual([24.5, 23.5])
  expect(found('Asia/Kolkata')).toEqual([])
})
