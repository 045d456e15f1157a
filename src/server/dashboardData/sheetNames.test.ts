import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sheetNames } from './sheetNames.ts'

it.each([
  [
    ['Sales', 'sales', 'Sales'],
    ['Sales', 'sales (2)', 'Sales (3)'],
  ],
  [
    ['a/b: [c]?*\\d', '', "'quoted'", 'History'],
    ['a b c d', 'Sheet', 'quoted', 'History (2)'],
  ],
  [
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(31), `${'x'.repeat(27)} (2)`],
  ],
  [[`${'x'.repeat(30)}😀`], ['x'.repeat(30)]],
])('%j becomes %j', (titles, names) => {
  expect(sheetNames(titles)).toEqual(names)
})

it('every name is accepted by spreadsheets, and unique', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 20 }), (titles) => {
      const names = sheetNames([...titles, ...titles])
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const name of names) {
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(31)
        expect(name).not.toMatch(/[[\]:*?/\\\p{Cc}]|^'|'$/u)
        expect(name.isWellFormed() || !titles.every((title) => title.isWellFormed())).toBe(true)
      }
    }),
  )
})
