import type { StillInput } from '../shared/contract.ts'
import { colorColumn, colorsOfRows } from '../shared/maps/savedCode.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { combinedNotes } from '../shared/maps/stillNotes.ts'
import { boundsOf, pixelsOfMeter } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { boundsOfCircles, isOutlined, outlineWidth, pointNames, pointSwatch, readPoints } from './points.ts'
import type { DeckScatterForm } from './query.ts'
import { texts } from './texts.ts'

/** The map as a static drawing. */
export const still = (input: StillInput<DeckScatterForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckScatterForm> = (input) => {
  const { formData: form, color, text, theme } = input
  const { r, g, b, a } = form.color_picker
  const points = readPoints(input)
  const { rows, positions, radii, categories, missing, combined } = points
  const outline = isOutlined(form, points) ? { stroke: theme.mapLand, strokeWidth: outlineWidth } : {}
  if (readSpatial(form.spatial) === undefined) return text(texts.needsPlaces)
  const bounds = boundsOf(positions)
  const colors = colorsOfRows(input.data[0], form, 255)
  if (bounds === undefined) return text(texts.needsRows)
  return {
    bounds,
    missing,
    replacesMutator: colorColumn(form) !== undefined,
    marksAt: (zoom) => boundsOfCircles(input, zoom),
    ...combinedNotes(combined, text),
    names: form.legend_position === null ? [] : pointNames(input),
    ...(form.legend_position !== null && { position: form.legend_position }),
    swatch: pointSwatch(form),
    marks: ({ view, place }) =>
      rows.map((_, at) => {
        const [x, y] = [positions[at * 2]!, positions[at * 2 + 1]!]
        const [cx, cy] = place([x, y])
        const radius = radii[at]! * pixelsOfMeter(view.zoom, y)
        const category = categories?.[at]
        const own = colors[rows[at]!]
        const plain = own ? `rgb(${own[0]},${own[1]},${own[2]})` : `rgb(${r},${g},${b})`
        return h('circle', {
          cx: cx.toFixed(1),
          cy: cy.toFixed(1),
          r: Math.min(form.max_radius, Math.max(form.min_radius, radius)).toFixed(1),
          fill: category === undefined || own ? plain : color(category),
          fillOpacity: a,
          ...outline,
        })
      }),
  }
}
