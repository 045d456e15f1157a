import { describe, expect, it } from 'vitest'
import { hierarchiesOf, hierarchyProblems, levelsBelow, withHierarchies } from './hierarchies.ts'

const place = { name: 'place', levels: [{ column: 'country' }, { column: 'region' }, { column: 'city' }] }

describe('the hierarchies of a dataset', () => {
  it('are read from its extra, without what is invalid', () => {
    const stored = [
      place,
      { levels: 'none' },
      7,
      { name: 3, levels: [{ column: 'a', grain: '' }, { column: 1 }, null] },
    ]
    expect(hierarchiesOf(JSON.stringify({ hierarchies: stored }))).toEqual([
      place,
      { name: '', levels: [{ column: 'a' }] },
    ])
    for (const text of [null, '', '{', '[]', '{"hierarchies":{}}']) expect(hierarchiesOf(text)).toEqual([])
  })

  it('are written without changing the rest', () => {
    const extra = JSON.stringify({ certification: { certified_by: 'Ann' }, hierarchies: [] })
    const written = withHierarchies(extra, [place])
    expect(JSON.parse(written!)).toEqual({ certification: { certified_by: 'Ann' }, hierarchies: [place] })
    expect(JSON.parse(withHierarchies(written, [])!)).toEqual({ certification: { certified_by: 'Ann' } })
    expect(withHierarchies(null, [])).toBeNull()
    expect(withHierarchies('{ not JSON', [place])).toBe('{ not JSON')
  })

  it('need a name, two levels, and existing columns without duplicates', () => {
    const columns = new Set(['country', 'region', 'day'])
    const kinds = (levels: { column: string; grain?: string }[], name = 'place') =>
      hierarchyProblems([{ name, levels }], columns).map(({ kind }) => kind)
    expect(kinds([{ column: 'country' }, { column: 'region' }])).toEqual([])
    expect(kinds([{ column: 'country' }], ' ')).toEqual(['noHierarchyName', 'fewLevels'])
    expect(kinds([{ column: 'country' }, { column: 'city' }])).toEqual(['levelGone'])
    expect(kinds([{ column: 'country' }, { column: 'country' }])).toEqual(['levelTwice'])
    expect(
      kinds([
        { column: 'day', grain: 'P1Y' },
        { column: 'day', grain: 'P1M' },
      ]),
    ).toEqual([])
    expect(hierarchyProblems([place, place], new Set(['country', 'region', 'city']))).toMatchObject([
      { kind: 'hierarchyTwice', hierarchy: 1 },
    ])
  })
})

describe('the level below', () => {
  it('is the next one of each hierarchy, once', () => {
    const other = { name: 'sales', levels: [{ column: 'country' }, { column: 'shop' }] }
    expect(levelsBelow({ column: 'country' }, [place, other, place])).toEqual([
      { column: 'region' },
      { column: 'shop' },
    ])
    expect(levelsBelow({ column: 'city' }, [place])).toEqual([])
  })

  it('of a time is the next finer bucket, unless a hierarchy names another one', () => {
    const below = (grain: string | undefined) => levelsBelow({ column: 'day', grain }, []).map((level) => level.grain)
    expect(['P1Y', 'P3M', 'P1M', 'P1W', 'P1W/1970-01-03T00:00:00Z', 'P1D', 'PT1H', undefined].map(below)).toEqual([
      ['P3M'],
      ['P1M'],
      ['P1D'],
      ['P1D'],
      ['P1D'],
      [],
      [],
      [],
    ])
    const years = {
      name: 'time',
      levels: [
        { column: 'day', grain: 'P1Y' },
        { column: 'day', grain: 'P1M' },
      ],
    }
    expect(levelsBelow({ column: 'day', grain: 'P1Y' }, [years])).toEqual([{ column: 'day', grain: 'P1M' }])
    const anyBucket = { name: 'day of shop', levels: [{ column: 'day' }, { column: 'shop' }] }
    expect(levelsBelow({ column: 'day', grain: 'P1M' }, [anyBucket])).toEqual([{ column: 'shop' }])
  })
})
