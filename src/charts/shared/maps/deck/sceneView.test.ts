import { describe, expect, it } from 'vitest'
import { placesIn, startViewport } from '../viewport.ts'
import { asksToMove, viewOf } from './sceneView.ts'

const scene = { size: { width: 800, height: 400 }, viewport: startViewport, covered: 0 }
const box = {
  bounds: [
    [0, 40],
    [20, 60],
  ] as [[number, number], [number, number]],
}
const moved = { ...startViewport, longitude: 9, zoom: 5 }

describe('the view of a scene', () => {
  it('has space for a legend above or below its data', () => {
    const [plain, below, above] = [undefined, { top: 0, bottom: 40 }, { top: 40, bottom: 0 }].map((reserved) =>
      viewOf({ ...scene, ...box, ...(reserved && { reserved }) }),
    )
    const edges = [plain!, below!, above!].map((view) => {
      const place = placesIn(view, scene.size)
      return [place([0, 60])[1], place([20, 40])[1]].map(Math.round)
    })
    expect(edges).toEqual([
      [24, 376],
      [24, 336],
      [64, 376],
    ])
  })
  it.each([
    ['nothing has changed', scene, scene, undefined, false],
    ['the viewport has changed', scene, { ...scene, viewport: moved }, undefined, true],
    ['the viewport became what the map reported', scene, { ...scene, viewport: moved }, moved, false],
    [
      'it became what the map reported, of a chart that stores no bearing',
      scene,
      { ...scene, viewport: moved },
      { ...moved, bearing: 20, pitch: 30 },
      false,
    ],
    ['the viewport was set to another one', { ...scene, viewport: moved }, scene, moved, true],
    ['the map shows its data', { ...scene, ...box }, { ...scene, ...box, viewport: moved }, undefined, false],
    [
      'the data are elsewhere',
      { ...scene, ...box },
      {
        ...scene,
        bounds: [
          [5, 40],
          [20, 60],
        ],
      },
      undefined,
      true,
    ],
    [
      'the map has another size',
      { ...scene, ...box },
      { ...scene, ...box, size: { width: 200, height: 400 } },
      moved,
      true,
    ],
    [
      'a map that shows its data leans',
      { ...scene, ...box },
      { ...scene, ...box, viewport: { ...moved, pitch: 30 } },
      undefined,
      true,
    ],
  ] as const)('%s', (_case, before, next, reported, expected) => {
    expect(asksToMove(before as typeof scene, next as typeof scene, reported)).toBe(expected)
  })

  it('is the box of the data beside the buttons', () => {
    const free = viewOf({ ...scene, ...box })
    const beside = viewOf({ ...scene, ...box, covered: 36 })
    expect(free.longitude).toBeCloseTo(10)
    expect(beside.longitude).toBeLessThan(free.longitude)
  })
})
