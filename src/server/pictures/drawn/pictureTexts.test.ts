import { expect, it } from 'vitest'
import { texts } from '../../../charts/shared/maps/deck/texts.ts'
import { pictureTexts } from './pictureTexts.ts'

it.each([
  ['en', '38 of 1,473 rows have no valid place', 'The JavaScript of this chart is not run'],
  ['ru', 'Строк без допустимого места: 38 из 1\u00a0473', 'JavaScript этой диаграммы не выполняется'],
  ['xx', '38 of 1,473 rows have no valid place', 'The JavaScript of this chart is not run'],
])(
  'a picture in the language %s has the texts of pages, with their numbers and plural forms',
  (code, noPlace, notRun) => {
    const { message } = pictureTexts(code)
    expect(message(texts.noPlace, { missing: 38, rows: 1473 })).toBe(noPlace)
    expect(message(texts.notRun)).toBe(notRun)
  },
)
