import type { Locator, Page } from 'playwright-core'
import { areasOfWorld, type KnownPlace, placesOn } from '../../src/charts/testing/mapPlaces.ts'
import { callApi } from '../harness/callApi.ts'
import { createChart, createDashboard } from '../harness/createDashboard.ts'
import { eventually, tile } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'

/** Variants of maps: every encoding of positions, sizes and colors in the data, checked by pixels. */

const zoom = 4
const viewport = { longitude: 15, latitude: 50, zoom, bearing: 0, pitch: 0 }
/** px between the middle of the map and each of two places: the world is 512 px wide at zoom 0 */
const offset = ((512 * 2 ** zoom) / 360) * 5

async function datasetOf(page: Page, table_name: string, sql: string): Promise<number> {
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const body = { database: result[0]?.id, schema: 'main', table_name, sql }
  return (await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', body)).id
}

/** The rows of the two places, at 10 and at 20 degrees east, in each encoding. */
const placesSql = `SELECT *, lat || ';' || lon AS both_degrees, lon || ',48' AS south, lon || ',52' AS north,
    10 AS first_lon, 20 AS last_lon, 8 + n * 3 AS dot, 50 + n * 10 AS reach,
    '[[' || (lon - 1) || ',48],[' || (lon + 1) || ',48],[' || (lon + 1) || ',52],[' || (lon - 1) || ',52]]' AS area,
    '{"type":"Feature","properties":{"fill":"' || color || '","stroke":"' || color || '"},"geometry":' ||
      '{"type":"LineString","coordinates":[[' || (lon - 1) || ',50],[' || (lon + 1) || ',50]]} }' AS feature
  FROM (VALUES
    (10, 50, 'west', 1, 'u0zh', 'u0z', '_sdpH_hiu@?_ulL', '_iajH_hiu@?_ulL_seK??~tlL', '#ff0000'),
    (20, 50, 'east', 9, 'u2yh', 'u2y', '_sdpH_ljrB?_ulL', '_iajH_ljrB?_ulL_seK??~tlL', '#0000ff')
  ) AS places(lon, lat, side, n, short_hash, large_hash, encoded_line, encoded_area, color)`

const [red, blue] = [
  { r: 255, g: 0, b: 0, a: 1 },
  { r: 0, g: 0, b: 255, a: 1 },
]
const none = { r: 0, g: 0, b: 0, a: 0 }
/** The colors of the values of a column on the dashboard. */
const ofSides = { west: '#ff0000', east: '#0000ff' }

const degrees = { type: 'latlong', lonCol: 'lon', latCol: 'lat' }
const sumOfN = { expressionType: 'SQL', sqlExpression: 'sum(n)', label: 'n' }
const steps = { metric: sumOfN, linear_color_scheme: 'white_black', opacity: 100, num_buckets: 2, extruded: false }
const weighted = { spatial: degrees, size: sumOfN, color_scheme: 'd3Category10', extruded: false, grid_size: 100_000 }

type Color = `#${string}`
/** Px from the middle of the map, a color, and whether it is there. */
type Probe = [x: number, y: number, color: Color, isThere?: false]

const [west, east] = [-offset, offset]
/** Probes that find these colors at both places. */
const both = (one: Color, other: Color): Probe[] => [
  [west, 0, one],
  [east, 0, other],
]

interface Variant {
  name: string
  form: { viz_type: string } & Record<string, unknown>
  probes: Probe[]
}

const variants: Variant[] = [
  {
    name: 'One column, latitude first, colors of categories',
    form: {
      viz_type: 'deck_scatter',
      spatial: { type: 'delimited', lonlatCol: 'both_degrees', delimiter: ';', reverseCheckbox: true },
      min_radius: 12,
      dimension: 'side',
    },
    probes: both('#ff0000', '#0000ff'),
  },
  {
    // 1 px is 3.14 km at this latitude
    name: 'Geohashes, radiuses of a metric in km',
    form: {
      viz_type: 'deck_scatter',
      spatial: { type: 'geohash', geohashCol: 'short_hash' },
      point_radius_fixed: { type: 'metric', value: sumOfN },
      point_unit: 'radius_km',
      multiplier: 10,
      min_radius: 6,
      color_picker: red,
    },
    probes: [
      ...both('#ff0000', '#ff0000'),
      [west + 14, 0, '#ff0000', false],
      [east + 22, 0, '#ff0000'],
      [east + 40, 0, '#ff0000', false],
    ],
  },
  {
    name: 'Swapped columns, radius of an area in square km',
    form: {
      viz_type: 'deck_scatter',
      spatial: { type: 'latlong', lonCol: 'lat', latCol: 'lon', reverseCheckbox: true },
      point_radius_fixed: { type: 'fix', value: Math.PI * 60 ** 2 },
      point_unit: 'square_km',
      color_picker: blue,
    },
    // 60 km are 19 px
    probes: [...both('#0000ff', '#0000ff'), [west + 15, 0, '#0000ff'], [west + 24, 0, '#0000ff', false]],
  },
  {
    name: 'Arcs from red to blue',
    form: {
      viz_type: 'deck_arc',
      start_spatial: { type: 'latlong', lonCol: 'first_lon', latCol: 'lat' },
      end_spatial: { type: 'latlong', lonCol: 'last_lon', latCol: 'lat' },
      color_picker: red,
      target_color_picker: blue,
      stroke_width: 20,
    },
    probes: [
      [west + 4, 0, '#ff0000'],
      [east - 4, 0, '#0000ff'],
    ],
  },
  {
    name: 'Arcs in colors of categories',
    form: {
      viz_type: 'deck_arc',
      start_spatial: { type: 'delimited', lonlatCol: 'south', delimiter: ',' },
      end_spatial: { type: 'delimited', lonlatCol: 'north', delimiter: ',' },
      dimension: 'side',
      stroke_width: 20,
    },
    probes: both('#ff0000', '#0000ff'),
  },
  {
    name: 'Encoded lines, width in meters',
    form: {
      viz_type: 'deck_path',
      line_column: 'encoded_line',
      line_type: 'polyline',
      reverse_long_lat: true,
      line_width: 60_000,
      line_width_unit: 'meters',
      color_picker: red,
    },
    // 19 px wide
    probes: [...both('#ff0000', '#ff0000'), [west, 7, '#ff0000'], [west, 14, '#ff0000', false]],
  },
  {
    name: 'Encoded areas in steps',
    form: {
      viz_type: 'deck_polygon',
      line_column: 'encoded_area',
      line_type: 'polyline',
      reverse_long_lat: true,
      ...steps,
    },
    probes: both('#ffffff', '#000000'),
  },
  {
    name: 'Geohashes as areas, colors of break points',
    form: {
      viz_type: 'deck_polygon',
      line_column: 'large_hash',
      line_type: 'geohash',
      ...steps,
      break_points: ['0', '5', '20'],
    },
    probes: both('#ffffff', '#000000'),
  },
  {
    name: 'Outlines only',
    form: {
      viz_type: 'deck_polygon',
      line_column: 'area',
      filled: false,
      stroked: true,
      stroke_color_picker: red,
      line_width: 30_000,
      extruded: false,
    },
    // a degree is 23 px
    probes: [
      [west, 0, '#ff0000', false],
      [west - offset / 5, 0, '#ff0000'],
      [east + offset / 5, 0, '#ff0000'],
    ],
  },
  {
    name: 'Heights on a tilted map',
    form: {
      viz_type: 'deck_polygon',
      line_column: 'area',
      ...steps,
      extruded: true,
      point_radius_fixed: { type: 'metric', value: sumOfN },
      multiplier: 1000,
      viewport: { ...viewport, pitch: 40 },
    },
    probes: both('#ffffff', '#000000'),
  },
  {
    name: 'Features in their own colors',
    form: {
      viz_type: 'deck_geojson',
      geojson: 'feature',
      fill_color_picker: none,
      stroke_color_picker: none,
      line_width: 16,
      line_width_unit: 'pixels',
    },
    probes: [...both('#ff0000', '#0000ff'), [west, 6, '#ff0000'], [west, 11, '#ff0000', false]],
  },
  {
    name: 'Squares of two sums',
    form: { viz_type: 'deck_grid', ...weighted },
    probes: both('#1f77b4', '#17becf'),
  },
  {
    name: 'Hexagons of two means',
    form: { viz_type: 'deck_hex', ...weighted, js_agg_function: 'mean' },
    probes: both('#1f77b4', '#17becf'),
  },
  {
    name: 'Cells of the screen, paler for less',
    form: { viz_type: 'deck_screengrid', ...weighted, grid_size: 40, color_picker: red },
    probes: [
      [west, 0, '#ff0000', false],
      [east, 0, '#ff0000'],
    ],
  },
  {
    name: 'Bands of contours',
    form: {
      viz_type: 'deck_contour',
      ...weighted,
      aggregation: 'max',
      cellSize: 200_000,
      contours: [
        { lowerThreshold: 0.1, upperThreshold: 1.9, color: red },
        { lowerThreshold: 1.9, upperThreshold: 20, color: blue },
      ],
    },
    probes: both('#ff0000', '#0000ff'),
  },
]

const circles = {
  viz_type: 'mapbox',
  all_columns_x: 'lon',
  all_columns_y: 'lat',
  viewport_longitude: 15,
  viewport_latitude: 50,
  viewport_zoom: zoom,
}
const teal = '#008b8b'
/** Probes for two circles that each end between these two distances from its middle (px), in both directions. */
const circlesBetween = (west: readonly [within: number, outside: number], east: typeof west): Probe[] =>
  (
    [
      [-offset, west],
      [offset, east],
    ] as const
  ).flatMap(([x, [within, outside]]): Probe[] => [
    [x, 0, teal],
    [x - within, 0, teal],
    [x + within, 0, teal],
    [x, within, teal],
    [x - outside, 0, teal, false],
    [x + outside, 0, teal, false],
    [x, -outside, teal, false],
  ])

const circleVariants: Variant[] = [
  {
    // radiuses of 11 and 35 px
    name: 'Circles with radiuses of a column',
    form: { ...circles, point_radius: 'dot', point_radius_unit: 'Pixels' },
    probes: circlesBetween([9, 13], [33, 37]),
  },
  {
    // 60 and 140 km are 19 and 44.5 px
    name: 'Circles with radiuses in km',
    form: { ...circles, point_radius: 'reach', point_radius_unit: 'Kilometers' },
    probes: circlesBetween([17, 22], [42, 47]),
  },
  {
    // 60 and 140 miles are 30.7 and 71.7 px
    name: 'Circles with radiuses in miles',
    form: { ...circles, point_radius: 'reach', point_radius_unit: 'Miles' },
    probes: circlesBetween([28, 33], [69, 74]),
  },
]

/** Several points at each of three places: their values are 2, 2, 2, 14, then 6, 8, 9, then 8. */
const crowdsSql = `SELECT * FROM (VALUES (10, 50, 2), (10.01, 50, 2), (10.02, 50, 2), (9.99, 50, 14),
  (15, 50, 6), (15.01, 50, 8), (14.99, 50, 9), (20, 50, 8)) AS crowds(lon, lat, n)`
const atCrowds = (...[one, two, three]: readonly [Color, Color, Color]): Probe[] => [
  [west, 0, one],
  [0, 0, two],
  [east, 0, three],
]
/** Ten colors from the smallest to the largest value. */
const steps10 = [
  '#1f77b4',
  '#ff7f0e',
  '#2ca02c',
  '#d62728',
  '#9467bd',
  '#8c564b',
  '#e377c2',
  '#7f7f7f',
  '#bcbd22',
  '#17becf',
] as const
const hexagons = (by: string, ...[one, two, three]: readonly [number, number, number]): Variant => ({
  name: `Hexagons of ${by}`,
  form: { viz_type: 'deck_hex', ...weighted, js_agg_function: by },
  probes: atCrowds(steps10[one]!, steps10[two]!, steps10[three]!),
})
const density = { viz_type: 'deck_heatmap', ...weighted, radius_pixels: 30, linear_color_scheme: 'black_white' }

const crowdVariants: Variant[] = [
  // these comments contain the value at each of the three places: 20, 23, 8
  hexagons('sum', 8, 9, 0),
  // 2, 6, 8
  hexagons('min', 0, 6, 9),
  // 14, 9, 8
  hexagons('max', 9, 1, 0),
  // 5, 7.67, 8
  hexagons('mean', 0, 8, 9),
  // 2, 8, 8
  hexagons('median', 0, 9, 9),
  // 4, 3, 1
  hexagons('count', 9, 6, 0),
  // 36, 2.33, 0
  hexagons('variance', 9, 0, 0),
  // 6, 1.53, 0
  hexagons('deviation', 9, 2, 0),
  // parts of the largest density, from pale to dark: 0.87, 1, 0.35
  {
    name: 'Density of sums',
    form: { ...density, aggregation: 'sum' },
    probes: atCrowds('#414141', '#262626', '#b2b2b2'),
  },
  // 0.63, 0.96, 1
  {
    name: 'Density of means',
    form: { ...density, aggregation: 'mean' },
    probes: atCrowds('#777777', '#2f2f2f', '#262626'),
  },
]

const mapOf = (tile: Locator) => tile.locator('[data-map=drawn] canvas').first()

/** The colors of a canvas at px from its middle, as numbers. */
const colorsAt = (canvas: Locator, places: readonly (readonly [x: number, y: number])[]) =>
  canvas.evaluate(
    (element, places) => {
      const canvas = element as HTMLCanvasElement
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
      context?.drawImage(canvas, 0, 0)
      const scale = canvas.width / canvas.clientWidth
      return places.map(([x = 0, y = 0]) => {
        const [left, top] = [canvas.width / 2 + x * scale, canvas.height / 2 + y * scale]
        return [...(context?.getImageData(Math.floor(left), Math.floor(top), 1, 1).data.slice(0, 3) ?? [])]
      })
    },
    places.map(([x, y]) => [x, y]),
  )

const hex = (color: readonly number[]) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
const partsOf = (color: Color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
/** Whether colors look the same: an arc has the color of its end a little before it. */
const isLike = (seen: readonly number[], color: Color) =>
  partsOf(color).every((part, at) => Math.abs(part - (seen[at] ?? 0)) < 24)

/** The probes that found another color than expected. */
const faultsOf = async (map: Locator, probes: readonly Probe[]) => {
  const seen = await colorsAt(
    mapOf(map),
    probes.map(([x, y]) => [x, y]),
  )
  return probes.flatMap(([x, y, color, isThere = true], at) =>
    isLike(seen[at]!, color) === isThere ? [] : [`${hex(seen[at]!)} at ${x}, ${y}`],
  )
}

/** Places in countries, two of which have the larger value. Their codes differ between the code systems. */
const countries: (readonly [place: KnownPlace, ...codes: string[]])[] = [
  [[2, 27, 'DZA', true], 'DZ', 'DZA', 'ALG', 'Algeria'],
  [[100, 62, 'RUS', true], 'RU', 'RUS', 'RUS', 'Russian Federation'],
  [[-100, 40, 'USA', false], 'US', 'USA', 'USA', 'United States'],
  [[45, 24, 'SAU', false], 'SA', 'SAU', 'KSA', 'Saudi Arabia'],
]
const countriesSql = `SELECT * FROM (VALUES ${countries
  .map(([[, , , isLarge], ...codes]) => `(${codes.map((code) => `'${code}'`).join()}, ${isLarge ? 9 : 1})`)
  .join()}) AS countries(cca2, cca3, cioc, name, n)`
const ofCountries = { Algeria: '#ff0000', Russia: '#0000ff', 'United States': '#008b8b', 'Saudi Arabia': '#1f77b4' }

const world = { viz_type: 'world_map', metric: sumOfN, linear_color_scheme: 'white_black' }
/** The color of each country, if the color scale from white to black shows the values. */
const byValue = countries.map(([[, , , isLarge]]): Color => (isLarge ? '#000000' : '#ffffff'))
const worlds: { name: string; form: Record<string, unknown>; colors: Color[]; hasRamp: boolean }[] = [
  ...['cca2', 'cca3', 'cioc', 'name'].map((system) => ({
    name: `Countries by ${system}`,
    form: { entity: system, country_fieldtype: system },
    colors: byValue,
    hasRamp: true,
  })),
  {
    name: 'Countries in colors of their own',
    form: { entity: 'cca2', color_by: 'country' },
    colors: ['#ff0000', '#0000ff', '#008b8b', '#1f77b4'],
    hasRamp: false,
  },
]

/** Without a graphics card each map takes seconds, so several stories share the variants. */
const parts: { name: string; sql: string; shown: Variant[] }[] = [
  {
    name: 'each way to say places, sizes and colors is drawn at its pixels, first half',
    sql: placesSql,
    shown: variants.slice(0, variants.length / 2),
  },
  {
    name: 'each way to say places, sizes and colors is drawn at its pixels, second half',
    sql: placesSql,
    shown: variants.slice(variants.length / 2),
  },
  {
    name: 'circles are as large as their column says, in px, km and miles',
    sql: placesSql,
    shown: circleVariants,
  },
  {
    name: 'hexagons and densities have the colors of each aggregate of their points',
    sql: crowdsSql,
    shown: crowdVariants,
  },
]

export const stories = [
  ...parts.map(({ name, sql, shown }, part) =>
    story(`maps: ${name}`, async ({ visit }) => {
      const { page, signIn, go, axeFindings } = await visit()
      await signIn()
      const dataset = await datasetOf(page, `places_of_variants_${part}`, sql)
      const ids: number[] = []
      for (const { name, form } of shown)
        ids.push(await createChart(page, name, dataset, { viewport, autozoom: false, ...form }))
      const metadata = { label_colors: ofSides }
      await go(`/superset/dashboard/${await createDashboard(page, `Variants of maps ${part}`, ids, metadata, 3)}/`)
      for (const { name, probes } of shown) {
        const map = tile(page, name)
        // does not wait for the position to be stable: frames are rare without a graphics card
        await map.evaluate((element) => element.scrollIntoView({ block: 'center' }))
        await mapOf(map).waitFor({ timeout: 60_000 })
        await eventually(
          async () => expect({ name, faults: await faultsOf(map, probes) }).toEqual({ name, faults: [] }),
          30_000,
        )
      }
      expect(await axeFindings()).toEqual([])
    }),
  ),

  story(
    'maps: countries are found by each system of codes, and have colors of their own and bubbles',
    async ({ visit }) => {
      const { page, signIn, go, axeFindings } = await visit()
      await signIn()
      const dataset = await datasetOf(page, 'countries_of_variants', countriesSql)
      const ids: number[] = []
      for (const { name, form } of worlds) ids.push(await createChart(page, name, dataset, { ...world, ...form }))
      const bubbles = { show_bubbles: true, secondary_metric: sumOfN, max_bubble_size: 10, color_picker: red }
      ids.push(await createChart(page, 'Bubbles', dataset, { ...world, entity: 'cca2', ...bubbles }))
      const metadata = { label_colors: ofCountries }
      await go(`/superset/dashboard/${await createDashboard(page, 'Countries of maps', ids, metadata, 2)}/`)

      const drawnAt = async (name: string, hasRamp: boolean) => {
        const map = tile(page, name)
        await map.scrollIntoViewIfNeeded()
        const canvas = map.locator('[data-viz-type] canvas').first()
        await canvas.waitFor()
        const { width, height } = (await canvas.boundingBox())!
        const placeOf = placesOn(areasOfWorld(), { width, height }, hasRamp)
        return (places: readonly KnownPlace[]) =>
          colorsAt(
            canvas,
            places.map(placeOf).map(([x = 0, y = 0]) => [x - width / 2, y - height / 2]),
          )
      }
      for (const { name, colors, hasRamp } of worlds) {
        const at = await drawnAt(name, hasRamp)
        await eventually(async () => {
          const seen = await at(countries.map(([place]) => place))
          const faults = seen.filter((each, index) => !isLike(each, colors[index]!)).map(hex)
          expect({ name, faults }).toEqual({ name, faults: [] })
        })
      }
      const at = await drawnAt('Bubbles', true)
      await eventually(async () => {
        // the middle of Algeria, of the USA, and a place beside it: opaque red over black and white
        const seen = await at([
          [3, 28, 'DZA', true],
          [-97, 38, 'USA', false],
          [-110, 45, 'USA', false],
        ])
        const expected: Color[] = ['#ff0000', '#ff0000', '#ffffff']
        expect(seen.filter((each, index) => !isLike(each, expected[index]!)).map(hex)).toEqual([])
      })
      expect(await axeFindings()).toEqual([])
    },
  ),
]
