import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CustomRange,
  calendarStart,
  type Frame,
  formatActualRange,
  formatAdvanced,
  formatCustom,
  frameOf,
  GRAINS,
  openingDraft,
  parseAdvanced,
  parseCustom,
} from './frames.ts'

const today = '2023-03-15T00:00:00'

describe('type of a range', () => {
  it.each([
    [undefined, 'No filter'],
    ['No filter', 'No filter'],
    ['Last week', 'Common'],
    ['Last 3 weeks', 'Advanced'],
    ['previous calendar month', 'Calendar'],
    ['2021-01-01T00:00:00 : 2021-02-01T00:00:00', 'Custom'],
    ['2021-01-01T00:00:00 : now', 'Custom'],
    ['DATEADD(DATETIME("today"), -7, day) : today', 'Custom'],
    ['DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("now"), 2, month)', 'Custom'],
    ['DATEADD(DATETIME("now"), 7, day) : now', 'Advanced'],
    ['DATEADD(DATETIME("now"), 0, day) : now', 'Advanced'],
    ['DATEADD(DATETIME("now"), -7, day) : today', 'Advanced'],
    ['DATEADD(DATETIME("now"), -7, fortnight) : now', 'Advanced'],
    ['100 years ago : now', 'Advanced'],
    ['1983 : 2023', 'Advanced'],
    ['2021-01-01T00:00:00 : ', 'Advanced'],
  ])('%s is %s', (text, expected) => expect(frameOf(text)).toBe(expected))
})

it('custom ranges can be parsed back from their text', () => {
  const datetime = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19))
  const end = fc.record({
    mode: fc.constantFrom('specific' as const, 'relative' as const, 'now' as const, 'today' as const),
    datetime,
    grain: fc.constantFrom(...GRAINS),
    amount: fc.integer({ min: 1, max: 1000 }),
  })
  const range = fc.record({ since: end, until: end, anchor: fc.oneof(fc.constant('now'), datetime) })
  fc.assert(
    fc.property(range, (given: CustomRange) => {
      const text = formatCustom(given)
      const read = parseCustom(text, today)
      expect(read?.since.mode).toBe(given.since.mode)
      expect(read?.until.mode).toBe(given.until.mode)
      expect(read && formatCustom(read)).toBe(text)
    }),
  )
})

it.each([
  ['100 years ago : now', ['100 years ago', 'now']],
  ['Last 3 weeks', ['Last 3 weeks', '']],
  ['next month', ['', 'next month']],
  ['1983 : ', ['1983', '']],
])('advanced %j has the sides %j', (text, sides) => expect(parseAdvanced(text)).toEqual(sides))

it('formats ranges', () => {
  expect(formatAdvanced(' a ', '')).toBe('a : ')
})

it.each([
  ['2021-01-01T00:00:00', null, 'month', '2021-01-01 ≤ month < ∞'],
  [null, '2021-01-01T10:20:30', 'month', '-∞ ≤ month < 2021-01-01 10:20:30'],
  // a time filter applies to a different time column in each chart: no column name is correct for all
  ['2021-01-01T00:00:00', '2021-02-01T00:00:00', undefined, '≥ 2021-01-01, < 2021-02-01'],
  ['2021-01-01T00:00:00', null, undefined, '≥ 2021-01-01'],
  [null, '2021-01-01T10:20:30', undefined, '< 2021-01-01 10:20:30'],
  [null, null, undefined, '-∞ … ∞'],
])('dates from %j to %j of %j are %j', (since, until, column, text) =>
  expect(formatActualRange(since, until, column)).toBe(text),
)

describe('calendars open', () => {
  const today = '2026-11-21T00:00:00'
  const start = openingDraft('Custom', 'No filter', { before: undefined, isChanged: true, today })
  it.each([
    ['at the end of the data', start, null, '2001-12-31', '2001-12-31'],
    ['at the end of the range before', start, '2001-04-01T00:00:00', '2001-12-31', '2001-03-31'],
    ['at the month of the range where nothing else is known', start, null, undefined, undefined],
    ['at the month of a range with days of its own', '1999-01-01T00:00:00 : now', null, '2001-12-31', undefined],
  ])('%s', (_name, opening, until, last, expected) =>
    expect(calendarStart(opening, { today, until, lastDay: () => last })).toBe(expected),
  )
})

describe('another range type', () => {
  const today = '2026-11-21T00:00:00'
  const start = { before: undefined, isChanged: true, today }
  const custom = '2026-11-01T00:00:00 : now'
  it.each<[Frame, string, Parameters<typeof openingDraft>[2], string]>([
    ['Common', 'No filter', start, 'Last week'],
    ['Calendar', 'Last day', start, 'previous calendar week'],
    ['Custom', 'Last day', start, 'DATEADD(DATETIME("2026-11-21T00:00:00"), -7, day) : 2026-11-21T00:00:00'],
    ['Custom', custom, start, custom],
    ['Advanced', 'Last day', start, 'Last day'],
    ['Advanced', 'No filter', start, ' : '],
    ['Common', 'Last month', start, 'Last month'],
    ['No filter', 'Last month', start, 'No filter'],
    // the previous text is restored, unless a newer one can be converted
    ['Custom', 'Last week', { ...start, before: custom }, custom],
    ['Advanced', 'Last week', { ...start, before: '2001 : 2002', isChanged: false }, '2001 : 2002'],
    ['Advanced', 'Last year', { ...start, before: '2001 : 2002' }, 'Last year'],
  ])('%s after %j', (next, draft, options, expected) => {
    expect(openingDraft(next, draft, options)).toBe(expected)
  })
})
