import { expect, it } from 'vitest'
import { elapsed } from '../../model/wire/wireTime.ts'
import { elapsedText } from './elapsedText.ts'

const [secondMs, dayMs] = [1000, 86_400_000]

it.each([
  [0, 'jetzt'],
  [secondMs, 'vor 1 Sekunde'],
  [5 * 60 * secondMs, 'vor 5 Minuten'],
  [3600 * secondMs, 'vor 1 Stunde'],
  [2 * dayMs, 'vor 2 Tagen'],
  [70 * dayMs, 'vor 2 Monaten'],
  [365 * dayMs, 'vor 1 Jahr'],
  [370 * dayMs, 'vor 1 Jahr'],
  [430 * dayMs, 'vor 14 Monaten'],
  [900 * dayMs, 'vor 2 Jahren'],
])('%d ms ago is %s in German', (ms, german) => {
  expect(elapsedText(elapsed(0, ms), 'de')).toBe(german)
})

it.each(['now', 'a day ago', '1 year, 2 months ago'])('%j is not changed in English', (text) => {
  expect(elapsedText(text, 'en')).toBe(text)
})

it('does not change a text that is not a relative time', () => {
  expect(elapsedText('yesterday evening', 'de')).toBe('yesterday evening')
})
