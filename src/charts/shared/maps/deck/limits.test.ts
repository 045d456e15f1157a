import { describe, expect, it } from 'vitest'
import { type Bounds, placesIn, startViewport, type Viewport } from '../viewport.ts'
import { limitsOf } from './limits.ts'
import { viewOf } from './sceneView.ts'

const edges = [
  [-180, 90],
  [180, 90],
  [180, -90],
  [-180, -90],
] as const
const world: Bounds = [
  [-180, -85],
  [180, 85],
]
const sizes = [
  { width: 450, height: 330 },
  { width: 204, height: 200 },
  { width: 1376, height: 820 },
  { width: 358, height: 700 },
]
const looksOf = (size: { width: number; height: number }, more: object = {}) => ({
  size,
  viewport: startViewport,
  covered: 36,
  repeats: false,
  ...more,
})
/** px between the edge of the picture and the nearest of the places */
const roomAround = (view: Viewport, { width, height }: { width: number; height: number }) => {
  const places = edges.map((place) => placesIn(view, { width, height })(place))
  return Math.min(...places.flatMap(([x, y]) => [x, y, width - x, height - y]))
}
const farAway = [
  { longitude: 180, latitude: 89 },
  { longitude: -180, latitude: -89 },
  { longitude: 500, latitude: 0 },
]

describe.each(sizes)('the limits of a map of $width x $height px', (size) => {
  it('show marks at the edges of the world whole', () => {
    expect(roomAround(viewOf({ ...looksOf(size), bounds: world }), size)).toBeGreaterThan(20)
    const { leastZoom, within } = limitsOf(looksOf(size))
    const least = within({ ...startViewport, longitude: 0, latitude: 0, zoom: leastZoom })
    expect(roomAround(least, size)).toBeGreaterThan(20)
  })

  it('keep the world inside, or the view on the world', () => {
    const { leastZoom, within } = limitsOf(looksOf(size))
    for (const far of farAway) {
      expect(roomAround(within({ ...startViewport, ...far, zoom: leastZoom }), size)).toBeGreaterThan(-1)
      // the world is wider than the map: at most 24 px beyond its edges are visible
      const view = within({ ...startViewport, ...far, zoom: 4 })
      const place = placesIn(view, size)
      const [[west, north], [east, south]] = [place(edges[0]), place(edges[2])]
      expect(Math.max(west, north, size.width - east, size.height - south)).toBeLessThan(25)
    }
  })

  it('allow the view of the data', () => {
    const data: Bounds = [
      [180, 84],
      [180, 84],
    ]
    const looks = looksOf(size, { data, bounds: data })
    const start = viewOf(looks)
    const kept = limitsOf(looks).within({ ...start, zoom: start.zoom + 1 })
    expect(kept.longitude).toBeCloseTo(start.longitude)
    expect(kept.latitude).toBeCloseTo(start.latitude)
  })
})

it('a map that continues beyond 180 degrees turns around the world', () => {
  const { within } = limitsOf(looksOf(sizes[0]!, { repeats: true }))
  expect(within({ ...startViewport, longitude: 190 }).longitude).toBe(-170)
})
