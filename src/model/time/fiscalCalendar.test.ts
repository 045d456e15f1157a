import { describe, expect, it } from 'vitest'
import {
  type Calendar,
  calendarOf,
  type FiscalPeriod,
  fiscalRange,
  fiscalShifts,
  fiscalSpans,
  PLAIN_CALENDAR,
  parseFiscalTable,
  startOfWeek,
} from './fiscalCalendar.ts'
import { resolveTimeRange } from './timeRange.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const day = (wallMs: number) => new Date(wallMs).toISOString().slice(0, 10)
const from = (firstMonth: number): Calendar => ({ ...PLAIN_CALENDAR, fiscal: { firstMonth } })

const DAY = 86_400_000
/** 4-4-5 weeks from the first of these days; `long` years have a 53rd week in their last period. */
function weeks(start: string, firstYear: number, years: number, long: readonly number[]): string {
  let next = at(start)
  const lines = Array.from({ length: years * 12 }, (_, i) => {
    const [year, period] = [firstYear + Math.floor(i / 12), (i % 12) + 1]
    const length = (period % 3 === 0 ? 5 : 4) + (period === 12 && long.includes(year) ? 1 : 0)
    const line = `${day(next)},${day(next + (length * 7 - 1) * DAY)},${year},${Math.ceil(period / 3)},${period}`
    next += length * 7 * DAY
    return line
  })
  return ['start,end,year,quarter,period', ...lines].join('\n')
}
/** The retail calendar: 2023 has 53 weeks. */
const RETAIL = weeks('2021-01-31', 2021, 5, [2023])
function periodsOf(text: string): FiscalPeriod[] {
  const read = parseFiscalTable(text)
  if (!read.ok) throw new Error(read.error)
  return read.value
}
const retail: Calendar = { weekStart: 'sunday', fiscal: { periods: periodsOf(RETAIL) } }

describe('parseFiscalTable', () => {
  it('reads periods whose end date is inclusive', () => {
    const periods = periodsOf(RETAIL)
    expect(periods).toHaveLength(60)
    expect(
      fiscalSpans(periods, 'year').map(({ year, start, end }) => [year, day(start), (end - start) / DAY / 7]),
    ).toEqual([
      [2021, '2021-01-31', 52],
      [2022, '2022-01-30', 52],
      [2023, '2023-01-29', 53],
      [2024, '2024-02-04', 52],
      [2025, '2025-02-02', 52],
    ])
  })

  it('also with other line endings and quotes', () => {
    expect(periodsOf('"start","end","year","quarter","period"\r\n"2024-01-01","2024-01-28",2024,1,1\r\n')).toHaveLength(
      1,
    )
  })

  const two = (second: string) => `start,end,year,quarter,period\n2024-01-01,2024-01-28,2024,1,1\n${second}`
  it.each([
    ['a,b\n1,2', 'the first line must be start,end,year,quarter,period'],
    ['start,end,year,quarter,period', 'it must have a period, and at most 650'],
    [two('2024-02-05,2024-02-25,2024,1,2'), 'line 3: the days from 2024-01-29 to 2024-02-04 belong to no period'],
    [
      two('2024-01-22,2024-02-25,2024,1,2'),
      'line 3: it starts on 2024-01-22, but the period before ends on 2024-01-28',
    ],
    [two('2024-01-29,2024-01-28,2024,1,2'), 'line 3: it ends on 2024-01-28, before it starts'],
    [two('2024-01-29,2024-02-30,2024,1,2'), 'line 3: start and end must be dates'],
    [two('2024-01-29,2024-02-25,2024,1,x'), 'line 3: year, quarter and period must be numbers'],
    [two('2024-01-29,2024-02-25,2024,1,3'), 'line 3: period 3 of quarter 1 of 2024 cannot follow period 1'],
    [two('2024-01-29,2024-02-25,2026,1,1'), 'line 3: period 1 of quarter 1 of 2026 cannot follow'],
  ])('rejects %j', (text, message) => {
    expect(parseFiscalTable(text)).toEqual({ ok: false, error: expect.stringContaining(message) })
  })
})

describe('calendarOf a dataset', () => {
  it('uses the settings of the workspace that the dataset does not define', () => {
    expect(calendarOf({ week_start: 'saturday' }, from(4))).toEqual({
      ok: true,
      value: { weekStart: 'saturday', fiscal: { firstMonth: 4 } },
    })
    expect(calendarOf({ fiscal_year_start: 10 }, retail)).toEqual({
      ok: true,
      value: { weekStart: 'sunday', fiscal: { firstMonth: 10 } },
    })
    expect(calendarOf(null, retail)).toEqual({ ok: true, value: retail })
  })
  it.each([
    ['monday', 'must be an object'],
    [{ week_start: 'friday' }, 'week_start of the calendar must be one of'],
    [{ fiscal_year_start: 13 }, 'must be a month from 1 to 12'],
    [{ fiscal_year_start: '4' }, 'must be a month from 1 to 12'],
    [{ fiscal_table: 'x' }, 'the first line must be'],
    [{ weekstart: 1 }, 'unknown field: weekstart'],
  ])('rejects %j', (said, message) => {
    expect(calendarOf(said, PLAIN_CALENDAR)).toEqual({ ok: false, error: expect.stringContaining(message) })
  })
})

it.each([
  ['monday', '2024-05-13'],
  ['sunday', '2024-05-19'],
  ['saturday', '2024-05-18'],
  [null, '2024-05-13'],
] as const)('weeks that start on %s: that of Sunday 19 May 2024 starts on %s', (start, expected) => {
  expect(day(startOfWeek(at('2024-05-19T13:00'), start))).toBe(expected)
  expect(day(startOfWeek(at(`${expected}T00:00`), start))).toBe(expected)
})

describe('ranges', () => {
  it.each([
    ['previous fiscal year', 4, '2024-03-31', '2022-04-01', '2023-04-01'],
    ['previous fiscal year', 4, '2024-04-01', '2023-04-01', '2024-04-01'],
    ['previous fiscal year', 1, '2024-02-29', '2023-01-01', '2024-01-01'],
    ['Previous Fiscal Quarter', 11, '2024-01-31', '2023-08-01', '2023-11-01'],
    ['previous fiscal quarter', 11, '2024-02-01', '2023-11-01', '2024-02-01'],
    ['previous fiscal period', 7, '2024-03-31', '2024-02-01', '2024-03-01'],
    ['this fiscal year', 10, '2024-09-30', '2023-10-01', '2024-10-01'],
    ['this fiscal year to date', 10, '2024-02-29', '2023-10-01', '2024-03-01'],
    ['this fiscal quarter to date', 2, '2024-05-01', '2024-05-01', '2024-05-02'],
  ])('%s from month %i on %s', (text, firstMonth, today, since, until) => {
    const range = resolveTimeRange(text, { now: at(`${today}T10:20:30`), calendar: from(firstMonth) })
    expect(range.ok && [day(range.value.since ?? 0), day(range.value.until ?? 0)]).toEqual([since, until])
  })

  it.each([
    ['previous fiscal year', '2024-02-03', '2022-01-30', '2023-01-29'],
    ['previous fiscal year', '2024-02-04', '2023-01-29', '2024-02-04'],
    ['previous fiscal quarter', '2024-02-04', '2023-10-29', '2024-02-04'],
    ['this fiscal year to date', '2024-02-03', '2023-01-29', '2024-02-04'],
    ['previous calendar week', '2024-02-04', '2024-01-28', '2024-02-04'],
    ['DATETRUNC(DATETIME("today"), week) : LASTDAY(DATETIME("today"), week)', '2024-02-07', '2024-02-04', '2024-02-10'],
  ])('%s by a table on %s', (text, today, since, until) => {
    const range = resolveTimeRange(text, { now: at(`${today}T10:20:30`), calendar: retail })
    expect(range.ok && [day(range.value.since ?? 0), day(range.value.until ?? 0)]).toEqual([since, until])
  })

  it('reports what a table lacks, and what is wrong with an invalid one', () => {
    const error = (text: string, now: string, calendar: Calendar | string = retail) => {
      const range = resolveTimeRange(text, { now: at(`${now}T00:00`), calendar })
      return range.ok ? undefined : range.error
    }
    expect(error('this fiscal year', '2030-01-01')).toBe('The fiscal calendar has no period for 2030-01-01.')
    expect(error('previous fiscal year', '2021-06-01')).toBe('The fiscal calendar has no period for 2021-01-30.')
    expect(error('previous fiscal year', '2024-01-01', 'It has a hole.')).toBe('It has a hole.')
    expect(error('Last week', '2024-01-01', 'It has a hole.')).toBeUndefined()
  })

  it('are not confused with other texts', () => {
    expect(fiscalRange('previous fiscal week', 0, retail)).toBeUndefined()
    expect(fiscalRange('previous fiscal year : today', 0, retail)).toBeUndefined()
  })
})

describe('fiscalShifts', () => {
  const periods = periodsOf(RETAIL)
  const shifts = (since: string, until: string, years = 1) => fiscalShifts(periods, years, at(since), at(until))

  it('compares each period with the one that has the same number', () => {
    const found = shifts('2024-02-04', '2025-02-02')
    expect(found.ok && found.value.map(({ shiftMs }) => shiftMs / DAY)).toEqual(Array(12).fill(371))
    // the 53rd week of 2023 has no counterpart in 2024
    expect(found.ok && day(found.value.at(-1)?.until ?? 0)).toBe('2024-01-28')
    const long = shifts('2023-01-29', '2024-02-04')
    expect(long.ok && long.value.every(({ shiftMs }) => shiftMs === 364 * DAY)).toBe(true)
    expect(long.ok && day(long.value.at(-1)?.until ?? 0)).toBe('2023-01-29')
  })

  it('cuts the first and the last period like the range', () => {
    const found = shifts('2024-02-10', '2024-03-05')
    expect(found.ok && found.value.map(({ since, until }) => [day(since), day(until)])).toEqual([
      ['2023-02-04', '2023-02-26'],
      ['2023-02-26', '2023-02-28'],
    ])
  })

  it('reports which year is missing', () => {
    expect(shifts('2021-02-01', '2021-03-01')).toEqual({
      ok: false,
      error: 'The fiscal calendar has no year 2020, with which 2021 is compared.',
    })
    expect(shifts('2026-01-01', '2026-03-01')).toEqual({
      ok: false,
      error: 'The fiscal calendar has no period for 2026-02-01.',
    })
  })
})
