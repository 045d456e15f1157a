import type { DrawInput } from '../shared/contract.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { type Combined, radiiOfCells, readCombined } from '../shared/maps/combined.ts'
import { categoryColors, categoryNames } from '../shared/maps/deck/categoryColors.ts'
import { highlight, type LayerSpec } from '../shared/maps/deck/layerSpec.ts'
import { largestDot } from '../shared/maps/deck/legendPlace.ts'
import { colorList, rgbaList } from '../shared/maps/deck/rgba.ts'
import type { LegendName } from '../shared/maps/mapLayer.ts'
import { colorsOfRows } from '../shared/maps/savedCode.ts'
import { fixedSize, metricOfSize } from '../shared/maps/size.ts'
import { readPositions, readSpatial } from '../shared/maps/spatial.ts'
import { pickedSwatch } from '../shared/maps/swatch.ts'
import {
  type Bounds,
  boundsOf,
  heightOf,
  latitudeOf,
  onMap,
  pixelsOfMeter,
  worldPixels,
} from '../shared/maps/viewport.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckScatterForm } from './query.ts'

type Input = Pick<DrawInput<DeckScatterForm>, 'formData' | 'data' | 'datasource'>

/** The circles of the rows that have a position. */
interface Points {
  /** the row of each circle */
  rows: number[]
  /** longitude and latitude of each circle, alternating */
  positions: Float64Array
  /** radius in m */
  radii: Float32Array
  /** the category of each circle; undefined if no category column is set */
  categories: string[] | undefined
  /** number of rows without a position */
  missing: number
  /** set if the rows are cells that combine several points */
  combined: Combined | undefined
}

/** m per unit of length */
const metersOf = { m: 1, km: 1000, miles: 1609.34 } as const
/** Maximum radius in m, larger than the earth: WebGL cannot compute with extremely large numbers. */
const mostRadius = 1e8
/** Radius in m of a row without a value. */
const plainRadius = 10

/** A size as a radius in m. Square units are areas of circles. */
export function radiusInMeters(value: number, unit: DeckScatterForm['point_unit']): number {
  const [kind, length] = unit.split('_') as ['square' | 'radius', keyof typeof metersOf]
  const radius = kind === 'square' ? Math.sqrt(Math.max(0, value) / Math.PI) : Math.max(0, value)
  return radius * metersOf[length]
}

export const pointSwatch = (form: DeckScatterForm) => pickedSwatch(form, 'dots', form.color_picker)

export const readPoints = readOnce(({ formData: form, data }: Input): Points => {
  const [answer] = data
  const { values, missing } = readPositions(answer, readSpatial(form.spatial))
  const metric = metricOfSize(form.point_radius_fixed)
  const combined = readCombined(answer)
  const ofCells = combined && metric === undefined ? radiiOfCells(combined, values) : undefined
  const sizes = metric === undefined ? undefined : readMetric(answer, metric)
  const fixed = fixedSize(form.point_radius_fixed)
  const groups = form.dimension === undefined ? undefined : readGroups(answer, [form.dimension])
  const rows = Array.from({ length: answer?.rowcount ?? 0 }, (_, row) => row).filter(
    (row) => !Number.isNaN(values[row * 2]!),
  )
  const positions = new Float64Array(rows.length * 2)
  const radii = new Float32Array(rows.length)
  for (const [at, row] of rows.entries()) {
    positions.set([values[row * 2]!, values[row * 2 + 1]!], at * 2)
    const size = sizes === undefined ? fixed : sizes[row]
    radii[at] = ofCells
      ? ofCells[row]!
      : size == null
        ? plainRadius
        : Math.min(mostRadius, radiusInMeters(size, form.point_unit) * form.multiplier)
  }
  const categories = groups && rows.map((row) => groups.texts(row)[0] ?? '')
  return { rows, positions, radii, categories, missing, combined }
})

/** The box around the circles at a zoom. */
export function boundsOfCircles(input: Input, zoom: number): Bounds | undefined {
  const { positions, radii } = readPoints(input)
  const { min_radius: least, max_radius: most } = input.formData
  const corners = new Float64Array(positions.length * 2)
  for (const [at, meters] of radii.entries()) {
    const [x, y] = [positions[at * 2]!, onMap(positions[at * 2 + 1]!)]
    const px = Math.min(Math.max(0, most), Math.max(0, least, meters * pixelsOfMeter(zoom, y)))
    const part = px / worldPixels(zoom)
    const height = heightOf(y)
    corners.set([x - part * 360, latitudeOf(height - part), x + part * 360, latitudeOf(height + part)], at * 4)
  }
  return boundsOf(corners)
}

/** px across the dot of the smallest marks in a legend of sizes */
const leastDot = 4

/** The categories of circles. If a metric sets the sizes, each has a dot as large as its median circle, in proportion. */
export function pointNames(
  input: Pick<DrawInput<DeckScatterForm>, 'formData' | 'data' | 'datasource' | 'color'>,
): LegendName[] {
  const { radii, categories, combined } = readPoints(input)
  const names = categoryNames(categories).map((label) => ({ label, color: input.color(label) }))
  if (metricOfSize(input.formData.point_radius_fixed) === undefined || combined) return names
  const typical = names.map(({ label }) => median([...radii].filter((_, at) => categories?.[at] === label)))
  const largest = Math.max(...typical)
  return names.map((name, at) => {
    const dot = largest > 0 ? Math.max(leastDot, Math.round((typical[at]! / largest) * largestDot)) : largestDot
    return { ...name, dot }
  })
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Above this number of circles, outlines would take too much time to draw. */
const mostOutlined = 5000

/** Whether circles have a thin outline in the color of the ground: of different sizes, they cover each other. */
export const isOutlined = (form: DeckScatterForm, { rows, combined }: Pick<Points, 'rows' | 'combined'>): boolean =>
  metricOfSize(form.point_radius_fixed) !== undefined && combined === undefined && rows.length <= mostOutlined

/** px of an outline */
export const outlineWidth = 0.5

/** The circles as a layer; those of hidden categories are left out. */
export function pointLayer(
  input: Input & Pick<DrawInput<DeckScatterForm>, 'color' | 'filterState' | 'theme'>,
  hidden: ReadonlySet<string>,
): LayerSpec {
  const { formData: form } = input
  const points = readPoints(input)
  const { rows, positions, radii, categories } = points
  const shown = [...radii.keys()].filter((at) => !hidden.has(categories?.[at] ?? ''))
  const plain = rgbaList(form.color_picker)
  const own = colorsOfRows(input.data[0], form, plain[3])
  const colors = categoryColors(categories ?? [], input, plain[3])
  return {
    kind: 'scatterplot',
    id: 'points',
    props: {
      // indexes of the points: picking a mark returns one of them
      data: shown,
      getPosition: (at: number) => [positions[at * 2]!, positions[at * 2 + 1]!],
      getRadius: (at: number) => radii[at]!,
      getFillColor: (at: number) =>
        own[rows[at]!] ?? (categories === undefined ? plain : (colors.get(categories[at]!) ?? plain)),
      radiusUnits: 'meters',
      radiusMinPixels: Math.max(0, form.min_radius),
      radiusMaxPixels: Math.max(0, form.max_radius),
      ...(isOutlined(form, points) && {
        stroked: true,
        getLineColor: colorList(input.theme.mapLand),
        getLineWidth: outlineWidth,
        lineWidthUnits: 'pixels',
      }),
      ...highlight,
    },
  }
}
