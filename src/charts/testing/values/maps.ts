import { expect } from 'vitest'
import { readPlaces } from '../../cartodiagram/places.ts'
import type { CartodiagramForm } from '../../cartodiagram/query.ts'
import { arcLayer } from '../../deckArc/arcs.ts'
import type { DeckArcForm } from '../../deckArc/query.ts'
import { contourLayers } from '../../deckContour/contourLayers.ts'
import type { DeckContourForm } from '../../deckContour/query.ts'
import { featureLayers } from '../../deckGeojson/features.ts'
import type { DeckGeojsonForm } from '../../deckGeojson/query.ts'
import { readCells as readGrid } from '../../deckGrid/cells.ts'
import type { DeckGridForm } from '../../deckGrid/query.ts'
import type { DeckHeatmapForm } from '../../deckHeatmap/query.ts'
import { heatLayer } from '../../deckHeatmap/surface.ts'
import { readCells as readHexagons } from '../../deckHex/cells.ts'
import type { DeckHexForm } from '../../deckHex/query.ts'
import { chartsOnMap, layersOf, readSources } from '../../deckMulti/layers.ts'
import type { DeckMultiForm } from '../../deckMulti/query.ts'
import { pathLayer } from '../../deckPath/paths.ts'
import type { DeckPathForm } from '../../deckPath/query.ts'
import { areaLayer } from '../../deckPolygon/areas.ts'
import type { DeckPolygonForm } from '../../deckPolygon/query.ts'
import { pointLayer } from '../../deckScatter/points.ts'
import type { DeckScatterForm } from '../../deckScatter/query.ts'
import type { DeckScreengridForm } from '../../deckScreengrid/query.ts'
import { screenGridLayer } from '../../deckScreengrid/screenCells.ts'
import { circlesOf } from '../../mapbox/circles.ts'
import type { MapboxForm } from '../../mapbox/query.ts'
import { loadMapLayers } from '../../mapLayers.ts'
import type { Aggregation } from '../../shared/maps/aggregates.ts'
import { type CellForm, cellLayer, cellSteps } from '../../shared/maps/cellColors.ts'
import type { Cell } from '../../shared/maps/cells.ts'
import type { LayerSpec } from '../../shared/maps/deck/layerSpec.ts'
import { placesIn, startViewport } from '../../shared/maps/viewport.ts'
import { readWeightedPoints } from '../../shared/maps/weightedPoints.ts'
import { answer, drawInput } from '../drawInput.ts'
import { openSaved } from '../parts.ts'
import type { Check } from './check.ts'

/**
 * Types that are drawn by a graphics card: the places, sizes and colors of their marks. Browser stories check the
 * pixels.
 */

interface Circles {
  data: number[]
  getPosition: (at: number) => number[]
  getRadius: (at: number) => number
  getFillColor: (at: number) => number[]
}

const deckScatter: Check = () => {
  const data = [answer({ x: [0, [10, 20]], y: [0, [50, 60]], g: [1, ['a', 'b']], m: [0, [3.1415926, 4 * Math.PI]] })]
  const form = {
    viz_type: 'deck_scatter',
    spatial: { type: 'latlong', lonCol: 'x', latCol: 'y' },
    point_radius_fixed: { type: 'metric', value: 'm' },
    point_unit: 'square_km',
    dimension: 'g',
  }
  const input = drawInput(openSaved(form)!.formData as DeckScatterForm, data)
  const { kind, props } = pointLayer(input, new Set())
  const circles = props as unknown as Circles
  expect(kind).toBe('scatterplot')
  expect(circles.data.map(circles.getPosition)).toEqual([
    [10, 50],
    [20, 60],
  ])
  expect(circles.data.map((at) => Math.round(circles.getRadius(at)))).toEqual([1000, 2000])
  const colors = circles.data.map((at) => circles.getFillColor(at).slice(0, 3))
  expect(colors.map(hex)).toEqual([input.color('a').toLowerCase(), input.color('b').toLowerCase()])
}

const hex = (parts: number[]) =>
  `#${parts
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`

const formOf = <F>(form: Record<string, unknown>) => openSaved(form)!.formData as F

const deckArc: Check = () => {
  const data = [answer({ x: [0, [10]], y: [0, [50]], u: [0, [20]], v: [0, [60]], g: [1, ['a']] })]
  const form = {
    viz_type: 'deck_arc',
    start_spatial: { type: 'latlong', lonCol: 'x', latCol: 'y' },
    end_spatial: { type: 'latlong', lonCol: 'u', latCol: 'v' },
    dimension: 'g',
  }
  const input = drawInput(formOf<DeckArcForm>(form), data)
  const { kind, props } = arcLayer(input, new Set())
  const arcs = props as Record<string, (at: number) => number[]>
  expect(kind).toBe('arc')
  expect([arcs['getSourcePosition']!(0), arcs['getTargetPosition']!(0)]).toEqual([
    [10, 50],
    [20, 60],
  ])
  expect(hex(arcs['getSourceColor']!(0))).toBe(input.color('a').toLowerCase())
}

const deckPath: Check = () => {
  const data = [answer({ line: [1, ['[[50,10],[60,20]]']] })]
  const form = {
    viz_type: 'deck_path',
    line_column: 'line',
    reverse_long_lat: true,
    color_picker: { r: 9, g: 8, b: 7 },
  }
  const { kind, props } = pathLayer(drawInput(formOf<DeckPathForm>(form), data))
  expect(kind).toBe('path')
  expect((props['getPath'] as (at: number) => number[][])(0)).toEqual([
    [10, 50],
    [20, 60],
  ])
  expect((props['getColor'] as (at: number) => number[])(0)).toEqual([9, 8, 7, 255])
}

const deckPolygon: Check = () => {
  const data = [answer({ cell: [1, ['u', 'g']], m: [0, [1, 3]] })]
  const form = {
    viz_type: 'deck_polygon',
    line_column: 'cell',
    line_type: 'geohash',
    metric: 'm',
    num_buckets: 2,
    opacity: 100,
    linear_color_scheme: 'white_black',
  }
  const { kind, props } = areaLayer(drawInput(formOf<DeckPolygonForm>(form), data), new Set())
  const areas = props as { getPolygon: (at: number) => number[][][]; getFillColor: (at: number) => number[] }
  expect(kind).toBe('polygon')
  expect(areas.getPolygon(1)[0]![0]).toEqual([-45, 90])
  expect([areas.getFillColor(0), areas.getFillColor(1)].map(hex)).toEqual(['#ffffff', '#000000'])
}

const deckGeojson: Check = () => {
  const shape = {
    type: 'Feature',
    properties: { color: '#0a0b0c' },
    geometry: { type: 'Point', coordinates: [10, 50] },
  }
  const none = { r: 0, g: 0, b: 0, a: 0 }
  const form = { viz_type: 'deck_geojson', geojson: 'g', fill_color_picker: none, stroke_color_picker: none }
  const [layer] = featureLayers(drawInput(formOf<DeckGeojsonForm>(form), [answer({ g: [1, [JSON.stringify(shape)]] })]))
  const { data, getPosition, getFillColor } = layer!.props as Record<string, never> & { data: object[] }
  const read = (of: unknown) => (of as (part: object) => number[])(data[0]!)
  expect(layer!.kind).toBe('scatterplot')
  expect(read(getPosition)).toEqual([10, 50])
  expect(hex(read(getFillColor))).toBe('#0a0b0c')
}

const crowd = () =>
  answer({
    x: [0, [10, 10.001, 10.002, 40]],
    y: [0, [50, 50, 50, 20]],
    m: [0, [1, 2, 6, 4]],
  })
const crowded = {
  spatial: { type: 'latlong', lonCol: 'x', latCol: 'y' },
  size: 'm',
  grid_size: 100_000,
  color_scheme: 'd3Category10',
}

/** The aggregate and the color of the cell around each place. */
function cellsDrawn(cells: readonly Cell[], form: CellForm, by: Aggregation) {
  const steps = cellSteps(cells, drawInput(form, []), by)
  const { kind, props } = cellLayer(cells, steps, { form, bounds: undefined, hidden: new Set() })
  expect(kind).toBe('polygon')
  const { data, getFillColor } = props as { data: Cell[]; getFillColor: (cell: Cell) => number[] }
  return [10, 40].map((longitude) => {
    const isAround = ({ outline }: Cell) =>
      Math.min(...outline.map(([x]) => x)) <= longitude && Math.max(...outline.map(([x]) => x)) >= longitude
    const cell = data.find(isAround)!
    return [cell.value, cell.count, hex(getFillColor(cell))]
  })
}

const deckGrid: Check = () => {
  const form = formOf<DeckGridForm>({ viz_type: 'deck_grid', ...crowded })
  expect(cellsDrawn(readGrid(drawInput(form, [crowd()])), form, 'sum')).toEqual([
    [9, 3, '#17becf'],
    [4, 1, '#1f77b4'],
  ])
}

const deckHex: Check = () => {
  const form = formOf<DeckHexForm>({ viz_type: 'deck_hex', ...crowded, js_agg_function: 'mean' })
  expect(cellsDrawn(readHexagons(drawInput(form, [crowd()])), form, 'mean')).toEqual([
    [3, 3, '#1f77b4'],
    [4, 1, '#17becf'],
  ])
}

const deckScreengrid: Check = () => {
  const red = { r: 255, g: 0, b: 0, a: 1 }
  const form = formOf<DeckScreengridForm>({ ...crowded, viz_type: 'deck_screengrid', grid_size: 20, color_picker: red })
  const points = readWeightedPoints(drawInput(form, [crowd()]))
  const { kind, props } = screenGridLayer(points, form)({ ...startViewport, zoom: 2 }, { width: 600, height: 300 })
  expect(kind).toBe('polygon')
  const { data, getFillColor } = props as { data: Cell[]; getFillColor: (cell: Cell) => number[] }
  expect(data.map(({ value }) => value)).toEqual([9, 4])
  expect(data.map(getFillColor)).toEqual([
    [255, 0, 0, 255],
    [255, 0, 0, Math.round((255 * 4) / 9)],
  ])
}

const deckHeatmap: Check = () => {
  const form = formOf<DeckHeatmapForm>({ ...crowded, viz_type: 'deck_heatmap', linear_color_scheme: 'white_black' })
  const points = readWeightedPoints(drawInput(form, [crowd()]))
  const view = { ...startViewport, longitude: 10, latitude: 50, zoom: 4 }
  const { kind, props } = heatLayer(points, form, 'light')(view, { width: 300, height: 300 })
  expect(kind).toBe('bitmap')
  const { data, width, height } = props['image'] as { data: Uint8ClampedArray; width: number; height: number }
  const at = (column: number) => Array.from(data.slice((height / 2) * width * 4 + column * 4).slice(0, 4))
  // the point with the highest weight is in the middle, and there is nothing near the edge
  expect(at(width / 2).slice(0, 3)).toEqual([255, 255, 255])
  expect(at(2)[3]).toBe(0)
}

const deckContour: Check = () => {
  const contours = [
    { lowerThreshold: 5, color: { r: 1, g: 2, b: 3, a: 1 } },
    { lowerThreshold: 20, color: { r: 4, g: 5, b: 6, a: 1 } },
  ]
  const form = formOf<DeckContourForm>({ ...crowded, viz_type: 'deck_contour', cellSize: 100_000, contours })
  const [line, above] = contourLayers(drawInput(form, [crowd()]))
  expect([line!.kind, line!.props['getColor']]).toEqual(['path', [1, 2, 3, 255]])
  // the contour is around the place with the value 9, not around the one with 4
  const longitudes = (line!.props['data'] as number[][][]).flat().map(([longitude = 0]) => longitude)
  expect(Math.min(...longitudes)).toBeGreaterThan(8)
  expect(Math.max(...longitudes)).toBeLessThan(12)
  expect(above!.props['data']).toEqual([])
}

const deckMulti: Check = async () => {
  const places = { type: 'latlong', lonCol: 'x', latCol: 'y' }
  const charts = [
    { viz_type: 'deck_path', line_column: 'line', color_picker: { r: 9, g: 8, b: 7 } },
    { viz_type: 'deck_scatter', spatial: places, color_picker: { r: 1, g: 2, b: 3 } },
  ]
  const form = formOf<DeckMultiForm>({
    viz_type: 'deck_multi',
    source_charts: charts.map((each, at) => ({ id: at + 1, name: 'A chart', formData: openSaved(each)!.formData })),
  })
  const data = [answer({ line: [1, ['[[10,50],[20,60]]']] }), answer({ x: [0, [30]], y: [0, [40]] })]
  const nothing = new Set<string>()
  const known = await loadMapLayers(charts.map(({ viz_type }) => viz_type))
  const made = chartsOnMap(readSources(drawInput(form, data)), known, nothing)
  const [lines, points] = layersOf(made, nothing) as LayerSpec[]
  expect((lines!.props['getPath'] as (at: number) => number[][])(0)).toEqual([
    [10, 50],
    [20, 60],
  ])
  expect((lines!.props['getColor'] as (at: number) => number[])(0)).toEqual([9, 8, 7, 255])
  expect((points!.props['getPosition'] as (at: number) => number[])(0)).toEqual([30, 40])
  expect((points!.props['getFillColor'] as (at: number) => number[])(0)).toEqual([1, 2, 3, 255])
}

/**
 * Three of the places are near each other: they become one circle at their center, with the aggregate of their labels.
 */
const mapbox: Check = () => {
  const form = formOf<MapboxForm>({
    viz_type: 'mapbox',
    all_columns_x: 'x',
    all_columns_y: 'y',
    mapbox_label: ['m'],
    mapbox_color: 'rgb(1, 2, 3)',
  })
  const { layer, labels } = circlesOf(drawInput(form, [crowd()]))
  const [view, size] = [
    { ...startViewport, longitude: 25, latitude: 38, zoom: 2 },
    { width: 600, height: 400 },
  ]
  const { kind, props } = layer(view, size)
  expect([kind, props['getFillColor']]).toEqual(['scatterplot', [1, 2, 3, 255]])
  const circles = props['data'] as { place: number[]; count: number }[]
  expect(circles.map(({ place, count }) => [...place.map((degrees) => Math.round(degrees)), count])).toEqual([
    [10, 50, 3],
    [40, 20, 1],
  ])
  const page = { place: placesIn(view, size), boxes: [] }
  expect(labels(drawInput(form, []).theme)(view, size, page).map(({ text }) => text)).toEqual(['9', '4'])
}

/** The rows of each place are those of its chart. */
const cartodiagram: Check = () => {
  const at = (longitude: number) => JSON.stringify({ type: 'Point', coordinates: [longitude, 50] })
  const source = {
    id: 1,
    name: 'A pie',
    type: { type: 'pie', name: 'Pie', folder: 'pie', drawnWith: 'echarts', shows: 'plot', behaviors: [] },
    formData: openSaved({ viz_type: 'pie', groupby: ['g'], metric: 'm' })!.formData,
  }
  const form = formOf<CartodiagramForm>({ viz_type: 'cartodiagram', geom_column: 'place', source_charts: [source] })
  const rows = answer({ g: [1, ['a', 'b', 'a']], place: [1, [at(10), at(10), at(20)]], m: [0, [1, 2, 3]] })
  const placed = readPlaces(drawInput(form, [rows]))
  if ('why' in placed) throw new Error('it has no places')
  expect(placed.charts.map(({ place, data }) => [place, data.colnames, data.columns])).toEqual([
    [
      [10, 50],
      ['g', 'm'],
      [
        ['a', 'b'],
        [1, 2],
      ],
    ],
    [
      [20, 50],
      ['g', 'm'],
      [['a'], [3]],
    ],
  ])
}

export const maps: Record<string, Check> = {
  deck_scatter: deckScatter,
  deck_arc: deckArc,
  deck_path: deckPath,
  deck_polygon: deckPolygon,
  deck_geojson: deckGeojson,
  deck_grid: deckGrid,
  deck_hex: deckHex,
  deck_screengrid: deckScreengrid,
  deck_heatmap: deckHeatmap,
  deck_contour: deckContour,
  deck_multi: deckMulti,
  mapbox,
  cartodiagram,
}
