import { describe, expect, it } from 'vitest'
import { colorList } from '../shared/maps/deck/rgba.ts'
import { boundsOf, fitMarks, placesIn } from '../shared/maps/viewport.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { boundsOfCircles, pointLayer, pointNames, radiusInMeters, readPoints } from './points.ts'
import type { DeckScatterForm } from './query.ts'

const spatial = { type: 'latlong', lonCol: 'lon', latCol: 'lat' }
const rows = answer({
  lon: [0, [2.35, null, 13.4, 4.9]],
  lat: [0, [48.86, 1, 52.52, 52.37]],
  d: [1, ['a', 'b', 'b', null]],
  m: [0, [100, 5, null, 400]],
})
const input = (form: Record<string, unknown> = {}) =>
  drawInput(openSaved({ viz_type: 'deck_scatter', spatial, ...form })!.formData as DeckScatterForm, [rows])
const queryOf = (form: Record<string, unknown>) =>
  contextOfSaved({ formData: { viz_type: 'deck_scatter', spatial, ...form }, datasource: noDatasource } as never)!
    .queries[0]!

describe('the query', () => {
  it('reads rows without a metric, and leaves out those without a place', () => {
    const query = queryOf({ dimension: 'd' })
    expect(query.columns).toEqual(['lon', 'lat', 'd'])
    expect(query.metrics).toBeUndefined()
    expect(query.filters).toEqual([
      { col: 'lon', op: 'IS NOT NULL' },
      { col: 'lat', op: 'IS NOT NULL' },
    ])
  })
  it('groups by the place with a metric', () => {
    const query = queryOf({
      point_radius_fixed: { type: 'metric', value: 'm' },
      filter_nulls: false,
      js_columns: ['n'],
    })
    expect(query.columns).toEqual(['lon', 'lat', 'n'])
    expect(query.metrics).toEqual(['m'])
    expect(query.filters).toEqual([])
  })
})

describe('circles of different sizes', () => {
  const sized = { point_radius_fixed: { type: 'metric', value: 'm' }, dimension: 'd', point_unit: 'radius_m' }
  it('have a thin outline in the color of the ground', () => {
    const { props } = pointLayer(input(sized), new Set())
    expect(props).toMatchObject({ stroked: true, getLineColor: colorList(chartTheme('light').mapLand) })
    expect(pointLayer(input({ dimension: 'd' }), new Set()).props['stroked']).toBeUndefined()
  })
  it('have dots in the legend whose sizes are in proportion to the median circles', () => {
    const dots = (form: object) => pointNames(input({ ...sized, ...form })).map(({ label, dot }) => [label, dot])
    // medians: 100, 10 (a row without a value), 400
    expect(dots({})).toEqual([
      ['a', 4],
      ['b', 4],
      ['<NULL>', 16],
    ])
    expect(dots({ point_unit: 'square_m' }).map(([, dot]) => dot)).toEqual([8, 14, 16])
    expect(dots({ point_radius_fixed: { type: 'fix', value: 3 } }).map(([, dot]) => dot)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the radius', () => {
  it.each([
    ['square_m', 1000, Math.sqrt(1000 / Math.PI)],
    ['square_km', 4, 1000 * Math.sqrt(4 / Math.PI)],
    ['square_miles', 1, 1609.34 / Math.sqrt(Math.PI)],
    ['radius_m', 7, 7],
    ['radius_km', 7, 7000],
    ['radius_miles', 2, 3218.68],
    ['radius_m', -7, 0],
  ] as const)('of %s %d is %d m', (unit, value, expected) => expect(radiusInMeters(value, unit)).toBeCloseTo(expected))

  it('of the largest numbers is a number that WebGL can use', () => {
    const size = { point_radius_fixed: { type: 'fix', value: 1e308 }, point_unit: 'radius_km' }
    expect([...readPoints(input(size)).radii].every(Number.isFinite)).toBe(true)
  })
  it('is that of the row, or 10 m without a value', () => {
    const size = { point_radius_fixed: { type: 'metric', value: 'm' }, point_unit: 'radius_km', multiplier: 2 }
    const { rows: found, radii, missing } = readPoints(input(size))
    expect(found).toEqual([0, 2, 3])
    expect([...radii]).toEqual([200_000, 10, 800_000])
    expect(missing).toBe(1)
  })
})

describe('colors', () => {
  const colorsOf = (
    form: Record<string, unknown>,
    hidden: string[] = [],
    filterState?: { selectedValues: string[] },
  ) => {
    const given = { ...input(form), color: (label: string) => (label === 'a' ? '#ff0000' : '#0000ff'), filterState }
    const { props } = pointLayer(given, new Set(hidden))
    const { data, getFillColor } = props as { data: number[]; getFillColor: (at: number) => number[] }
    return data.map(getFillColor)
  }
  it('are the fixed color, or those of the categories', () => {
    const plain = { color_picker: { r: 1, g: 2, b: 3, a: 0.5 } }
    expect(colorsOf(plain)).toEqual([
      [1, 2, 3, 128],
      [1, 2, 3, 128],
      [1, 2, 3, 128],
    ])
    expect(colorsOf({ dimension: 'd' })).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
      [0, 0, 255, 255],
    ])
  })
  it('of other categories are pale while one is selected', () =>
    expect(colorsOf({ dimension: 'd' }, [], { selectedValues: ['a'] }).map((color) => color[3])).toEqual([255, 77, 77]))
  it('leave out categories that are switched off', () => expect(colorsOf({ dimension: 'd' }, ['a'])).toHaveLength(2))
})

describe('a map that shows all circles', () => {
  const size = { width: 450, height: 330 }
  it.each([
    ['small', 10, 3],
    ['large', 200, 60],
    ['as large as possible', 500, 80],
  ])('has room for %s ones', (_name, multiplier, max_radius) => {
    const circles = input({
      point_radius_fixed: { type: 'metric', value: 'm' },
      point_unit: 'radius_m',
      multiplier: multiplier * 1000,
      min_radius: 1,
      max_radius,
    })
    const { positions } = readPoints(circles)
    const view = fitMarks(boundsOf(positions)!, size, undefined, (zoom) => boundsOfCircles(circles, zoom))
    const place = placesIn(view, size)
    const [[west, south], [east, north]] = boundsOfCircles(circles, view.zoom)!
    const [[left, bottom], [right, top]] = [place([west, south]), place([east, north])]
    expect(Math.min(left, top, size.width - right, size.height - bottom)).toBeGreaterThanOrEqual(0)
  })
  it('has room for a circle that is as large as the map at first', () => {
    const marksAt = (zoom: number) => {
      const degrees = Math.min(0.9, (250 / 512 / 2 ** zoom) * 360)
      return [
        [10 - degrees, -degrees],
        [10 + degrees, degrees],
      ] as [[number, number], [number, number]]
    }
    const view = fitMarks(
      [
        [10, 0],
        [10, 0],
      ],
      size,
      undefined,
      marksAt,
    )
    expect(view.zoom).toBeGreaterThan(6)
    expect(view.zoom).toBeLessThan(7.5)
    const [, [, north]] = marksAt(view.zoom)
    expect(placesIn(view, size)([10, north])[1]).toBeGreaterThan(0)
  })
})
