import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answer } from '../testing/drawInput.ts'
import { readGroups } from './groups.ts'
import { type Branch, combineSmall, flatBranches, foldLevels } from './hierarchy.ts'
import { atOnce } from './steps.ts'

type Row = [region: string, year: number, amount: number]

function folded(rows: Row[]): Branch[] {
  const data = answer({ region: [1, rows.map(([region]) => region)], year: [0, rows.map(([, year]) => year)] })
  return atOnce(foldLevels(readGroups(data, ['region', 'year']), [rows.map(([, , amount]) => amount)]))
}
const shown = (branches: Branch[]) => flatBranches(branches).map(({ path, sums }) => [path.join('/'), sums[0]])

describe('combineSmall', () => {
  const rows: Row[] = [
    ['north', 10, 5],
    ['south', 2, 1],
    ['south', 10, 20],
    ['south', 9, 1],
    ['north', 9, 5],
    ['east', 1, 2],
  ]

  it('combines the small branches of a parent after the others', () => {
    expect(shown(atOnce(combineSmall(folded(rows), 4, true)).branches)).toEqual([
      ['north', 10],
      ['north/10', 5],
      ['north/1 more', 5],
      ['south', 22],
      ['south/10', 20],
      ['south/2 more', 2],
      ['1 more', 2],
    ])
  })

  it('sorts levels by their values if the rows have no order', () => {
    expect(shown(atOnce(combineSmall(folded(rows), 100, false)).branches).map(([path]) => path)).toEqual([
      'east',
      'east/1',
      'north',
      'north/9',
      'north/10',
      'south',
      'south/2',
      'south/9',
      'south/10',
    ])
  })

  it('keeps every sum, as many parts as wanted, and parents of what it keeps', () => {
    fc.assert(
      fc.property(rowsOf, fc.integer({ min: 1, max: 12 }), fc.boolean(), (some, most, isOrdered) => {
        const before = folded(some)
        const { branches, combined } = atOnce(combineSmall(before, most, isOrdered))
        const all = flatBranches(branches)
        const kept = all.filter((branch) => branch.combined === undefined)
        expect(kept.length).toBe(Math.min(most, flatBranches(before).length))
        expect(kept.length + combined).toBe(flatBranches(before).length)
        const total = (parts: Branch[]) => parts.reduce((sum, { sums }) => sum + sums[0]!, 0)
        expect(total(branches)).toBe(total(before))
        for (const { children, sums } of all) if (children.length > 0) expect(total(children)).toBe(sums[0])
      }),
    )
  })

  it('shows the same for rows in another order, also if many are equal', () => {
    const shuffled = rowsOf.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    )
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 1, max: 12 }), ([some, others], most) => {
        const [one, other] = [some, others].map((each) => atOnce(combineSmall(folded(each), most, false)))
        expect(shown(other!.branches)).toEqual(shown(one!.branches))
      }),
    )
  })
})

const rowsOf = fc.array(
  fc.tuple(
    fc.constantFrom('north', 'south', 'east', 'B 10', 'B 9'),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 3 }),
  ),
  { minLength: 1, maxLength: 40 },
) as fc.Arbitrary<Row[]>
