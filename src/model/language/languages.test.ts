import { expect, it } from 'vitest'
import { languages, languageTag, wantedLanguage } from './languages.ts'

const offered = ['en', 'de', 'pt', 'pt_BR', 'zh']

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr,de;q=0.5', 'de'],
  ['pt-BR,pt;q=0.9', 'pt_BR'],
  ['pt-PT', 'pt'],
  ['zh-Hans-CN', 'zh'],
  ['EN-us', 'en'],
  ['en;q=0.1, de;q=0.7', 'de'],
  ['de;q=0, en', 'en'],
  ['fr, *;q=0.1', undefined],
  ['', undefined],
  [';q=,,;;', undefined],
])('the language of %s is %s', (header, expected) => {
  expect(wantedLanguage(header, offered)).toBe(expected)
})

it('every language has a code that Intl knows', () => {
  const codes = languages.map(({ code }) => code)
  expect(new Set(codes).size).toBe(14)
  expect(Intl.DateTimeFormat.supportedLocalesOf(codes.map(languageTag))).toHaveLength(14)
})

it('Portuguese without a country is that of Portugal', () => {
  const [european, brazilian] = ['pt', 'pt_BR'].map(languageTag)
  expect(new Intl.NumberFormat(european).format(1_234_567.5)).toBe('1\u00a0234\u00a0567,5')
  expect(new Intl.NumberFormat(brazilian).format(1_234_567.5)).toBe('1.234.567,5')
  expect([european, brazilian].map((tag) => new Intl.PluralRules(tag).select(0))).toEqual(['other', 'one'])
})
