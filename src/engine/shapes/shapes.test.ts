import { describe, expect, it } from 'vitest'
import type { Cell, Column, Frame } from '../frame.ts'
import { runSteps } from '../post/index.ts'
import { type ShapeName, shapeText } from './index.ts'
import type { ShapeOptions } from './shapeOptions.ts'

/** Data of legacy chart types, written by hand; there are no recordings of them. */

const frame = (columns: Record<string, Cell[]>): Frame => ({
  columns: Object.entries(columns).map(
    ([name, values]): Column => ({
      name,
      type: name === '__timestamp' ? 'time' : values.every((cell) => typeof cell === 'number') ? 'float' : 'text',
      values,
    }),
  ),
  rowCount: Object.values(columns)[0]?.length ?? 0,
})
const none: ShapeOptions = { metrics: [], groups: [], roles: {} }
const made = (name: ShapeName, of: Frame, options: Partial<ShapeOptions>): unknown =>
  JSON.parse(shapeText(name, of, { ...none, ...options }))

const DAY = 86_400_000
const sales = frame({
  __timestamp: [0, 0, DAY, DAY],
  city: ['a', 'b', 'a', 'b'],
  n: [1, 2, 4, 0],
})
function pivoted(columns: string[], of = sales): Frame {
  const outcome = runSteps(of, [
    { operation: 'pivot', options: { index: ['__timestamp'], columns, aggregates: { n: { operator: 'mean' } } } },
  ])
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

describe('charts over time', () => {
  it('rose: wedges by nanosecond', () => {
    expect(made('wedges', pivoted(['city']), { metrics: ['n'], groups: ['city'] })).toEqual({
      0: [
        { key: ['a'], value: 1, name: 'a', time: 0 },
        { key: ['b'], value: 2, name: 'b', time: 0 },
      ],
      86400000000000: [
        { key: ['a'], value: 4, name: 'a', time: DAY },
        { key: ['b'], value: 0, name: 'b', time: DAY },
      ],
    })
  })

  it('paired t-test: series of each metric by group', () => {
    const at = (y: number[]) => [
      { x: 0, y: y[0] },
      { x: DAY, y: y[1] },
    ]
    expect(made('pairs', pivoted(['city']), { metrics: ['n'], groups: ['city'] })).toEqual({
      n: [
        { group: ['a'], values: at([1, 4]) },
        { group: ['b'], values: at([2, 0]) },
      ],
    })
    expect(made('pairs', pivoted([]), { metrics: ['n'] })).toEqual({ n: [{ group: 'All', values: at([1.5, 2]) }] })
  })

  it.each([
    // 1 January 1970 is a Thursday
    ['W-MON', [0, 4 * DAY, 11 * DAY], ['-1', '-2', 'current']],
    ['W-SUN', [0, 2 * DAY, 3 * DAY], ['-1', 'current']],
    ['AS', [0, 365 * DAY], ['-1', 'current']],
    ['D', [0, 3_600_000], ['current']],
  ])('period pivot: %s of %j are %j', (choice, times, keys) => {
    const of = pivoted([], frame({ __timestamp: times, n: times.map((_, at) => at + 1) }))
    const series = made('periods', of, { metrics: ['n'], choice }) as { key: string; rank: number; perc: number }[]
    expect(series.map(({ key }) => key)).toEqual(keys)
    expect(series.at(-1)).toMatchObject({ rank: 0, perc: 1 })
  })

  it('period pivot: lays a period over the latest', () => {
    const of = pivoted([], frame({ __timestamp: [0, 7 * DAY], n: [1, 2] }))
    expect(made('periods', of, { metrics: ['n'], choice: 'W-MON' })).toEqual([
      { key: '-1', values: [{ x: 7 * DAY, y: 1 }], rank: 1, perc: 0.5 },
      { key: 'current', values: [{ x: 7 * DAY, y: 2 }], rank: 0, perc: 1 },
    ])
  })

  it('calendar: values by second, with its range', () => {
    const of = frame({ __timestamp: [0, DAY], n: [1, 2] })
    expect(made('calendar', of, { metrics: ['n'], settings: { start: 0, range: 2 } })).toEqual({
      data: { n: { '0.0': 1, '86400.0': 2 } },
      start: 0,
      range: 2,
    })
  })
})

it('heat map: the share of the range and the rank of each cell, of any number of cells', () => {
  const cells = frame({ x: ['a', 'a', 'b', 'b'], y: ['u', 'v', 'u', 'v'], n: [1, 3, 3, 5] })
  const of = (choice: string) => made('grid', cells, { metrics: ['n'], roles: { x: 'x', y: 'y' }, choice })
  const ranks = (choice: string) => (of(choice) as { records: { perc: number; rank: number }[] }).records
  expect(ranks('heatmap').map(({ perc, rank }) => [perc, rank])).toEqual([
    [0, 0.25],
    [0.5, 0.625],
    [0.5, 0.625],
    [1, 1],
  ])
  expect(ranks('x').map(({ rank }) => rank)).toEqual([0.5, 1, 0.5, 1])
  const many = frame({ x: Array(150_000).fill('a'), y: Array(150_000).fill('u'), n: Array(150_000).fill(1) })
  expect(made('grid', many, { metrics: ['n'], roles: { x: 'x', y: 'y' } })).toMatchObject({ extents: [1, 1] })
})

describe('partition', () => {
  const tree = (choice: string) => made('partition', sales, { metrics: ['n'], groups: ['city'], choice })
  const leaves = (a: number, b: number) => [
    { name: 'a', val: a, children: [] },
    { name: 'b', val: b, children: [] },
  ]
  it.each([
    ['not_time', 7, leaves(5, 2)],
    ['agg_mean', 1.75, leaves(2.5, 1)],
    ['point_diff', 1, leaves(3, -2)],
    ['point_factor', 4 / 3, leaves(4, 0)],
    ['point_percent', 4 / 3 - 1, leaves(3, -1)],
  ])('%s', (choice, val, children) => {
    expect(tree(choice)).toEqual([{ name: 'n', val, children }])
  })
  it('time_series has a level for time', () => {
    expect(tree('time_series')).toMatchObject([
      {
        children: [
          { name: 0, val: 3 },
          { name: DAY, val: 4 },
        ],
      },
    ])
  })
  it('compares the last time with the first for any number of rows', () => {
    const count = 200_000
    const of = frame({ __timestamp: Array.from({ length: count }, (_, at) => at), city: Array(count).fill('a') })
    const n: Column = { name: 'n', type: 'float', values: Array.from({ length: count }, (_, at) => at + 1) }
    const options = { metrics: ['n'], groups: ['city'], choice: 'point_diff' }
    expect(made('partition', { ...of, columns: [...of.columns, n] }, options)).toMatchObject([{ val: count - 1 }])
  })
  it('rejects unknown options, and missing dimensions', () => {
    expect(() => tree('adv_anal')).toThrow(/adv_anal/)
    expect(() => made('partition', sales, { metrics: ['n'] })).toThrow(/at least one groupby/)
  })
})

describe('maps', () => {
  const places = frame({ lon: [10.123456789012, -20], lat: [50, 40], name: ['x', 'y'], n: [3, 0] })

  it('mapbox: points with bounds and the settings of the form', () => {
    const options = { roles: { x: 'lon', y: 'lat', label: 'name' }, settings: { mapStyle: 's' } }
    expect(made('points', places, options)).toEqual({
      geoJSON: {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { metric: 'x', radius: null },
            geometry: { type: 'Point', coordinates: [10.123456789, 50] },
          },
          {
            type: 'Feature',
            properties: { metric: 'y', radius: null },
            geometry: { type: 'Point', coordinates: [-20, 40] },
          },
        ],
      },
      hasCustomMetric: true,
      mapStyle: 's',
      bounds: [
        [-20, 40],
        [10.123456789012, 50],
      ],
    })
  })

  const latlong = { type: 'latlong', lonCol: 'lon', latCol: 'lat' }
  const first = (settings: object, of = places, metrics: string[] = []) =>
    (made('layer', of, { metrics, settings: { extra: [], ...settings } }) as { features: unknown[] }).features[0]

  it.each([
    [latlong, places, [10.123456789012, 50]],
    [{ ...latlong, reverseCheckbox: true }, places, [50, 10.123456789012]],
    [{ type: 'delimited', lonlatCol: 'at' }, frame({ at: ['10.5, 50'] }), [10.5, 50]],
    [{ type: 'geohash', geohashCol: 'at' }, frame({ at: ['s'] }), [22.5, 22.5]],
  ])('read the place %j', (spatial, of, position) => {
    expect(first({ features: 'weights', spatial }, of)).toEqual({ position, weight: 1 })
  })

  it('reject a row without a position', () => {
    const of = frame({ lon: [null], lat: [1] })
    expect(() => first({ features: 'weights', spatial: latlong }, of)).toThrow(/invalid NULL spatial entry/)
  })

  it.each([
    ['points', { size: { fixed: 500 }, dimension: 'name' }, { radius: 500, cat_color: 'x', metric: null }],
    ['points', { size: { metric: 'n' } }, { radius: 3, metric: 3, cat_color: null }],
    ['weights', {}, { weight: 3 }],
    ['weightsOverTime', { extra: ['name'] }, { weight: 3, extraProps: { name: 'x' } }],
  ])('%s %j', (features, settings, feature) => {
    expect(first({ features, spatial: latlong, ...settings }, places, ['n'])).toMatchObject({
      position: [10.123456789012, 50],
      ...feature,
    })
  })

  it('draw arcs between two places', () => {
    expect(first({ features: 'arcs', start: latlong, end: { ...latlong, reverseCheckbox: true } })).toEqual({
      sourcePosition: [10.123456789012, 50],
      targetPosition: [50, 10.123456789012],
      cat_color: null,
      __timestamp: null,
    })
  })

  it.each([
    [
      'json',
      '[[1, 2], [3, 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    // the example of the format's specification
    [
      'polyline',
      '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
      [
        [38.5, -120.2],
        [40.7, -120.95],
        [43.252, -126.453],
      ],
    ],
  ])('read lines written as %s', (type, text, path) => {
    const line = { column: 'way', type, reversed: false }
    const of = frame({ way: [text], n: [7] })
    expect(first({ features: 'lines', line }, of)).toEqual({ n: 7, path, __timestamp: null })
    const turned = path.map(([a, b]) => [b, a])
    expect(first({ features: 'lines', line: { ...line, reversed: true } }, of)).toMatchObject({ path: turned })
  })

  it('draw the boxes of geohashes, as high as a metric says', () => {
    const of = frame({ cell: ['s'], n: [7] })
    const line = { column: 'cell', type: 'geohash', reversed: false }
    expect(first({ features: 'areas', line, size: { metric: 'n' } }, of)).toEqual({
      cell: 's',
      n: 7,
      __timestamp: null,
      elevation: 7,
      polygon: [
        [0, 45],
        [45, 45],
        [45, 0],
        [0, 0],
        [0, 45],
      ],
    })
  })

  it('return GeoJSON unchanged, and reject everything else', () => {
    const shape = { type: 'Point', coordinates: [1, 2] }
    const of = (text: string) => frame({ shape: [text] })
    expect(first({ features: 'objects', geojson: 'shape' }, of(JSON.stringify(shape)))).toEqual(shape)
    expect(() => first({ features: 'objects', geojson: 'shape' }, of('{'))).toThrow(/not JSON/)
    expect(() => first({ features: 'lines', line: { column: 'shape', type: 'polyline' } }, of('é'))).toThrow(/polyline/)
  })
})
