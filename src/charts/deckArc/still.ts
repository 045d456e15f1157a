import type { StillInput } from '../shared/contract.ts'
import type { Rgba } from '../shared/fields.ts'
import { categoryNames } from '../shared/maps/deck/categoryColors.ts'
import type { Point } from '../shared/maps/shapes.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { arcSwatch, readArcs, widthOf } from './arcs.ts'
import type { DeckArcForm } from './query.ts'
import { texts } from './texts.ts'

/** Number of pieces in which an arc with a gradient is drawn. */
const pieces = 8

/** The same map as a picture. Seen from above, arcs are straight lines. */
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
  const parts = JSON.stringify(source) === JSON.stringify(target) ? 1 : pieces
  return {
    bounds,
    missing,
    names:
      form.legend_position === null ? [] : categoryNames(categories).map((label) => ({ label, color: color(label) })),
    swatch: arcSwatch(form),
    marks: ({ pathOf }) =>
      rows.map((_, at) => {
        const [start, end] = [pointAt(starts, at), pointAt(ends, at)]
        const stroke = { strokeWidth: widthOf(form) }
        const category = categories?.[at]
        if (category !== undefined) {
          return h('path', { ...stroke, d: pathOf([[start, end]]), stroke: color(category), strokeOpacity: source.a })
        }
        return Array.from({ length: parts }, (_piece, part) => {
          const line = [between(start, end, part / parts), between(start, end, (part + 1) / parts)]
          return h('path', { ...stroke, d: pathOf([line]), ...colorBetween(source, target, (part + 0.5) / parts) })
        })
      }),
  }
}

const pointAt = (values: Float64Array, at: number): Point => [values[at * 2]!, values[at * 2 + 1]!]

const between = ([x, y]: Point, [toX, toY]: Point, part: number): Point => [x + (toX - x) * part, y + (toY - y) * part]

function colorBetween(from: Rgba, to: Rgba, part: number) {
  const mix = (one: number, other: number) => one + (other - one) * part
  const [r, g, b] = (['r', 'g', 'b'] as const).map((channel) => Math.round(mix(from[channel], to[channel])))
  return { stroke: `rgb(${r},${g},${b})`, strokeOpacity: Number(mix(from.a, to.a).toFixed(2)) }
}
