import { describe, expect, it } from 'vitest'
import { type Calendar, PLAIN_CALENDAR, parseFiscalTable } from './fiscalCalendar.ts'
import { isOpenBucket } from './isOpenBucket.ts'

const at = (text: string) => Date.parse(`${text}Z`)

describe('a bucket that has not ended', () => {
  it.each([
    // February is shorter: a month is over when the next one begins
    ['P1M', '2024-03-01T00:00', '2024-03-31T23:59', true],
    ['P1M', '2024-03-01T00:00', '2024-04-01T00:00', false],
    ['P3M', '2023-04-01T00:00', '2023-06-30T12:00', true],
    ['P1Y', '2024-01-01T00:00', '2024-12-31T12:00', true],
    ['P1W', '2024-05-13T00:00', '2024-05-19T12:00', true],
    ['P1W', '2024-05-13T00:00', '2024-05-20T00:00', false],
    ['P1W/1970-01-04T00:00:00Z', '2024-05-19T00:00', '2024-05-19T12:00', true],
    ['P1W/1970-01-04T00:00:00Z', '2024-05-19T00:00', '2024-05-20T00:00', false],
    ['P1D', '2024-05-19T00:00', '2024-05-19T23:00', true],
    ['PT5M', '2024-05-19T10:05', '2024-05-19T10:10', false],
    ['P2D', '2024-05-19T00:00', '2024-05-20T00:00', undefined],
    ['toString', '2024-05-19T00:00', '2024-05-20T00:00', undefined],
  ])('%s of %s at %s: %s', (grain, shown, now, expected) => {
    expect(isOpenBucket(grain, at(shown), at(now), PLAIN_CALENDAR)).toBe(expected)
  })

  it('of a fiscal year is determined by the calendar', () => {
    const april: Calendar = { ...PLAIN_CALENDAR, fiscal: { firstMonth: 4 } }
    const isOpen = (shown: string, now: string, calendar = april) =>
      isOpenBucket('P1Y/fiscal', at(`${shown}T00:00`), at(`${now}T12:00`), calendar)
    expect(isOpen('2023-04-01', '2024-03-31')).toBe(true)
    expect(isOpen('2023-04-01', '2024-04-01')).toBe(false)
    const lines = ['start,end,year,quarter,period', '2024-01-01,2024-02-04,2024,1,1', '2024-02-05,2024-03-03,2024,1,2']
    const table = parseFiscalTable(lines.join('\n'))
    if (!table.ok) throw new Error(table.error)
    const weeks: Calendar = { ...PLAIN_CALENDAR, fiscal: { periods: table.value } }
    const inPeriod = (now: string) => isOpenBucket('P1M/fiscal', at('2024-01-01T00:00'), at(`${now}T12:00`), weeks)
    expect([inPeriod('2024-02-04'), inPeriod('2024-02-05'), inPeriod('2024-04-01')]).toEqual([true, false, undefined])
  })
})
