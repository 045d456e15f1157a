import { describe, expect, it } from 'vitest'
import { fitOf, sidesOf } from './fitGraph.ts'

describe('fitOf', () => {
  const box = { x: 10, y: 20, width: 300, height: 200 }
  it('enlarges a layout to its box', () =>
    expect(
      fitOf(
        [
          [100, 100],
          [250, 200],
        ],
        box,
      ),
    ).toEqual({ scale: [2, 2], from: [175, 150], to: [160, 120] }))
  it('reduces a layout that is too large', () =>
    expect(
      fitOf(
        [
          [0, 0],
          [600, 400],
        ],
        box,
      ).scale,
    ).toEqual([0.5, 0.5]))
  it('neither stretches nor enlarges it much', () => {
    expect(
      fitOf(
        [
          [0, 0],
          [100, 200],
        ],
        box,
      ).scale,
    ).toEqual([1.5, 1])
    expect(fitOf([[5, 5]], box).scale).toEqual([3, 3])
  })
})

it('places names where they cover no circle, away from the middle', () => {
  const name = { x: 0, y: 0, width: 30, height: 12 }
  const chart = { width: 300, height: 100 }
  const at = (x: number, radius = 10) => ({ at: [x, 50] as [number, number], radius, name })
  expect(sidesOf([at(100), at(200)], chart)).toEqual(['left', 'right'])
  // the right one is at the edge
  expect(sidesOf([at(100), at(285)], chart)).toEqual(['left', 'left'])
  expect(sidesOf([at(50), at(80), at(110), { ...at(140), name: undefined }], chart)).toEqual([
    'left',
    'top',
    'bottom',
    undefined,
  ])
})
