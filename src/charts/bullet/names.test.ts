import { expect, it } from 'vitest'
import { namesOfRanges, placeNames } from './names.ts'

const rowsOf = (marks: [label: string, x: number][], width: number) =>
  placeNames(
    marks.map(([label, x]) => ({ label, x })),
    width,
    11,
  ).map(({ label, anchor, row }) => [label, anchor, row])

it('centers names that are far from each other', () =>
  expect(
    rowsOf(
      [
        ['Target', 300],
        ['Last year', 100],
      ],
      400,
    ),
  ).toEqual([
    ['Last year', 'middle', 0],
    ['Target', 'middle', 0],
  ]))
it('lets the names of two near marks point away from each other', () =>
  expect(
    rowsOf(
      [
        ['Seattle', 112],
        ['Hot day', 122],
      ],
      204,
    ),
  ).toEqual([
    ['Seattle', 'end', 0],
    ['Hot day', 'start', 0],
  ]))
it('puts a name in a higher row rather than omitting it', () =>
  expect(
    rowsOf(
      [
        ['First', 100],
        ['Second', 103],
        ['Third', 104],
      ],
      400,
    ),
  ).toEqual([
    ['First', 'middle', 0],
    ['Second', 'middle', 1],
    ['Third', 'middle', 2],
  ]))
it('centers the names of ranges in their visible part', () => {
  const named = namesOfRanges(
    [
      { value: 200, label: 'Good' },
      { value: 100, label: 'Poor' },
    ],
    (value) => value,
    [0, 200],
    11,
  )
  expect(named).toEqual([
    { label: 'Poor', x: 50, anchor: 'middle' },
    { label: 'Good', x: 150, anchor: 'middle' },
  ])
})
