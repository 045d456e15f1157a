import { expect, it } from 'vitest'
import { arranged } from './arranged.ts'

const box = { side: 100, isRound: false }

it.each([
  ['that are far apart are as large as they were saved', [0, 100, 210], { scale: 1, shown: [true, true, true] }],
  ['that are near each other are smaller', [0, 80, 200], { scale: 0.85, shown: [true, true, true] }],
  [
    'that would be too small are left out',
    [0, 20, 40, 60, 200],
    { scale: 0.55, shown: [true, false, false, true, true] },
  ],
] as const)('charts %s', (_case, xs, expected) => {
  expect(
    arranged(
      xs.map((x) => [x, 10]),
      box,
    ),
  ).toEqual(expected)
})

it('round charts may touch at their corners', () => {
  const middles = [
    [0, 0],
    [70, 70],
  ] as const
  expect(arranged(middles, { ...box, isRound: true }).scale).toBe(1)
  expect(arranged(middles, box).scale).toBeLessThan(1)
})

it('charts are not smaller than can be read', () => {
  const middles = [
    [0, 0],
    [5, 0],
  ] as const
  expect(arranged(middles, { side: 44, isRound: false })).toEqual({ scale: 1, shown: [true, false] })
})
