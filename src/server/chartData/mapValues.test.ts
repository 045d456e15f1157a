import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { datasetOf } from '../../../conformance/vectors/exampleTables.ts'
import { readPlaces as readCharts } from '../../charts/cartodiagram/places.ts'
import { sources } from '../../charts/cartodiagram/sources.ts'
import { drawing as countryMap } from '../../charts/countryMap/drawing.ts'
import { arcLayer } from '../../charts/deckArc/arcs.ts'
import { contourLayers } from '../../charts/deckContour/contourLayers.ts'
import { featureLayers } from '../../charts/deckGeojson/features.ts'
import { heatLayer } from '../../charts/deckHeatmap/surface.ts'
import { chartsOnMap, layersOf, readSources } from '../../charts/deckMulti/layers.ts'
import { pathLayer } from '../../charts/deckPath/paths.ts'
import { areaLayer } from '../../charts/deckPolygon/areas.ts'
import { pointLayer } from '../../charts/deckScatter/points.ts'
import { screenGridLayer } from '../../charts/deckScreengrid/screenCells.ts'
import { charts } from '../../charts/index.ts'
import { circlesOf } from '../../charts/mapbox/circles.ts'
import { loadMapLayers } from '../../charts/mapLayers.ts'
import { sequentialScale } from '../../charts/shared/color/sequential.ts'
import type { Cell } from '../../charts/shared/maps/cells.ts'
import type { LayerSpec } from '../../charts/shared/maps/deck/layerSpec.ts'
import { colorList } from '../../charts/shared/maps/deck/rgba.ts'
import { isLayer } from '../../charts/shared/maps/mapLayer.ts'
import { placesIn, startViewport } from '../../charts/shared/maps/viewport.ts'
import { readWeightedPoints } from '../../charts/shared/maps/weightedPoints.ts'
import { drawInput, noDatasource } from '../../charts/testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../charts/testing/parts.ts'
import { drawing as worldMap } from '../../charts/worldMap/drawing.ts'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import { ingestFile } from '../../engine/ingest/ingest.ts'
import { createEnginePool } from '../../engine/run/pool.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { readerWith, serviceWith } from './testing/service.ts'

/**
 * Every type of map from its form data to its marks: the query runs in the engine, and the places, sizes and colors are
 * compared with plain SQL on the same rows. The formulas of the SQL are those of the documentation, not of the code.
 */

const TABLE = 'trips'
const ROWS = 600

const text = (column_name: string) => ({ column_name, type: 'VARCHAR', is_dttm: false })
const numeric = (column_name: string) => ({ column_name, type: 'DOUBLE', is_dttm: false })
const columns = [
  ...['lon', 'lat', 'lon2', 'lat2', 'n'].map(numeric),
  ...['kind', 'latlon', 'hash', 'line', 'area', 'shape', 'country', 'region', 'town'].map(text),
]
const dataset = datasetOf(
  { table_name: TABLE, columns, metrics: [{ metric_name: 'total', expression: 'SUM(n)' }] } as never,
  1,
)

const pool = createEnginePool({ children: 1 })
const folder = mkdtempSync(join(tmpdir(), 'map-values-'))
let plain: DuckDBConnection
let connection: ConnectionSpec

beforeAll(async () => {
  const source = join(folder, 'trips.csv')
  plain = await (await DuckDBInstance.create()).connect()
  // every twentieth row has no place
  await plain.run(`CREATE TABLE ${TABLE} AS SELECT *,
      CASE WHEN lon IS NOT NULL THEN lat || ';' || lon END AS latlon,
      ['u09t', 'u33d', 'gcpv'][1 + i % 3] AS hash,
      '[[' || (i % 4) || ',50],[' || (i % 4 + 2) || ',51]]' AS line,
      '[[' || (i % 4) || ',50],[' || (i % 4 + 1) || ',50],[' || (i % 4) || ',51]]' AS area,
      '{"type":"Point","coordinates":[' || (i % 5) || ',' || (40 + i % 5) || ']}' AS shape,
      ['FR', 'DE', 'JP', 'BR'][1 + i % 4] AS country, ['DE-BY', 'DE-BE', 'DE-NW'][1 + i % 3] AS region,
      CASE WHEN i % 7 > 0 THEN '{"type":"Point","coordinates":[' || (i % 7) || ',48]}' END AS town
    FROM (SELECT i, CASE WHEN i % 20 = 3 THEN NULL ELSE 2 + (i * 7919 % 1000) / 100 END AS lon,
        45 + (i * 6101 % 1000) / 100 AS lat, 20 + (i % 6) AS lon2, 52 + (i % 3) AS lat2, 1 + i % 13 AS n,
        ['red', 'green', 'blue'][1 + i % 3] AS kind
      FROM range(${ROWS}) AS numbers(i))`)
  await plain.run(`COPY (SELECT * EXCLUDE i FROM ${TABLE}) TO '${source}' (HEADER)`)
  const file = join(folder, 'trips.duckdb')
  await ingestFile(source, 'csv', file)
  connection = { dialect: 'duckdb', databaseId: 1, tables: { [TABLE]: file }, dataVersion: 'test' }
})
afterAll(async () => {
  plain.closeSync()
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The value of a hexagon for each aggregate of the weights of its points, as SQL. */
const hexagonValues = {
  sum: 'sum(weight)',
  min: 'min(weight)',
  max: 'max(weight)',
  mean: 'avg(weight)',
  median: 'median(weight)',
  count: 'count(*)',
  variance: 'coalesce(var_samp(weight), 0)',
  deviation: 'coalesce(stddev_samp(weight), 0)',
  p1: 'quantile_cont(weight, 0.01)',
  p5: 'quantile_cont(weight, 0.05)',
  p95: 'quantile_cont(weight, 0.95)',
  p99: 'quantile_cont(weight, 0.99)',
}

type Value = string | number | null
const sql = async (statement: string): Promise<Value[][]> =>
  (await plain.runAndReadAll(statement)).getRows().map((row) => row.map((value) => cellOf(value)))
const cellOf = (value: unknown): Value =>
  value === null || typeof value === 'string' ? value : Number((value as { toString(): string }).toString())
/** Rows without their order, with numbers rounded to the precision of floating point. */
const rowsOf = (rows: readonly (readonly unknown[])[]) =>
  rows
    .map((row) => row.map((each) => (typeof each === 'number' ? each.toPrecision(9) : String(each))).join())
    .toSorted()

type Form = Record<string, unknown> & { viz_type: string }

async function answersOf(form: Form, more: Record<string, unknown> = {}): Promise<ChartData[]> {
  const { queries } = contextOfSaved({ formData: { ...form, ...more }, datasource: noDatasource } as never)!
  const context = parseQueryContext({ datasource: { id: 1, type: 'table' }, queries, result_type: 'full' })
  if (!context.ok) throw new Error(context.error)
  const engine = { engine: pool, findDataset: async () => dataset, connectionOf: async () => connection }
  const answers = await serviceWith(engine).answer(context.value, readerWith(), { encoding: 'columns' })
  return answers.map(({ body }) => JSON.parse(body.toString()) as ChartData)
}

async function inputOf<F = never>(form: Form) {
  return drawInput(openSaved(form)!.formData as F, await answersOf(form))
}

const latlong = { type: 'latlong', lonCol: 'lon', latCol: 'lat' }
const red = { r: 255, g: 0, b: 0, a: 1 }
type At<T> = (at: number) => T
const hex = (parts: readonly number[]) =>
  `#${parts
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`

/** Meters around the equator, and the fraction of the world's width for a length in meters at a latitude. */
const around = 40_075_016.686
const partOf = (meters: number, latitude: number) => meters / (around * Math.cos((latitude * Math.PI) / 180))
/** Mercator coordinates: 0 is in the middle, and the map is 1 wide. */
const x = 'lon / 360'
const y = 'ln(tan(pi() / 4 + radians(lat) / 2)) / (2 * pi())'
/** The distinct places of the rows with their sums: what a weighted map counts. */
const places = `(SELECT lon, lat, sum(n) AS weight FROM ${TABLE} WHERE lon IS NOT NULL GROUP BY 1, 2)`

/** The latitude in the middle between the southernmost and the northernmost place. */
async function middleLatitude(): Promise<number> {
  const [[south, north] = []] = await sql(`SELECT min(lat), max(lat) FROM ${places}`)
  return (Number(south) + Number(north)) / 2
}

async function layerOf(form: Form) {
  const input = await inputOf(form)
  const made = (await loadMapLayers([form.viz_type])).get(form.viz_type)!(input, new Set())
  if (!isLayer(made)) throw new Error(String(made.defaultMessage))
  return made
}

const checks: Record<string, () => Promise<void>> = {
  async deck_scatter() {
    const form = {
      viz_type: 'deck_scatter',
      spatial: { type: 'delimited', lonlatCol: 'latlon', delimiter: ';', reverseCheckbox: true },
      point_radius_fixed: { type: 'metric', value: 'total' },
      point_unit: 'square_km',
      multiplier: 2,
      dimension: 'kind',
    }
    const input = await inputOf(form)
    const { props } = pointLayer(input, new Set())
    const { data, getPosition, getRadius, getFillColor } = props as {
      data: number[]
      getPosition: At<number[]>
      getRadius: At<number>
      getFillColor: At<number[]>
    }
    const drawn = data.map((at) => [...getPosition(at), getRadius(at).toPrecision(5), hex(getFillColor(at))])
    const expected = await sql(
      `SELECT lon, lat, 2000 * sqrt(sum(n) / pi()), kind FROM ${TABLE} WHERE lon IS NOT NULL GROUP BY ALL`,
    )
    expect(rowsOf(drawn)).toEqual(
      rowsOf(
        expected.map(([lon, lat, radius, kind]) => [
          lon,
          lat,
          Number(radius).toPrecision(5),
          input.color(String(kind)).toLowerCase(),
        ]),
      ),
    )
  },

  async deck_arc() {
    const form = {
      viz_type: 'deck_arc',
      start_spatial: latlong,
      end_spatial: { type: 'latlong', lonCol: 'lon2', latCol: 'lat2' },
      color_picker: red,
      target_color_picker: { r: 0, g: 0, b: 255, a: 1 },
    }
    const { props } = arcLayer(await inputOf(form), new Set())
    const arcs = props as unknown as { data: number[] } & Record<string, At<number[]>>
    expect(
      rowsOf(arcs.data.map((at) => [...arcs['getSourcePosition']!(at), ...arcs['getTargetPosition']!(at)])),
    ).toEqual(rowsOf(await sql(`SELECT lon, lat, lon2, lat2 FROM ${TABLE} WHERE lon IS NOT NULL`)))
    expect([arcs['getSourceColor']!(0), arcs['getTargetColor']!(0)].map(hex)).toEqual(['#ff0000', '#0000ff'])
  },

  async deck_path() {
    const form = { viz_type: 'deck_path', line_column: 'line', line_width: 3, color_picker: red }
    const { props } = pathLayer(await inputOf(form))
    const { data, getPath } = props as unknown as { data: number[]; getPath: At<number[][]> }
    expect(rowsOf(data.map((at) => [JSON.stringify(getPath(at))]))).toEqual(
      rowsOf(await sql(`SELECT line FROM ${TABLE}`)),
    )
    expect([(props['getColor'] as At<number[]>)(0), props['getWidth']]).toEqual([[255, 0, 0, 255], 3])
  },

  async deck_polygon() {
    const form = {
      viz_type: 'deck_polygon',
      line_column: 'area',
      metric: 'total',
      point_radius_fixed: { type: 'metric', value: { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'c' } },
      multiplier: 10,
      break_points: ['0', '1000', '2000'],
      linear_color_scheme: 'white_black',
      opacity: 100,
    }
    const { props } = areaLayer(await inputOf(form), new Set())
    const { data, getPolygon, getFillColor, getElevation } = props as unknown as {
      data: number[]
      getPolygon: At<number[][][]>
      getFillColor: At<number[]>
      getElevation: At<number>
    }
    const drawn = data.map((at) => [JSON.stringify(getPolygon(at)[0]), hex(getFillColor(at)), getElevation(at)])
    expect(rowsOf(drawn)).toEqual(
      rowsOf(
        await sql(`SELECT area, CASE WHEN sum(n) < 1000 THEN '#ffffff' ELSE '#000000' END, 10 * count(*)
          FROM ${TABLE} GROUP BY area`),
      ),
    )
  },

  async deck_geojson() {
    const form = { viz_type: 'deck_geojson', geojson: 'shape', fill_color_picker: red }
    const [layer] = featureLayers(await inputOf(form))
    const { props } = layer!
    const { data, getPosition, getFillColor } = props as unknown as {
      data: object[]
      getPosition: (part: object) => number[]
      getFillColor: (part: object) => number[]
    }
    const drawn = data.map((part) => [...getPosition(part), hex(getFillColor(part))])
    expect(rowsOf(drawn)).toEqual(
      rowsOf(
        await sql(`SELECT (shape->'coordinates'->>0)::DOUBLE, (shape->'coordinates'->>1)::DOUBLE, '#ff0000'
          FROM ${TABLE}`),
      ),
    )
  },

  async deck_grid() {
    const form = { viz_type: 'deck_grid', spatial: latlong, size: 'total', grid_size: 80_000 }
    const side = partOf(80_000, await middleLatitude())
    const { layers } = await layerOf({ ...form, color_scheme: 'd3Category10' })
    const { data, getFillColor } = (layers[0] as LayerSpec).props as {
      data: Cell[]
      getFillColor: (cell: Cell) => number[]
    }
    const cells = data.map(({ x: middle, y: height, value, count }) => [
      Math.floor(middle / side),
      Math.floor(height / side),
      value,
      count,
    ])
    expect(rowsOf(cells)).toEqual(
      rowsOf(
        await sql(`SELECT floor(${x} / ${side}), floor(${y} / ${side}), sum(weight), count(*) FROM ${places}
        GROUP BY 1, 2`),
      ),
    )
    // ten equal steps from the smallest to the largest sum
    const [[low, high] = []] = await sql(`SELECT min(sum), max(sum) FROM (SELECT sum(weight) AS sum FROM ${places}
      GROUP BY floor(${x} / ${side}), floor(${y} / ${side}))`)
    const step = (value: number) => Math.min(9, Math.floor(((value - Number(low)) / (Number(high) - Number(low))) * 10))
    const scheme = '1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf'.split(' ')
    expect(data.map((cell) => hex(getFillColor(cell)))).toEqual(data.map(({ value }) => `#${scheme[step(value)]}`))
  },

  async deck_hex() {
    const form = { viz_type: 'deck_hex', spatial: latlong, size: 'total', grid_size: 60_000 }
    const cellsBy = async (js_agg_function: string) => {
      const { layers } = await layerOf({ ...form, js_agg_function })
      return ((layers[0] as LayerSpec).props as { data: Cell[] }).data
    }
    const data = await cellsBy('median')
    // a point belongs to the hexagon with the nearest center
    const middles = data.map((cell, at) => `(${at}, ${cell.x}, ${cell.y})`).join()
    const near = `SELECT weight,
        (SELECT arg_min(id, (${x} - mx) ** 2 + (${y} - my) ** 2) FROM (VALUES ${middles}) AS middles(id, mx, my)) AS id
        FROM ${places}`
    // cells have the order of the rows, which differs from query to query
    const centerOf = ({ x: cx, y: cy }: Cell) => `${cx} ${cy}`
    const ids = new Map(data.map((cell, id) => [centerOf(cell), id]))
    for (const [by, expression] of Object.entries(hexagonValues)) {
      const expected = await sql(
        `WITH near AS (${near}) SELECT id, ${expression}::DOUBLE, count(*) FROM near GROUP BY id`,
      )
      const drawn = (await cellsBy(by)).map((cell) => [ids.get(centerOf(cell)), cell.value, cell.count])
      expect(rowsOf(drawn), by).toEqual(rowsOf(expected))
    }
    // no two centers are closer to each other than those of adjacent hexagons with this radius
    const radius = partOf(60_000, await middleLatitude())
    const distances = data.flatMap((one, at) =>
      data.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    )
    expect(Math.min(...distances) / radius).toBeCloseTo(Math.sqrt(3))
  },

  async deck_screengrid() {
    const form = { viz_type: 'deck_screengrid', spatial: latlong, size: 'total', grid_size: 25, color_picker: red }
    const input = await inputOf(form)
    const zoom = 5
    const { props } = screenGridLayer(readWeightedPoints(input), input.formData)(
      { ...startViewport, zoom },
      { width: 600, height: 300 },
    )
    const { data, getFillColor } = props as { data: Cell[]; getFillColor: (cell: Cell) => number[] }
    const side = 25 / (512 * 2 ** zoom)
    const expected = await sql(`SELECT across, down, sum,
        greatest(0.08, sum / max(sum) OVER ()) FROM (SELECT floor(${x} / ${side}) AS across,
          floor(${y} / ${side}) AS down, sum(weight) AS sum FROM ${places} GROUP BY 1, 2)`)
    const drawn = data.map((cell) => [
      Math.floor(cell.x / side),
      Math.floor(cell.y / side),
      cell.value,
      getFillColor(cell).join(' '),
    ])
    expect(rowsOf(drawn)).toEqual(
      rowsOf(
        expected.map(([column, row, sum, part]) => [column, row, sum, `255 0 0 ${Math.round(255 * Number(part))}`]),
      ),
    )
  },

  async deck_heatmap() {
    const form = {
      viz_type: 'deck_heatmap',
      spatial: latlong,
      size: 'total',
      radius_pixels: 30,
      linear_color_scheme: 'white_black',
    }
    const input = await inputOf(form)
    const [view, size] = [
      { ...startViewport, longitude: 7, latitude: 50, zoom: 4 },
      { width: 240, height: 180 },
    ]
    const { props } = heatLayer(readWeightedPoints(input), input.formData, 'light')(view, size)
    const { data, width } = props['image'] as { data: Uint8ClampedArray; width: number }
    // cells of 3 px; each point spreads over 10 of them as a normal distribution, three standard deviations wide
    const world = 512 * 2 ** view.zoom
    const height = Math.log(Math.tan(Math.PI / 4 + (view.latitude * Math.PI) / 360)) / (2 * Math.PI)
    const expected =
      await sql(`WITH points AS (SELECT floor((120 + (${x} - ${view.longitude / 360}) * ${world}) / 3) AS px,
          floor((90 + (${height} - ${y}) * ${world}) / 3) AS py, weight FROM ${places}),
        pieces AS (SELECT a AS across, b AS down FROM range(80) AS columns(a), range(60) AS lines(b)),
        densities AS (SELECT across, down, sum(weight * exp(-0.045 * ((px - across) ** 2 + (py - down) ** 2))) AS density
          FROM pieces JOIN points ON abs(px - across) <= 10 AND abs(py - down) <= 10 GROUP BY 1, 2)
      SELECT across, down, density / max(density) OVER () FROM densities`)
    const parts = new Map(expected.map(([column, row, part]) => [`${column},${row}`, Number(part)]))
    const scale = sequentialScale('white_black', [0, 1], 'light')
    const differences = Array.from({ length: 80 * 60 }, (_, at) => {
      const part = parts.get(`${at % width},${Math.floor(at / width)}`) ?? 0
      // the color scheme is used in reverse
      const alpha = Math.round(255 * 0.85 * Math.min(1, part / 0.3))
      const isColored = alpha < 4 || Math.abs(data[at * 4]! - colorList(scale(1 - part))[0]) <= 10
      return isColored ? Math.abs(data[at * 4 + 3]! - alpha) : 255
    })
    expect(parts.size).toBeGreaterThan(1000)
    expect(Math.max(...differences)).toBeLessThan(2)
  },

  async deck_contour() {
    const contours = [{ lowerThreshold: 40, color: red, strokeWidth: 2 }]
    const form = { viz_type: 'deck_contour', spatial: latlong, size: 'total', cellSize: 100_000, contours }
    const side = partOf(100_000, await middleLatitude())
    const rows = await sql(
      `SELECT floor(${x} / ${side}), floor(${y} / ${side}), sum(weight) FROM ${places} GROUP BY 1, 2`,
    )
    const sums = new Map(rows.map(([column, row, sum]) => [`${column},${row}`, Number(sum)]))
    const [layer] = contourLayers(await inputOf(form))
    const { props } = layer!
    const ends = (props['data'] as [number, number][][]).flat()
    expect(ends.length).toBeGreaterThan(20)
    // each end is on the line between the centers of two adjacent cells, where the interpolated sum is the threshold; a
    // cell whose sum is the threshold is inside, a quarter of the way from the end
    for (const [longitude, latitude] of ends) {
      const height = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)
      const [column, row] = [longitude / 360 / side - 0.5, height / side - 0.5]
      const isAcross = Math.abs(row - Math.round(row)) < 1e-6
      const [low, part] = isAcross
        ? [[Math.floor(column), Math.round(row)], column - Math.floor(column)]
        : [[Math.round(column), Math.floor(row)], row - Math.floor(row)]
      const next = isAcross ? [low[0]! + 1, low[1]] : [low[0], low[1]! + 1]
      const [one, other] = [sums.get(String(low)) ?? 0, sums.get(String(next)) ?? 0]
      const isEqual = Math.max(one, other) === 40
      if (isEqual) expect(one === 40 ? part : 1 - part).toBeCloseTo(0.25, 3)
      else expect(one + (other - one) * part).toBeCloseTo(40, 3)
    }
    expect([props['getColor'], props['getWidth']]).toEqual([[255, 0, 0, 255], 2])
  },

  async deck_multi() {
    const layers = [
      { viz_type: 'deck_path', line_column: 'line', color_picker: { r: 0, g: 255, b: 0, a: 1 } },
      { viz_type: 'deck_scatter', spatial: latlong, color_picker: red },
    ]
    const source_charts = layers.map((form, at) => ({
      id: at + 1,
      name: 'A chart',
      formData: openSaved(form)!.formData,
    }))
    const form = openSaved({ viz_type: 'deck_multi', source_charts })!.formData
    const data = await Promise.all(layers.map(async (each) => (await answersOf(each))[0]!))
    const sources = readSources(drawInput(form as never, data))
    const known = await loadMapLayers(layers.map(({ viz_type }) => viz_type))
    const drawn = layersOf(chartsOnMap(sources, known, new Set()), new Set()) as LayerSpec[]
    const [lines, points] = drawn.map(({ props }) => props as unknown as { data: number[] } & Record<string, unknown>)
    expect(rowsOf(lines!.data.map((at) => [JSON.stringify((lines!['getPath'] as At<number[]>)(at))]))).toEqual(
      rowsOf(await sql(`SELECT line FROM ${TABLE}`)),
    )
    expect(rowsOf(points!.data.map((at) => (points!['getPosition'] as At<number[]>)(at)))).toEqual(
      rowsOf(await sql(`SELECT lon, lat FROM ${TABLE} WHERE lon IS NOT NULL`)),
    )
    expect([hex((lines!['getColor'] as At<number[]>)(0)), hex((points!['getFillColor'] as At<number[]>)(0))]).toEqual([
      '#00ff00',
      '#ff0000',
    ])
  },

  async mapbox() {
    const form = {
      viz_type: 'mapbox',
      all_columns_x: 'lon',
      all_columns_y: 'lat',
      mapbox_label: ['n'],
      pandas_aggfunc: 'mean',
      mapbox_color: 'rgb(1, 2, 3)',
    }
    const input = await inputOf(form as Form)
    const [view, size] = [
      { ...startViewport, longitude: 7, latitude: 50 },
      { width: 400, height: 300 },
    ]
    const { layer, labels } = circlesOf(input)
    // at a low zoom, all places are one circle
    const far = layer({ ...view, zoom: 0 }, size).props
    const page = { place: placesIn({ ...view, zoom: 0 }, size), boxes: [] }
    const texts = labels(input.theme)({ ...view, zoom: 0 }, size, page).map((label) => Number(label.text))
    const [[count, mean] = []] = await sql(`SELECT count(*), avg(n) FROM ${TABLE} WHERE lon IS NOT NULL`)
    expect((far['data'] as { count: number }[]).map((circle) => circle.count)).toEqual([count])
    expect(texts[0]).toBeCloseTo(Number(mean), 1)
    expect(far['getFillColor']).toEqual([1, 2, 3, 255])
    // at a high zoom, each place is a separate circle
    const near = layer({ ...view, zoom: 18 }, { width: 4_000_000, height: 8_000_000 }).props['data'] as {
      place: number[]
    }[]
    expect(rowsOf(near.map(({ place }) => place.map((degrees) => degrees.toFixed(5))))).toEqual(
      rowsOf(
        (await sql(`SELECT lon, lat FROM ${TABLE} WHERE lon IS NOT NULL`)).map((place) =>
          place.map((degrees) => Number(degrees).toFixed(5)),
        ),
      ),
    )
  },

  async cartodiagram() {
    const pie = { viz_type: 'pie', groupby: ['kind'], metric: 'total' }
    const formData = openSaved(pie)!.formData
    const type = { type: 'pie', name: 'Pie', folder: 'pie', drawnWith: 'echarts', shows: 'plot', behaviors: [] }
    const form = openSaved({
      viz_type: 'cartodiagram',
      geom_column: 'town',
      source_charts: [{ id: 1, name: 'A pie', type, formData }],
    })!.formData as never
    const { extraFormData } = sources(form)
    const added = (extraFormData as { interactive_groupby: string[] }).interactive_groupby
    const placed = readCharts(drawInput(form, await answersOf(pie, { groupby: [...pie.groupby, ...added] })))
    if ('why' in placed) throw new Error('it has no places')
    const drawn = placed.charts.flatMap(({ place, data }) =>
      Array.from({ length: data.rowcount }, (_, row) => [...place, ...data.columns.map((cells) => cells[row])]),
    )
    expect(rowsOf(drawn)).toEqual(
      rowsOf(
        await sql(`SELECT (town->'coordinates'->>0)::DOUBLE, 48, kind, sum(n) FROM ${TABLE} WHERE town IS NOT NULL
          GROUP BY 1, 3`),
      ),
    )
  },

  async world_map() {
    const form = {
      viz_type: 'world_map',
      entity: 'country',
      metric: 'total',
      show_bubbles: true,
      secondary_metric: 'total',
      max_bubble_size: 30,
      linear_color_scheme: 'white_black',
    }
    const input = await inputOf<never>(form)
    await worldMap.register(input.formData)
    const { geo, series } = worldMap.option(input) as unknown as Shaded
    const names: Record<string, string> = { FR: 'France', DE: 'Germany', JP: 'Japan', BR: 'Brazil' }
    const rows = await sql(`SELECT country, sum(n), sqrt(sum(n) / max(sum(n)) OVER ()) FROM ${TABLE} GROUP BY country`)
    const scale = scaleOf(rows)
    expect(rowsOf(geo.regions.map(({ name, itemStyle }) => [name, itemStyle.areaColor]))).toEqual(
      rowsOf(rows.map(([code, value]) => [names[String(code)], scale(Number(value))])),
    )
    const bubbles = series.find(({ name }) => name === 'bubbles')!.data
    expect(rowsOf(bubbles.map(({ name, symbolSize }) => [name, symbolSize]))).toEqual(
      rowsOf(rows.map(([code, , part]) => [names[String(code)], 60 * Number(part)])),
    )
  },

  async country_map() {
    const form = {
      viz_type: 'country_map',
      select_country: 'germany',
      entity: 'region',
      metric: 'total',
      linear_color_scheme: 'white_black',
    }
    const input = await inputOf<never>(form)
    await countryMap.register(input.formData)
    const { geo } = countryMap.option(input) as unknown as Shaded
    const names: Record<string, string> = { 'DE-BY': 'Bayern', 'DE-BE': 'Berlin', 'DE-NW': 'Nordrhein-Westfalen' }
    const rows = await sql(`SELECT region, sum(n) FROM ${TABLE} GROUP BY region`)
    const scale = scaleOf(rows)
    expect(rowsOf(geo.regions.map(({ name, itemStyle }) => [name, itemStyle.areaColor]))).toEqual(
      rowsOf(rows.map(([code, value]) => [names[String(code)], scale(Number(value))])),
    )
  },
}

interface Shaded {
  geo: { regions: { name: string; itemStyle: { areaColor: string } }[] }
  series: { name: string; data: { name: string; symbolSize: number }[] }[]
}

/** White for the smallest value, black for the largest. */
function scaleOf(rows: readonly Value[][]): (value: number) => string {
  const values = rows.map(([, value]) => Number(value))
  return sequentialScale('white_black', [Math.min(...values), Math.max(...values)], 'light')
}

it('every type of map is compared', () =>
  expect(Object.keys(checks).toSorted()).toEqual(
    charts
      .filter(({ category }) => category === 'Map')
      .map(({ type }) => type)
      .toSorted(),
  ))

it.each(Object.entries(checks))('%s draws the result of plain SQL', (_type, check) => check())
