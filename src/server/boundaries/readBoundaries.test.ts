import { geoArea, geoContains } from 'd3-geo'
import type { FeatureCollection } from 'geojson'
import { feature } from 'topojson-client'
import { topology } from 'topojson-server'
import { describe, expect, it } from 'vitest'
import { limits, readBoundaries } from './readBoundaries.ts'

const square = (x: number, y: number, size = 2) => [
  [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ],
]
const area = (properties: object | null, coordinates: unknown = square(0, 0), type = 'Polygon') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })
const featuresOf = ({ topology: shape }: ReturnType<typeof readBoundaries>) =>
  (feature(shape, shape.objects.regions) as FeatureCollection).features

const districts = collection(
  area({ district: 'N1', name: 'North', area: 12.5, seller: 'Ann' }, square(10, 50)),
  area({ district: 'S1', name: 'South', area: 7.25, seller: 'Bob' }, square(10, 48)),
)

describe('regions', () => {
  it('have the code, the name and other unique values of their features', () => {
    const read = readBoundaries(districts)
    expect(read).toMatchObject({ regions: 2, codeProperty: 'district', nameProperty: 'name', isPlan: false, notes: [] })
    expect(featuresOf(read).map(({ properties }) => properties)).toEqual([
      { code: 'N1', name: 'North', also: ['Ann'] },
      { code: 'S1', name: 'South', also: ['Bob'] },
    ])
  })

  it('are where their features are, for any winding order and notation', () => {
    const given = JSON.parse(districts) as FeatureCollection
    const reversed = collection(
      area({ code: 'N1' }, [square(10, 50)[0]!.toReversed()]),
      area({ code: 'S1' }, [square(10, 48)], 'MultiPolygon'),
    )
    for (const text of [districts, reversed, JSON.stringify(topology({ land: given }, 1e5))]) {
      const [north, south] = featuresOf(readBoundaries(text))
      expect([geoContains(north!, [11, 51]), geoContains(north!, [11, 49])]).toEqual([true, false])
      expect([geoContains(south!, [11, 51]), geoContains(south!, [11, 49])]).toEqual([false, true])
      expect(geoArea(north!)).toBeLessThan(0.01)
    }
  })

  it('continue beyond 180 degrees', () => {
    const crossing = [
      [
        [178, 0],
        [-178, 0],
        [-178, 4],
        [178, 4],
        [178, 0],
      ],
    ]
    const [region, east] = featuresOf(
      readBoundaries(collection(area({ id: 'a' }, crossing), area({ id: 'b' }, square(-178, 0)))),
    )
    expect([geoContains(region!, [180, 2]), geoContains(region!, [0, 2])]).toEqual([true, false])
    expect(geoContains(east!, [-177, 1])).toBe(true)
  })

  it('around a pole do not cover the rest of the globe', () => {
    const coast = [180, 90, 0, -90, -180].map((x) => [x, -70])
    const ring = [[-180, -90], [180, -90], ...coast, [-180, -90]]
    for (const each of [ring, ring.toReversed()]) {
      const [land] = featuresOf(readBoundaries(collection(area({ id: 'AQ' }, [each]))))
      expect([geoContains(land!, [45, -85]), geoContains(land!, [45, 0])]).toEqual([true, false])
      expect(geoArea(land!)).toBeLessThan(0.5)
    }
  })

  it('with the same code are one region', () => {
    const text = collection(area({ key: 'A' }), area({ key: 'A' }, square(5, 5)), area({ key: 'B' }, square(9, 9)))
    const read = readBoundaries(text, { codeProperty: 'key' })
    expect(read.regions).toBe(2)
    expect(read.notes).toEqual(['One area has the code of another one and is part of its region.'])
    const [first] = featuresOf(read)
    expect([geoContains(first!, [1, 1]), geoContains(first!, [6, 6])]).toEqual([true, true])
  })

  it.each([
    ['with the same code, in any case', ['A', 'a', 'B', 'C'], 'code', 3],
    ['with the same name, without a code', ['A', 'A', 'A', 'B'], 'name', 2],
    ['whose codes are kinds: fewer than half of them differ', ['A', 'A', 'A', 'A', 'B'], 'code', 5],
  ])('%s', (_name, values, property, regions) => {
    const text = collection(...values.map((value, at) => area({ [property]: value, ...(regions === 5 && { id: at }) })))
    expect(readBoundaries(text).regions).toBe(regions)
  })

  it('are found by a property that is written in another case', () =>
    expect(readBoundaries(districts, { codeProperty: 'District', nameProperty: 'NAME' })).toMatchObject({
      codeProperty: 'district',
      nameProperty: 'name',
    }))

  it.each([
    [
      [null, {}],
      'No area has a code or a name, so charts find no rows for it: add a property such as “code” to the features.',
    ],
    [[{ name: 'North' }, {}], 'Charts find no rows for regions that have no code and no name: 1 of 2.'],
    [[{ name: 'North' }, {}, null], 'Charts find no rows for regions that have no code and no name: 2 of 3.'],
  ])('that no row can match are named: %j', (given, note) =>
    expect(readBoundaries(collection(...given.map((each) => area(each)))).notes).toEqual([note]),
  )

  it('with latitudes beyond 90 are a plan, and a note says so', () => {
    const text = collection(area({ id: 1 }), area({ id: 2 }, square(9, 89.5)))
    expect(readBoundaries(text)).toMatchObject({
      isPlan: true,
      notes: ['Feature 2 has the coordinates 11, 91.5, which are not degrees: the map is a plan.'],
    })
    expect(readBoundaries(text, { isPlan: true }).notes).toEqual([])
  })

  it('of a plan have coordinates that are not degrees', () => {
    const read = readBoundaries(collection(area({ room: 'A.101' }, square(400, 1200, 30))))
    expect([read.isPlan, read.topology.isPlan]).toEqual([true, true])
    expect(featuresOf(read)[0]!.geometry).toMatchObject({ coordinates: [[expect.arrayContaining([[430, 1230]])]] })
    expect(readBoundaries(collection(area({ room: 'A' })), { isPlan: true }).isPlan).toBe(true)
  })

  it('without properties have numbers', () =>
    expect(featuresOf(readBoundaries(collection(area(null), area({})))).map(({ properties }) => properties)).toEqual([
      { name: 'Region 1' },
      { name: 'Region 2' },
    ]))

  it('are drawn without details that are too small for any screen', () => {
    const count = 3000
    const ring = Array.from({ length: count }, (_, at) => {
      const angle = (2 * Math.PI * at) / count
      const radius = 10 + ((at * 7919) % 101) / 1e5
      return [radius * Math.cos(angle), radius * Math.sin(angle)]
    })
    const read = readBoundaries(collection(area({ id: 'round' }, [[...ring, ring[0]!]])), {}, 1000)
    expect(read.notes).toEqual([expect.stringMatching(/^Details were left out: \d+ of 3001 points are drawn\.$/)])
    const drawn = read.topology.arcs.reduce((sum, arc) => sum + arc.length, 0)
    expect([drawn > 10, drawn <= 1000]).toEqual([true, true])
    const [whole] = featuresOf(read)
    expect([geoContains(whole!, [9.9, 0]), geoContains(whole!, [10.1, 0])]).toEqual([true, false])
  })
})

describe('files that do not become a map', () => {
  it.each([
    ['no JSON', '{"type": ', /^it is no JSON \(/],
    ['a table', 'code;name\nN1;North\n', 'it is no GeoJSON or TopoJSON: such a file begins with “{”.'],
    ['a list', '[1, 2]', /^it is no GeoJSON or TopoJSON: it is no object/],
    ['another object', '{"type": "Chart"}', /its type is "Chart"/],
    ['no type', '{}', /its type is missing/],
    ['no features', '{"type": "FeatureCollection"}', /list of features is missing/],
    ['points only', collection(area({}, [1, 2], 'Point')), /no areas: a map needs features with polygons/],
    ['an empty collection', collection(), /no areas/],
    ['a text for a number', collection(area({}), area({}, [[['1', 2]]])), /^feature 2 has coordinates/],
    ['a ring too few', collection(area({}, [[1, 2]])), /^feature 1 has coordinates/],
    [
      'a coordinate without a measure',
      collection(
        area({}, [
          [
            [-1e308, 0],
            [1e308, 0],
            [0, 1],
            [-1e308, 0],
          ],
        ]),
      ),
      /^feature 1 has/,
    ],
    ['an area without corners', collection(area({}, [[]]), area({}, [])), /no areas/],
    ['a topology without areas', '{"type": "Topology", "objects": {}, "arcs": []}', /no object of the topology/],
    [
      'a topology without arcs',
      '{"type": "Topology", "objects": {"a": {"type": "Polygon", "arcs": [[7]]}}, "arcs": []}',
      /^its arcs cannot be read/,
    ],
    [
      'too many regions',
      collection(...Array.from({ length: limits.regions + 1 }, (_, at) => area({ id: at }))),
      /^it has 5001 regions/,
    ],
  ])('%s', (_name, text, message) => expect(() => readBoundaries(text)).toThrow(message))

  it('name a property that no feature has', () =>
    expect(() => readBoundaries(districts, { codeProperty: 'plz' })).toThrow('no feature has the property “plz”.'))

  it('leave out features that are not areas, and report it', () =>
    expect(readBoundaries(collection(area({ id: 1 }), area({ id: 2 }, [1, 2], 'Point'))).notes).toEqual([
      '1 of 2 features are not areas and were left out.',
    ]))

  it('leave out rings without an area', () => {
    const { notes, regions } = readBoundaries(
      collection(area({ id: 1 }, [...square(0, 0), []]), area({ id: 2 }, [[[1, 1]]])),
    )
    expect([regions, notes]).toEqual([1, ['1 of 2 features are not areas and were left out.']])
  })
})
