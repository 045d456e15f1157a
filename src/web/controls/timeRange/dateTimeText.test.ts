import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, languageTag } from '../../../model/language/languages.ts'
import { readDateTime, writeDateTime } from './dateTimeText.ts'

describe('a typed time', () => {
  it.each([
    ['2001-07-01', '2001-07-01T00:00:00'],
    [' 2001-7-1 ', '2001-07-01T00:00:00'],
    ['2001-07-01 08:30', '2001-07-01T08:30:00'],
    ['2001-07-01T08:30:15', '2001-07-01T08:30:15'],
    ['2001-02-29', undefined],
    ['2001-13-01', undefined],
    ['2001-07-01 25:00', undefined],
    ['0000-01-01', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('%j is %s', (text, expected) => expect(readDateTime(text)).toBe(expected))

  it.each([
    ['en', '12/31/2024', '2024-12-31T00:00:00'],
    ['en', '12/31/2024 2:30 PM', '2024-12-31T14:30:00'],
    ['en', '12/31/2024 12:05 am', '2024-12-31T00:05:00'],
    ['en', 'May 3, 2024', '2024-05-03T00:00:00'],
    ['en', '3 January 2024 08:00', '2024-01-03T08:00:00'],
    ['de', '31.12.2024 14:30', '2024-12-31T14:30:00'],
    ['de', '3. März 2024', '2024-03-03T00:00:00'],
    ['fr', '03/02/2024', '2024-02-03T00:00:00'],
    ['fr', '1 févr. 2024', '2024-02-01T00:00:00'],
    ['es', '3 de mayo de 2024', '2024-05-03T00:00:00'],
    ['it', '3/5/2024', '2024-05-03T00:00:00'],
    ['nl', '03-05-2024', '2024-05-03T00:00:00'],
    ['pt', '03/05/2024', '2024-05-03T00:00:00'],
    ['pt-BR', '3 de maio de 2024', '2024-05-03T00:00:00'],
    ['ru', '03.05.2024', '2024-05-03T00:00:00'],
    ['sk', '3. 5. 2024', '2024-05-03T00:00:00'],
    ['sl', '3. 5. 2024', '2024-05-03T00:00:00'],
    ['zh', '2024年5月3日 9:05', '2024-05-03T09:05:00'],
    ['ja', '2024/5/3', '2024-05-03T00:00:00'],
    ['ko', '2024. 5. 3.', '2024-05-03T00:00:00'],
    ['de', '12/31/2024', undefined],
    ['en', '31/12/2024', undefined],
    ['en', '12/31/24', undefined],
    ['en', '13:30 12/31/2024', undefined],
    ['en', '12/31/2024 13:30 PM', undefined],
    ['en', 'May 2024', undefined],
    ['en', 'May June 2024', undefined],
    ['en', '3 maybe 2024', undefined],
  ])('in %s, %j is %s', (language, text, expected) => expect(readDateTime(text, language)).toBe(expected))

  it.each(languages.map(({ code }) => languageTag(code)))('reads the output of ICU in %s', (language) => {
    const styles: Intl.DateTimeFormatOptions[] = [
      { day: 'numeric', month: 'numeric', year: 'numeric' },
      { day: '2-digit', month: '2-digit', year: 'numeric' },
      { dateStyle: 'medium' },
      { dateStyle: 'long' },
    ]
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
      for (const at of Array.from({ length: 36 }, (_day, index) => index)) {
        const day = Date.UTC(2024, Math.floor(at / 3), [1, 9, 28][at % 3])
        const text = format.format(day)
        expect([text, readDateTime(text, language)]).toEqual([text, new Date(day).toISOString().slice(0, 19)])
      }
    }
  })

  it('can be parsed back from its text', () => {
    const time = fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 19))
    fc.assert(
      fc.property(time, (given) => {
        expect(readDateTime(writeDateTime(given))).toBe(given)
      }),
    )
  })
})
