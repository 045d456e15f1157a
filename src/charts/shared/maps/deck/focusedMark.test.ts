import { describe, expect, it } from 'vitest'
import { chartTheme } from '../../theme.ts'
import { placesIn, startViewport } from '../viewport.ts'
import { boundsOfMark, type FocusedMark, focusLayers, viewShowing } from './focusedMark.ts'

const marked = (kind: FocusedMark['layer']['kind'], props: Record<string, unknown>): FocusedMark => ({
  layer: { kind, id: 'marks', props },
  mark: 0,
})
const point = marked('scatterplot', { getPosition: () => [13, 52] })
const arc = marked('arc', { getSourcePosition: () => [-70, 40], getTargetPosition: () => [13, 52] })
const line = marked('path', {
  getPath: () => [
    [0, 10],
    [20, -5],
  ],
})
const area = marked('polygon', {
  getPolygon: () => [
    [
      [0, 0],
      [4, 0],
      [4, 90],
    ],
    [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
  ],
})

describe('a mark that is reached by keyboard', () => {
  it.each([
    ['a place', point, [13, 52, 13, 52]],
    ['an arc', arc, [-70, 40, 13, 52]],
    ['a line', line, [0, -5, 20, 10]],
    ['an area, as far as the edge of the map', area, [0, 0, 4, 85.051_128_779_806_59]],
  ])('has a box: %s', (_name, mark, box) => expect(boundsOfMark(mark)?.flat()).toEqual(box))

  it('has no box without a place', () =>
    expect(boundsOfMark(marked('polygon', { getPolygon: () => [] }))).toBeUndefined())

  it.each([
    ['a ring', point, ['focusedPlaces0', 'focusedPlaces1'], 1],
    ['a ring at both ends', arc, ['focusedPlaces0', 'focusedPlaces1'], 2],
    ['its line', line, ['focusedLines0', 'focusedLines1'], 1],
    ['the outlines of its rings', area, ['focusedLines0', 'focusedLines1'], 2],
  ])('is highlighted by %s', (_name, mark, ids, number) => {
    const layers = focusLayers(mark, chartTheme('light'))
    expect(layers.map(({ id }) => id)).toEqual(ids)
    expect(layers.map(({ props }) => (props['data'] as unknown[]).length)).toEqual([number, number])
  })
})

describe('the view that shows a box', () => {
  const size = { width: 400, height: 300 }
  const view = { ...startViewport, longitude: 10, latitude: 50, zoom: 5 }
  const shown = (box: [[number, number], [number, number]]) =>
    viewShowing(box, view, size, ([x, y]) => placesIn(view, size)([x, y]))

  it('is the current one if it shows the box', () =>
    expect(
      shown([
        [9, 49],
        [11, 51],
      ]),
    ).toBeUndefined())

  it('has the box in its middle, at the same zoom', () =>
    expect(
      shown([
        [-70, 40],
        [-70, 40],
      ]),
    ).toEqual({ ...view, longitude: -70, latitude: expect.closeTo(40, 6) as number }))

  it('is zoomed out where the box is larger than the map', () => {
    const next = shown([
      [-70, 40],
      [13, 52],
    ])
    expect(next?.zoom).toBeLessThan(5)
    const place = placesIn(next!, size)
    expect([place([-70, 40])[0] >= 39, place([13, 52])[0] <= 361]).toEqual([true, true])
  })
})
