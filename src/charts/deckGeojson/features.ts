import { columnLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import type { Rgba } from '../shared/fields.ts'
import { highlight, type LayerSpec, type RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { readColor, rgbaList } from '../shared/maps/deck/rgba.ts'
import { type Area, flatPositions, type Line, type Point, readFeatures } from '../shared/maps/shapes.ts'
import { boundsOf, readViewport } from '../shared/maps/viewport.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckGeojsonForm } from './query.ts'

type Input = Pick<DrawInput<DeckGeojsonForm>, 'formData' | 'data' | 'datasource'>

/** One mark: a point, a line or an area of a feature, with its colors. */
interface Part {
  row: number
  fill: RgbaList
  stroke: RgbaList
  /** in the unit of the chart */
  width: number
}

interface Parts {
  points: (Part & { at: Point })[]
  lines: (Part & { line: Line })[]
  areas: (Part & { area: Area })[]
}

type Properties = Record<string, unknown>

const first = (properties: Properties, ...names: string[]) =>
  names.map((name) => properties[name]).find((value) => value !== undefined && value !== null && value !== '')

const black: RgbaList = [0, 0, 0, 255]

/** A color of the chart is used for all features, unless it is transparent. */
const colorOf = (picked: Rgba, own: unknown): RgbaList => (picked.a > 0 ? rgbaList(picked) : (readColor(own) ?? black))

function styleOf(form: DeckGeojsonForm, properties: Properties): Omit<Part, 'row'> {
  const width = Number(first(properties, 'stroke-width', 'strokeWidth') ?? Number.NaN)
  return {
    fill: colorOf(form.fill_color_picker, first(properties, 'fillColor', 'color', 'fill', 'fill-color')),
    stroke: colorOf(form.stroke_color_picker, first(properties, 'strokeColor', 'color', 'stroke', 'stroke-color')),
    width: Math.max(0, Number.isFinite(width) ? width : form.line_width),
  }
}

/** The marks of the rows, and the box around them. */
export const readParts = readOnce(({ formData: form, data }: Input) => {
  const features = readFeatures(data[0], form.geojson && columnLabel(form.geojson))
  const { rows, marks, missing, tooLarge } = features
  const parts: Parts = { points: [], lines: [], areas: [] }
  for (const [at, { points, lines, areas, properties }] of marks.entries()) {
    const style = { ...styleOf(form, properties), row: rows[at]! }
    for (const point of points) parts.points.push({ ...style, at: point })
    for (const line of lines) parts.lines.push({ ...style, line })
    for (const area of areas) parts.areas.push({ ...style, area })
  }
  const outlines = parts.areas.flatMap(({ area: [outer] }) => (outer === undefined ? [] : [outer]))
  const all = [parts.points.map(({ at }) => at), ...parts.lines.map(({ line }) => line), ...outlines]
  return { ...parts, missing, tooLarge, bounds: boundsOf(flatPositions(all)) }
})

/** radius of points, in m */
export const radiusOf = ({ point_radius_scale }: DeckGeojsonForm) => Math.max(1, point_radius_scale ?? 1)
/** minimum radius of points, in px */
export const leastRadius = 3
/** height of extruded areas, in m */
const height = 1000

/** The marks as layers, from areas to points. The data of each layer is the rows of its marks. */
export function featureLayers(input: Input): LayerSpec[] {
  const { formData: form } = input
  const { points, lines, areas } = readParts(input)
  const units = { lineWidthUnits: form.line_width_unit, lineWidthMinPixels: 1, filled: form.filled }
  const stroked = { stroked: form.stroked, getLineColor: strokeOf, getLineWidth: widthOf }
  const layers: LayerSpec[] = [
    {
      kind: 'polygon',
      id: 'areas',
      props: {
        data: areas,
        getPolygon: ({ area }: Parts['areas'][number]) => area,
        getFillColor: fillOf,
        getElevation: height,
        // from above, heights are not visible, and light would change the colors
        extruded: form.extruded && readViewport(form.viewport).pitch > 0,
        ...units,
        ...stroked,
        ...highlight,
      },
    },
    {
      kind: 'path',
      id: 'lines',
      props: {
        data: lines,
        getPath: ({ line }: Parts['lines'][number]) => line,
        getColor: strokeOf,
        getWidth: widthOf,
        widthUnits: form.line_width_unit,
        widthMinPixels: 1,
        ...highlight,
      },
    },
    {
      kind: 'scatterplot',
      id: 'points',
      props: {
        data: points,
        getPosition: ({ at }: Parts['points'][number]) => at,
        getFillColor: fillOf,
        getRadius: radiusOf(form),
        radiusMinPixels: leastRadius,
        ...units,
        ...stroked,
        ...highlight,
      },
    },
  ]
  return layers.filter(({ props }) => (props['data'] as Part[]).length > 0)
}

const fillOf = ({ fill }: Part) => fill
const strokeOf = ({ stroke }: Part) => stroke
const widthOf = ({ width }: Part) => width
