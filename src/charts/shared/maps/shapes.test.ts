import { describe, expect, it, vi } from 'vitest'
import { decodePolyline } from '../../../model/geography/polyline.ts'
import type { JsonCell } from '../../../model/query/chartData.ts'
import { answer } from '../../testing/drawInput.ts'
import { type Encoding, readAreas, readFeatures, readLines } from './shapes.ts'

const cells = (...values: JsonCell[]) => answer({ shape: [1, values] })
const lines = (cell: JsonCell, encoding: Encoding = 'json', reversed = false) =>
  readLines(cells(cell), { column: 'shape', encoding, reversed })
const areas = (cell: JsonCell, encoding: Encoding = 'json', reversed = false) =>
  readAreas(cells(cell), { column: 'shape', encoding, reversed })

describe('an encoded polyline', () => {
  it.each([
    // the example in the description of the format
    [
      '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
      [
        [38.5, -120.2],
        [40.7, -120.95],
        [43.252, -126.453],
      ],
    ],
    ['', []],
    ['_p~iF', undefined],
    ['_p~iF~ps|', undefined],
    ['é', undefined],
    ['~'.repeat(200), undefined],
  ])('%j', (text, expected) => expect(decodePolyline(text)).toEqual(expected))
})

describe('lines', () => {
  it.each<[string, JsonCell, Encoding, boolean, unknown]>([
    [
      'a list of points',
      '[[1,2],[3,4]]',
      'json',
      false,
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    [
      'points with heights',
      '[[1,2,99],[3,4,98]]',
      'json',
      false,
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    [
      'several lists',
      '[[[1,2],[3,4]],[[5,6],[7,8]]]',
      'json',
      false,
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
    ],
    [
      'GeoJSON',
      '{"type":"LineString","coordinates":[[1,2],[3,4]]}',
      'json',
      false,
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    [
      'latitudes first',
      '[[50,100],[51,101]]',
      'json',
      true,
      [
        [
          [100, 50],
          [101, 51],
        ],
      ],
    ],
    [
      'a polyline, latitudes first',
      '_p~iF~ps|U_ulLnnqC',
      'polyline',
      true,
      [
        [
          [-120.2, 38.5],
          [-120.95, 40.7],
        ],
      ],
    ],
    [
      'a list that the database sent',
      [
        [1, 2],
        [3, 4],
      ],
      'json',
      false,
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
  ])('%s', (_name, cell, encoding, reversed, expected) => {
    const found = lines(cell, encoding, reversed)
    expect(found.marks).toEqual(expected)
    expect(found.missing).toBe(0)
  })

  it.each<[string, JsonCell, Encoding]>([
    ['nothing', null, 'json'],
    ['an empty text', '', 'json'],
    ['no JSON', '[[1,2],[3,', 'json'],
    ['a number', 5, 'json'],
    ['a text', '"x"', 'json'],
    ['one point', '[[1,2]]', 'json'],
    ['a point with one number', '[[1],[2]]', 'json'],
    ['numbers as texts', '[["1","2"],["3","4"]]', 'json'],
    ['swapped coordinates', '[[50,100],[51,101]]', 'json'],
    ['one point beyond the earth among others', '[[1,2],[3,400],[5,6]]', 'json'],
    ['no polyline', 'é', 'polyline'],
    ['lists in lists in lists', '['.repeat(3000) + ']'.repeat(3000), 'json'],
    ['no geohash', 'aaaa!', 'geohash'],
    ['a feature without a geometry', '{"type":"Feature","geometry":null}', 'json'],
    ['an object', '{"x":1}', 'json'],
  ])('%s counts as a missing row', (_name, cell, encoding) => {
    const found = lines(cell, encoding)
    expect([found.marks, found.missing]).toEqual([[], 1])
  })

  it('continue across 180 degrees', () =>
    expect(lines('[[170,1],[-170,2],[-160,3],[175,4]]').marks[0]).toEqual([
      [170, 1],
      [190, 2],
      [200, 3],
      [175, 4],
    ]))

  it('keep the row that they belong to', () => {
    const found = readLines(cells('x', '[[1,2],[3,4]]', '[[[1,2],[3,4]],[[5,6],[7,8]]]'), {
      column: 'shape',
      encoding: 'json',
      reversed: false,
    })
    expect([found.rows, found.missing]).toEqual([[1, 2, 2], 1])
  })
})

describe('areas', () => {
  const ring = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 0],
  ]
  const hole = [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 1],
  ]
  it.each([
    ['a ring', ring, [[ring]]],
    ['a ring that is not closed', ring.slice(0, 3), [[ring.slice(0, 3)]]],
    ['a ring with a hole', [ring, hole], [[ring, hole]]],
    ['several areas', [[ring], [ring, hole]], [[ring], [ring, hole]]],
    ['GeoJSON', { type: 'MultiPolygon', coordinates: [[ring], [ring]] }, [[ring], [ring]]],
  ])('%s', (_name, value, expected) => expect(areas(JSON.stringify(value)).marks).toEqual(expected))

  it('of a geohash are the outline of its cell', () =>
    expect(areas('u', 'geohash').marks).toEqual([
      [
        [
          [0, 90],
          [45, 90],
          [45, 45],
          [0, 45],
          [0, 90],
        ],
      ],
    ]))

  it.each([
    ['two points', '[[0,0],[1,1]]'],
    ['a line and back', '[[0,0],[1,1],[0,0]]'],
    ['a line of GeoJSON', '{"type":"LineString","coordinates":[[0,0],[1,1],[1,2]]}'],
  ])('%s counts as a missing row', (_name, cell) => expect(areas(cell).missing).toBe(1))

  it('that cross themselves touch themselves where they crossed', () => {
    const ring = areas('[[0,0],[4,4],[4,0],[0,4]]').marks[0]?.[0]
    const middle = [2, expect.closeTo(2, 1)]
    expect(ring).toEqual([[0, 0], middle, [4, 0], [4, 4], middle, [0, 4], [0, 0]])
  })

  it('continue across 180 degrees, with their holes', () => {
    const [area] = areas('[[[170,0],[-170,0],[-170,9],[170,9]],[[-176,2],[-174,2],[-174,4]]]').marks
    expect(area).toEqual([
      [
        [170, 0],
        [190, 0],
        [190, 9],
        [170, 9],
      ],
      [
        [184, 2],
        [186, 2],
        [186, 4],
      ],
    ])
  })

  it('around the whole world are as wide as it', () => {
    const [area] = areas('[[-180,60],[180,60],[180,85],[-180,85],[-180,60]]').marks
    expect(area![0]!.map(([x]) => x)).toEqual([-180, 180, 180, -180, -180])
    expect(lines('[[-180,0],[180,0]]').marks).toEqual([
      [
        [-180, 0],
        [180, 0],
      ],
    ])
    expect(lines('[[180,0],[-180,1]]').marks[0]).toEqual([
      [180, 0],
      [180, 1],
    ])
  })
  it('around a pole are closed along the edge of the map', () => {
    const [area] = areas('[[0,-70],[90,-70],[180,-70],[-90,-70],[0,-70]]').marks
    expect(area![0]!.at(-2)).toEqual([0, -85.05112877980659])
  })
})

describe('features', () => {
  const features = (value: unknown) => readFeatures(cells(JSON.stringify(value)), 'shape')
  const point = { type: 'Point', coordinates: [1, 2] }
  it('are read from geometries, features and collections', () => {
    const feature = { type: 'Feature', properties: { name: 'x' }, geometry: point }
    const both = { type: 'FeatureCollection', features: [feature, { ...feature, properties: null }] }
    const within = { type: 'GeometryCollection', geometries: [point, { type: 'MultiPoint', coordinates: [[3, 4]] }] }
    expect(features(point).marks).toEqual([{ points: [[1, 2]], lines: [], areas: [], properties: {} }])
    expect(features(both).marks.map(({ properties }) => properties)).toEqual([{ name: 'x' }, {}])
    expect(features(within).marks.flatMap(({ points }) => points)).toEqual([
      [1, 2],
      [3, 4],
    ])
  })
  it('with one invalid part count as a missing row', () =>
    expect(
      features({ type: 'GeometryCollection', geometries: [point, { type: 'Point', coordinates: [1, 200] }] }),
    ).toMatchObject({
      marks: [],
      missing: 1,
    }))
  it('of nested collections are followed to a limited depth', () => {
    let value: unknown = point
    for (let depth = 0; depth < 20; depth += 1) value = { type: 'GeometryCollection', geometries: [value] }
    expect(features(value).missing).toBe(1)
  })
})

describe('too much geometry', () => {
  it('in a cell is not read, and is counted', () => {
    const huge = `[${'[1,2],'.repeat(1_700_000)}[1,2]]`
    const found = readLines(cells(huge, '[[1,2],[3,4]]'), { column: 'shape', encoding: 'json', reversed: false })
    expect([found.rows, found.tooLarge, found.missing]).toEqual([[1], 1, 0])
  })
  it('in all rows together is drawn up to a limit', () => {
    const line = `[${'[1,2],'.repeat(399_999)}[1,2]]`
    const found = readLines(cells(line, line, line, '[[1,2],[3,4]]'), {
      column: 'shape',
      encoding: 'json',
      reversed: false,
    })
    expect([found.rows, found.tooLarge]).toEqual([[0, 1, 3], 1])
  })
  it('is not parsed if its brackets show that it has more points than may be drawn', () => {
    const parse = vi.spyOn(JSON, 'parse')
    const huge = `{"type":"MultiPoint","coordinates":[${'[1,2],'.repeat(1_700_000 / 2)}[1,2]]}`
    const found = readFeatures(cells(huge, huge, huge, '{"type":"Point","coordinates":[1,2]}'), 'shape')
    expect([found.rows, found.tooLarge]).toEqual([[0, 3], 2])
    expect(parse.mock.calls.map(([text]) => text.length)).toEqual([huge.length, 36])
    parse.mockRestore()
  })
  it('is read up to a number of characters in all cells together', () => {
    const text = JSON.stringify({ type: 'Point', coordinates: [1, 2], about: 'x'.repeat(9_900_000) })
    const found = readFeatures(cells(...Array.from({ length: 8 }, () => text)), 'shape')
    expect([found.rows, found.tooLarge]).toEqual([[0, 1, 2, 3, 4, 5], 2])
  })
  it('of rings that cross themselves very often is resolved up to a limit for all rows together', () => {
    // each edge crosses nearly all others
    const star = Array.from({ length: 15 }, (_, at) => [5 * Math.cos(at * 2.9), 5 * Math.sin(at * 2.9)])
    const text = JSON.stringify({ type: 'Polygon', coordinates: [[...star, star[0]]] })
    const { marks } = readFeatures(cells(...Array.from({ length: 2000 }, () => text)), 'shape')
    const lengths = marks.map(({ areas }) => areas[0]![0]!.length)
    expect(lengths[0]).toBeGreaterThan(16)
    expect(lengths.at(-1)).toBe(16)
  })
})
