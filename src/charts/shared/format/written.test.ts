import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { timeNames } from '../../../model/language/formatNames.ts'
import { written } from '../../../model/language/written.ts'
import { type NumberFormat, timeFormatter } from './index.ts'

function writeTimesIn(language: string): void {
  written.times = timeNames(language)
  written.madeTimes.clear()
}

afterEach(() => writeTimesIn('en'))

describe('numbers in the format of the workspace', () => {
  let numberFormatter: (format?: string) => NumberFormat

  // a separate copy of the modules: on a page, this is set before anything is drawn
  beforeAll(async () => {
    vi.resetModules()
    const fresh = await import('../../../model/language/written.ts')
    fresh.written.numbers = {
      decimal: ',',
      thousands: '.',
      grouping: [3],
      currency: ['', ' €'],
      percent: '%',
      minus: '-',
    }
    numberFormatter = (await import('./index.ts')).numberFormatter
    vi.resetModules()
  })

  it.each([
    [undefined, 1234.5, '1,23k'],
    ['SMART_NUMBER', -12.345, '-12,35'],
    ['SMART_NUMBER', 0.000_012, '12µ'],
    [',.2f', 1_234_567.891, '1.234.567,89'],
    ['$,.2f', 1234.5, '1.234,50 €'],
    ['.1%', 0.256, '25,6%'],
    ['EXACT_NUMBER', 1234.5, '1.234,5'],
    ['DURATION', 90_500, '1m 30.5s'],
  ])('%s of %d is %s with a German locale', (format, value, text) => {
    expect(numberFormatter(format)(value)).toBe(text)
  })
})

describe('times in the language of the reader', () => {
  const may = Date.UTC(2021, 4, 1)

  it.each([
    ['de', undefined, 'P1M', 'Mai 2021'],
    ['fr', '%A %d %B', undefined, 'samedi 01 mai'],
    ['ru', undefined, 'P1M', 'май 2021'],
    ['ja', '%b', undefined, '5月'],
    ['pt_BR', '%b %Y', undefined, 'mai. 2021'],
    ['sl', '%a', undefined, 'sob.'],
    ['de', '%Y-%m-%d', undefined, '2021-05-01'],
    ['ja', undefined, 'P1M', '2021年5月'],
    ['ko', 'smart_date_verbose', undefined, '2021년 5월'],
    ['en', '%a %b %-e', undefined, 'Sat May 1'],
  ])('in %s, %s by %s is %s', (language, format, grain, text) => {
    writeTimesIn(language)
    expect(timeFormatter(format, grain)(may)).toBe(text)
  })

  const noon = Date.UTC(2021, 4, 12, 12, 30)
  it.each([
    ['en', 'smart_date', 'Wed 12', '12:30', 'Wed May 12, 12:30 PM'],
    ['de', 'smart_date', 'Mi, 12.', '12:30', 'Mi, 12. Mai, 12:30'],
    ['fr', 'smart_date', 'mer. 12', '12:30', 'mer. 12 mai, 12:30'],
    ['ru', 'smart_date', 'ср, 12', '12:30', 'ср, 12 май, 12:30'],
    ['zh', 'smart_date', '12日周三', '12:30', '5月12日周三 12:30'],
    ['ja', 'smart_date', '12日(水)', '12:30', '5月12日(水) 12:30'],
  ])('smart dates in %s have the order of the language', (language, format, day, clock, verbose) => {
    writeTimesIn(language)
    const midnight = Date.UTC(2021, 4, 12)
    expect([timeFormatter(format)(midnight), timeFormatter(format)(noon)]).toEqual([day, clock])
    expect(timeFormatter('smart_date_verbose')(noon)).toBe(verbose)
  })

  it('English names are the same as those of d3', () => {
    const formats = ['%A', '%a', '%B', '%b', '%p', '%x', '%X', '%c']
    const texts = () => formats.map((format) => timeFormatter(format)(Date.UTC(2021, 10, 3, 15, 4, 5)))
    expect(texts()).toEqual([
      'Wednesday',
      'Wed',
      'November',
      'Nov',
      'PM',
      '11/3/2021',
      '3:04:05 PM',
      '11/3/2021, 3:04:05 PM',
    ])
  })
})
