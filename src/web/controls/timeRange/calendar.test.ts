import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayInMonth, firstWeekday, lengthOf, monthIn, weeksOf } from './calendar.ts'

const weekFrom = (day: string) => Array.from({ length: 7 }, (_day, index) => addDays(day, index))

describe('months', () => {
  it.each([
    ['2001-12', 1, '2002-01'],
    ['2001-01', -1, '2000-12'],
    ['2001-01', 14, '2002-03'],
  ])('%s and %i months is %s', (month, months, expected) => expect(addMonths(month, months)).toBe(expected))

  it.each([
    ['2001-01-31', '2001-02', '2001-02-28'],
    ['2001-01-31', '2004-02', '2004-02-29'],
    ['2001-01-15', '2001-03', '2001-03-15'],
  ])('%s in %s is %s', (day, month, expected) => expect(dayInMonth(day, month)).toBe(expected))

  it.each([
    ['2001-07', { year: 1999 }, '1999-07'],
    ['2001-07', { month: 2 }, '2001-02'],
    ['2001-07', { year: 12 }, '0012-07'],
    ['2001-07', {}, '2001-07'],
  ])('%s with %j is %s', (month, change, expected) => expect(monthIn(month, change)).toBe(expected))

  it('of the first century have the correct adjacent months as well', () => {
    expect(addMonths('0099-12', 1)).toBe('0100-01')
    expect(addMonths('0050-01', -1)).toBe('0049-12')
  })

  it('have their days in weeks from Monday', () => {
    const weeks = weeksOf('2001-07', 1)
    expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2001-07-01'])
    expect(weeks.at(-1)?.slice(0, 3)).toEqual(['2001-07-30', '2001-07-31', undefined])
  })

  it('begin with Sunday in languages whose calendars do', () => {
    expect(weeksOf('2001-07', firstWeekday('ja'))[0]).toEqual(weekFrom('2001-07-01'))
    expect(['en', 'de', 'pt-BR', 'ko'].map(firstWeekday)).toEqual([1, 1, 7, 7])
  })

  it('have every day once, in order', () => {
    const month = fc.integer({ min: 0, max: 3600 }).map((months) => addMonths('1850-01', months))
    fc.assert(
      fc.property(month, fc.constantFrom(1, 7), (given, firstDay) => {
        const days = weeksOf(given, firstDay)
          .flat()
          .filter((day) => day !== undefined)
        expect(days[0]).toBe(`${given}-01`)
        expect(addDays(days.at(-1) ?? '', 1)).toBe(`${addMonths(given, 1)}-01`)
        expect(days).toEqual(days.toSorted())
      }),
    )
  })
})

it.each([
  ['2001-01-01T00:00:00', '2001-07-01T00:00:00', { days: 181 }],
  ['2001-01-01T00:00:00', '2001-01-01T06:00:00', { hours: 6 }],
  [null, '2001-01-01T06:00:00', undefined],
  ['2001-01-02T00:00:00', '2001-01-01T00:00:00', undefined],
])('%s to %s is %j', (since, until, expected) => expect(lengthOf(since, until)).toEqual(expected))
