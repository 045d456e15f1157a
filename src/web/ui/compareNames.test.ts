import { afterEach, expect, it, vi } from 'vitest'
import { compareNames } from './compareNames.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['', ['čas', 'cena', 'chata', 'hora', '上海']],
  ['sk', ['cena', 'čas', 'hora', 'chata', '上海']],
  ['sl', ['cena', 'chata', 'čas', 'hora', '上海']],
  ['zh', ['上海', 'čas', 'cena', 'chata', 'hora']],
])('names are in the order of the language of the page: %j', (lang, sorted) => {
  vi.stubGlobal('document', { documentElement: { lang } })
  expect(['上海', 'hora', 'chata', 'čas', 'cena'].toSorted(compareNames)).toEqual(sorted)
})
