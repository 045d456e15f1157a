import { expect, it } from 'vitest'
import { answer } from '../../testing/drawInput.ts'
import { readPositions, readSpatial, spatialColumns } from './spatial.ts'
import {
  type Bounds,
  boundsOf,
  fitBounds,
  fitMarks,
  mercatorEdge,
  pixelsOfMeter,
  readViewport,
  startViewport,
  worldPixels,
} from './viewport.ts'

const data = answer({
  lon: [0, [2.35, null, 200, '13.4', 500]],
  lat: [0, [48.86, 1, 100, '52.52', 1]],
  both: [1, ['2.35,48.86', '(1; 2)', '3 4', 'x,y', null]],
  piped: [1, ['2.35|48.86', '1|2|3', '|', '1|', '7|8']],
  hash: [1, ['u09', 'U09', '', 'a', null]],
})
const placesOf = (saved: unknown) => {
  const { values, missing } = readPositions(data, readSpatial(saved))
  const pairs = Array.from({ length: values.length / 2 }, (_, row) => [values[row * 2]!, values[row * 2 + 1]!])
  return { pairs: pairs.map(([x, y]) => (Number.isNaN(x!) ? null : [x!, y!])), missing }
}

it.each([
  ['two columns', { type: 'latlong', lonCol: 'lon', latCol: 'lat' }, [[2.35, 48.86], null, null, [13.4, 52.52], null]],
  [
    'swapped columns',
    { type: 'latlong', lonCol: 'lat', latCol: 'lon', reverseCheckbox: true },
    [[2.35, 48.86], null, null, [13.4, 52.52], null],
  ],
  ['one column', { type: 'delimited', lonlatCol: 'both' }, [[2.35, 48.86], [1, 2], [3, 4], null, null]],
  [
    'a delimiter of its own',
    { type: 'delimited', lonlatCol: 'piped', delimiter: '|' },
    [[2.35, 48.86], null, null, null, [7, 8]],
  ],
])('reads %s', (_name, saved, expected) => {
  expect(placesOf(saved)).toEqual({ pairs: expected, missing: expected.filter((place) => place === null).length })
})

it('reads the centers of geohash cells', () => {
  const { pairs, missing } = placesOf({ type: 'geohash', geohashCol: 'hash' })
  // the cell u09 is from 1.40625 to 2.8125 east, from 47.8125 to 49.21875 north
  expect(pairs).toEqual([[2.109375, 48.515625], [2.109375, 48.515625], null, null, null])
  expect(missing).toBe(3)
})

it.each([undefined, null, 'x', [], {}, { type: 'latlong', lonCol: 'lon' }, { type: 'h3' }])(
  '%j is not a place',
  (saved) => {
    expect(readSpatial(saved)).toBeUndefined()
    expect(spatialColumns(readSpatial(saved))).toEqual([])
    expect(placesOf(saved).missing).toBe(5)
  },
)

it('a viewport has limits and defaults', () => {
  expect(readViewport(undefined)).toEqual(startViewport)
  expect(readViewport({ zoom: '99', latitude: -120, longitude: 'x', pitch: null })).toEqual({
    ...startViewport,
    zoom: 22,
    latitude: -90,
  })
})

it('bounds are those of the places, limited to the edge of the map', () => {
  expect(boundsOf(new Float64Array([1, 2, Number.NaN, Number.NaN, -3, 90]))).toEqual([
    [-3, 2],
    [1, 85.05112877980659],
  ])
  expect(boundsOf(new Float64Array([Number.NaN, Number.NaN]))).toBeUndefined()
})

it('a box fits into the size with space around it', () => {
  // 90 degrees are a quarter of the world
  const wide = fitBounds(
    [
      [-45, -1],
      [45, 1],
    ],
    { width: 304, height: 400 },
  )
  expect(worldPixels(wide.zoom)).toBeCloseTo(4 * 256)
  expect([wide.longitude, wide.latitude]).toEqual([0, expect.closeTo(0)])
  const world = fitBounds(
    [
      [-180, -85.05112877980659],
      [180, 85.05112877980659],
    ],
    { width: 2000, height: 560 },
  )
  expect(world.zoom).toBeCloseTo(0)
  expect(
    fitBounds(
      [
        [5, 5],
        [5, 5],
      ],
      { width: 300, height: 200 },
    ).zoom,
  ).toBe(14)
})

it('the view of a line around the world many times shows one world', () => {
  const size = { width: 800, height: 400 }
  const boundsTo = (east: number): Bounds => [
    [-180, -10],
    [east, 10],
  ]
  expect(fitMarks(boundsTo(55 * 360), size)).toEqual(fitBounds(boundsTo(180), size))
})

it('a meter has more px in the north', () => {
  expect(pixelsOfMeter(0, 0) * 40_075_016.686).toBeCloseTo(512)
  expect(pixelsOfMeter(3, 60) / pixelsOfMeter(3, 0)).toBeCloseTo(2)
})

it.each([86, 88, 90, -90])(
  'a meter at the latitude %d has the px of the edge, where the place is shown',
  (latitude) => {
    expect(pixelsOfMeter(3, latitude)).toBe(pixelsOfMeter(3, mercatorEdge))
  },
)

it('places beyond the edge of the map are shown at the edge', () => {
  const bounds = boundsOf(Float64Array.of(10, 88, 20, 89))
  expect(bounds?.map(([, latitude]) => latitude)).toEqual([85.05112877980659, 85.05112877980659])
  const view = fitBounds(bounds!, { width: 400, height: 300 })
  expect(Object.values(view).every(Number.isFinite)).toBe(true)
})
