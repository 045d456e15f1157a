import type { StillInput } from '../shared/contract.ts'
import type { Rgba } from '../shared/fields.ts'
import { categoryNames } from '../shared/maps/deck/categoryColors.ts'
import type { Point } from '../shared/maps/shapes.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { type Ground, type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { arcSwatch, readArcs, widthOf } from './arcs.ts'
import type { DeckArcForm } from './query.ts'
import { texts } from './texts.ts'

/** Number of pieces of an arc, and fewer if there are very many arcs. */
const [fewPieces, manyPieces] = [8, 32]
const mostPieces = 20_000
/** The height of an arc, as a multiple of that of a half circle. */
const flatness = 0.5

/** The same map as a picture. The middle of an arc is nearer to the camera, so that it is curved also from above. */
export const still = (input: StillInput<DeckArcForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckArcForm> = (input) => {
  const { formData: form, color, text } = input
  const { rows, starts, ends, missing, categories } = readArcs(input)
  if ([form.start_spatial, form.end_spatial].some((each) => readSpatial(each) === undefined)) {
    return text(texts.needsPlaces)
  }
  const bounds = boundsOf(starts, ends)
  if (bounds === undefined) return text(texts.needsRows)
  const [source, target] = [form.color_picker, form.target_color_picker]
  const isPlain = JSON.stringify(source) === JSON.stringify(target)
  const pieces = Math.round(Math.min(manyPieces, Math.max(fewPieces, mostPieces / rows.length)))
  return {
    bounds,
    missing,
    names:
      form.legend_position === null ? [] : categoryNames(categories).map((label) => ({ label, color: color(label) })),
    ...(form.legend_position !== null && { position: form.legend_position }),
    swatch: arcSwatch(form),
    marks: (ground) =>
      rows.map((_, at) => {
        const [start, end] = [pointAt(starts, at), pointAt(ends, at)]
        const line = arcOf(start, end, pieces, ground)
        const stroke = { strokeWidth: widthOf(form), fill: 'none' }
        const category = categories?.[at]
        if (category !== undefined || isPlain) {
          const { r, g, b, a } = source
          const own = category === undefined ? `rgb(${r},${g},${b})` : color(category)
          return h('path', { ...stroke, d: pathOf(line), stroke: own, strokeOpacity: a })
        }
        return line.slice(1).map((to, part) =>
          h('path', {
            ...stroke,
            d: pathOf([line[part]!, to]),
            ...colorBetween(source, target, (part + 0.5) / pieces),
          }),
        )
      }),
  }
}

const pointAt = (values: Float64Array, at: number): Point => [values[at * 2]!, values[at * 2 + 1]!]

type Place = [x: number, y: number]

/** The corners of an arc in px: half an ellipse above the line between its ends. */
function arcOf(start: Point, end: Point, pieces: number, { pathPlaces, tilt }: Ground): Place[] {
  const [[x, y], [toX, toY]] = pathPlaces([start, end]) as [Place, Place]
  const length = Math.hypot(toX - x, toY - y)
  return Array.from({ length: pieces + 1 }, (_, piece) => {
    const part = piece / pieces
    return tilt([x + (toX - x) * part, y + (toY - y) * part], Math.sqrt(part * (1 - part)) * length * flatness)
  })
}

const pathOf = (line: readonly Place[]) => `M${line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`

function colorBetween(from: Rgba, to: Rgba, part: number) {
  const mix = (one: number, other: number) => one + (other - one) * part
  const [r, g, b] = (['r', 'g', 'b'] as const).map((channel) => Math.round(mix(from[channel], to[channel])))
  return { stroke: `rgb(${r},${g},${b})`, strokeOpacity: Number(mix(from.a, to.a).toFixed(2)) }
}
