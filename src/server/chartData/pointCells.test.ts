import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datasetOf } from '../../../conformance/vectors/exampleTables.ts'
import { readPoints } from '../../charts/deckScatter/points.ts'
import type { DeckScatterForm } from '../../charts/deckScatter/query.ts'
import { circlesOf } from '../../charts/mapbox/circles.ts'
import { loadMapLayers } from '../../charts/mapLayers.ts'
import { cellMask } from '../../charts/shared/maps/cellMask.ts'
import type { Cell } from '../../charts/shared/maps/cells.ts'
import { areaOfCell, cellFilters } from '../../charts/shared/maps/combined.ts'
import { isLayer, type MapLayer } from '../../charts/shared/maps/mapLayer.ts'
import { startViewport } from '../../charts/shared/maps/viewport.ts'
import { readWeightedPoints } from '../../charts/shared/maps/weightedPoints.ts'
import { drawInput, noDatasource } from '../../charts/testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../charts/testing/parts.ts'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import { ingestFile } from '../../engine/ingest/ingest.ts'
import { createEnginePool } from '../../engine/run/pool.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import type { QueryObject } from '../../model/query/queryObject.ts'
import { readerWith, serviceWith } from './testing/service.ts'

/** Places in a box of 100 by 50 degrees, of two kinds; some rows have none. */
const TABLE = 'sightings'
const ROWS = 40_000

const dataset = datasetOf(
  {
    table_name: TABLE,
    columns: [
      { column_name: 'lon', type: 'DOUBLE', is_dttm: false },
      { column_name: 'lat', type: 'DOUBLE', is_dttm: false },
      { column_name: 'written', type: 'VARCHAR', is_dttm: false },
      { column_name: 'kind', type: 'VARCHAR', is_dttm: false },
      { column_name: 'weight', type: 'BIGINT', is_dttm: false },
    ],
    metrics: [{ metric_name: 'total', expression: 'SUM(weight)' }],
  },
  1,
)

const pool = createEnginePool({ children: 1 })
const folder = mkdtempSync(join(tmpdir(), 'point-cells-'))
let plain: DuckDBConnection
let connection: ConnectionSpec

beforeAll(async () => {
  const source = join(folder, 'sightings.csv')
  plain = await (await DuckDBInstance.create()).connect()
  await plain.run(`CREATE TABLE ${TABLE} AS
    SELECT CASE WHEN i % 100 = 7 THEN NULL ELSE -30 + (i * 7919 % 100000) / 1000 END AS lon,
      -20 + (i * 104729 % 50000) / 1000 AS lat, 'x' || i AS written, ['a', 'b'][1 + i % 2] AS kind, i % 13 AS weight
    FROM range(${ROWS}) AS numbers(i)`)
  await plain.run(`COPY ${TABLE} TO '${source}' (HEADER)`)
  const file = join(folder, 'sightings.duckdb')
  await ingestFile(source, 'csv', file)
  connection = { dialect: 'duckdb', databaseId: 1, tables: { [TABLE]: file }, dataVersion: 'test' }
})
afterAll(async () => {
  plain.closeSync()
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

const rowsOf = async (sql: string) => (await plain.runAndReadAll(sql)).getRows().map((row) => row.map(Number))
const saved = {
  viz_type: 'deck_scatter',
  spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' },
  row_limit: 5000,
}

async function answerOf(form: Record<string, unknown>): Promise<ChartData> {
  const { queries } = contextOfSaved({ formData: { ...saved, ...form }, datasource: noDatasource } as never)!
  return answerTo(queries[0]!)
}
async function answerTo(query: QueryObject): Promise<ChartData> {
  const context = parseQueryContext({ datasource: { id: 1, type: 'table' }, queries: [query], result_type: 'full' })
  if (!context.ok) throw new Error(context.error)
  const service = serviceWith({
    engine: pool,
    findDataset: async () => dataset,
    connectionOf: async () => connection,
    rows: { rows: 50_000, samples: 1000, max: 100_000 },
  })
  const [answer] = await service.answer(context.value, readerWith(), { encoding: 'columns' })
  return JSON.parse(answer!.body.toString()) as ChartData
}
const pointsOf = (form: Record<string, unknown>, answer: ChartData) =>
  readPoints(drawInput(openSaved({ ...saved, ...form })!.formData as DeckScatterForm, [answer]))
const column = (answer: ChartData, name: string) => answer.columns[answer.colnames.indexOf(name)] as number[]

describe('more points than the row limit', () => {
  it('are cells with all of them, as plain SQL counts them', async () => {
    const answer = await answerOf({})
    const { combined, missing, positions, rows } = pointsOf({}, answer)
    expect([combined?.points, combined?.side, missing]).toEqual([ROWS - ROWS / 100, 1, 0])
    const expected = await rowsOf(`SELECT floor(lon) + 0.5, floor(lat) + 0.5, count(*) FROM ${TABLE}
      WHERE lon IS NOT NULL GROUP BY 1, 2`)
    const drawn = rows.map((row, at) => [positions[at * 2]!, positions[at * 2 + 1]!, combined!.counts[row]!])
    const sorted = (list: number[][]) => list.map(String).toSorted()
    expect(sorted(drawn)).toEqual(sorted(expected))
  })

  it('keep the metric and the categories', async () => {
    const form = { point_radius_fixed: { type: 'metric', value: 'total' }, dimension: 'kind', js_columns: ['written'] }
    const answer = await answerOf(form)
    expect(answer.colnames).toEqual(['lon', 'lat', 'kind', 'total', 'points_in_cell'])
    const sum = column(answer, 'total').reduce((all, each) => all + each, 0)
    expect([[sum]]).toEqual(await rowsOf(`SELECT sum(weight) FROM ${TABLE} WHERE lon IS NOT NULL`))
    expect(new Set(column(answer, 'kind'))).toEqual(new Set(['a', 'b']))
  })

  it('are selected by a filter on their cell', async () => {
    const answer = await answerOf({})
    const [x, y, count] = ['lon', 'lat', 'points_in_cell'].map((name) => column(answer, name)[0]!)
    const filters = cellFilters(['lon', 'lat'], areaOfCell([x!, y!], 1))
    const found = await answerTo({ columns: ['lon', 'lat', 'written'], filters })
    expect(found.rowcount).toBe(count)
  })

  it.each([
    ['the chart leaves them out', { many_points: 'rows' }],
    ['the place is a text', { spatial: { type: 'latlong', lonCol: 'written', latCol: 'lat' } }],
    ['the place is one column', { spatial: { type: 'delimited', lonlatCol: 'written' } }],
  ])('stay points if %s', async (_name, form) => {
    const answer = await answerOf(form)
    expect([answer.rowcount, answer.colnames.includes('points_in_cell')]).toEqual([5000, false])
  })

  it('stay points if there are fewer', async () => {
    const answer = await answerOf({ row_limit: 50_000 })
    expect([answer.rowcount, answer.colnames]).toEqual([ROWS - ROWS / 100, ['lon', 'lat']])
  })

  it('stay points if they are exactly as many as the row limit', async () => {
    const answer = await answerOf({ row_limit: ROWS - ROWS / 100 })
    expect([answer.rowcount, answer.colnames]).toEqual([ROWS - ROWS / 100, ['lon', 'lat']])
  })

  it('are not counted if the query does not read their columns', async () => {
    const answer = await answerTo({
      columns: ['lon'],
      row_limit: 10,
      point_cells: { longitude: 'lon', latitude: 'lat' },
    })
    expect([answer.rowcount, answer.colnames]).toEqual([10, ['lon']])
  })
})

describe('maps that add up more points than the row limit', () => {
  const weighted = { size: 'total' }
  const groups = { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'count(*) >= 1' }
  const layerOf = async (form: Record<string, unknown>, answer: ChartData) => {
    const type = String(form['viz_type'])
    const input = drawInput(openSaved({ ...saved, ...form })!.formData as never, [answer])
    const made = (await loadMapLayers([type])).get(type)!(input, new Set())
    if (!isLayer(made)) throw new Error(String(made.defaultMessage))
    return made
  }
  const shownCells = ({ layers: [first] }: MapLayer, zoom: number) => {
    const size = { width: 800, height: 400 }
    const layer = typeof first === 'function' ? first({ ...startViewport, zoom }, size) : first!
    return layer.props['data'] as Cell[]
  }

  it.each([
    ['deck_grid', { grid_size: 300_000 }],
    ['deck_grid', { grid_size: 20 }],
    ['deck_hex', { grid_size: 20 }],
    ['deck_screengrid', { grid_size: 20 }],
  ])('have the sum of all of them in cells: %s, %j', async (viz_type, options) => {
    const form = { ...weighted, viz_type, ...options }
    const made = await layerOf(form, await answerOf(form))
    expect([made.combined?.points, made.combined?.side]).toEqual([ROWS - ROWS / 100, 1])
    const cells = shownCells(made, 3)
    const [[sum] = []] = await rowsOf(`SELECT sum(weight) FROM ${TABLE} WHERE lon IS NOT NULL`)
    expect(cells.reduce((all, { value }) => all + value, 0)).toBe(sum)
    expect(cells.reduce((all, { count }) => all + count, 0)).toBe(made.combined?.points)
  })

  it('have in each square what plain SQL finds in it', async () => {
    const form = { ...weighted, viz_type: 'deck_grid', grid_size: 300_000 }
    const cells = shownCells(await layerOf(form, await answerOf(form)), 3)
    for (const cell of cells.slice(0, 20)) {
      const { filters = [] } = cellMask(['lon', 'lat'], cell).extraFormData ?? {}
      const where = filters.map(({ col, op, val }) => `${String(col)} ${op} ${String(val)}`).join(' AND ')
      expect([[cell.value, cell.count]]).toEqual(
        await rowsOf(`SELECT sum(weight), count(*) FROM ${TABLE} WHERE ${where}`),
      )
    }
  })

  it('have the density of all of them', async () => {
    const form = { ...weighted, viz_type: 'deck_heatmap' }
    const answer = await answerOf(form)
    const { combined, weights } = readWeightedPoints(
      drawInput(openSaved({ ...saved, ...form })!.formData as never, [answer]),
    )
    expect(combined?.points).toBe(ROWS - ROWS / 100)
    expect([[weights.reduce((all, each) => all + each, 0)]]).toEqual(
      await rowsOf(`SELECT sum(weight) FROM ${TABLE} WHERE lon IS NOT NULL`),
    )
  })

  it.each([
    ['its metric is no sum', { viz_type: 'deck_grid', size: { expressionType: 'SQL', sqlExpression: 'AVG(weight)' } }],
    ['its cells have a median', { viz_type: 'deck_hex', js_agg_function: 'median' }],
    ['it has a condition on groups', { viz_type: 'deck_grid', adhoc_filters: [groups] }],
    ['its density is a mean', { viz_type: 'deck_heatmap', aggregation: 'mean' }],
    ['it has lines at values of cells of its own size', { viz_type: 'deck_contour' }],
  ])('stay points if %s', async (_name, form) => {
    const answer = await answerOf({ ...weighted, ...form })
    expect([answer.rowcount, answer.colnames.includes('points_in_cell')]).toEqual([5000, false])
  })

  it('have circles with the number of all of them', async () => {
    const form = { viz_type: 'mapbox', all_columns_x: 'lon', all_columns_y: 'lat' }
    const answer = await answerOf(form)
    const input = drawInput(openSaved({ ...saved, ...form })!.formData as never, [answer])
    const { layer } = circlesOf(input)
    const countAt = (zoom: number) => {
      const view = { ...startViewport, longitude: 20, latitude: 5, zoom }
      const size = { width: 4000, height: 4000 }
      const { data } = layer(view, size).props as { data: { count: number; label?: string }[] }
      return {
        circles: data.length,
        points: data.reduce((sum, { count }) => sum + count, 0),
        labels: data.filter(({ label }) => label !== undefined).length,
      }
    }
    const all = ROWS - ROWS / 100
    expect(countAt(0).points).toBe(all)
    // each cell is a circle
    const near = countAt(5)
    expect([near.points, near.labels]).toEqual([all, near.circles])
    expect(near.circles).toBeGreaterThan(1000)
  })

  it('are places with their labels if circles have them', async () => {
    const form = { viz_type: 'mapbox', all_columns_x: 'lon', all_columns_y: 'lat', mapbox_label: ['weight'] }
    expect((await answerOf(form)).rowcount).toBe(5000)
  })
})
