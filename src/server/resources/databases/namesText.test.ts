import fc from 'fast-check'
import { expect, it } from 'vitest'
import { namesText, namesWith } from './namesText.ts'

/** Does the same as `namesWith`, name by name. */
function slowly(names: readonly string[], wanted: string): number[] {
  const lower = names.map((name) => name.toLowerCase())
  const all = lower.keys().toArray()
  return [
    ...all.filter((at) => lower[at]?.startsWith(wanted)),
    ...all.filter((at) => lower[at]?.includes(wanted) && !lower[at].startsWith(wanted)),
  ]
}

const letters = fc.string({ unit: fc.constantFrom('a', 'B', '_', '\n', 'İ', 'é'), maxLength: 6 })

it('finds the names that a search of each of them finds, in the same order', () =>
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), letters, (names, text) => {
      const wanted = text.toLowerCase()
      fc.pre(wanted !== '')
      expect(namesWith(namesText(names), wanted)).toEqual(slowly(names, wanted))
    }),
    { numRuns: 2000 },
  ))

it('finds nothing among no names', () => {
  expect(namesWith(namesText([]), 'a')).toEqual([])
})
