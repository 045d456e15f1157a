import type { StillInput } from '../shared/contract.ts'
import { withoutShapes } from '../shared/maps/shapeTexts.ts'
import { stillColumns } from '../shared/maps/stillColumns.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { areaSwatch } from '../shared/maps/swatch.ts'
import { pixelsOfMeter } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { fillsOf, isExtruded, readEntries, readPolygons } from './areas.ts'
import type { DeckPolygonForm } from './query.ts'
import { texts } from './texts.ts'

/** The map as a static drawing. */
export const still = (input: StillInput<DeckPolygonForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckPolygonForm> = (input) => {
  const { formData: form, text } = input
  const { marks, heights, bounds, missing, tooLarge } = readPolygons(input)
  if (form.line_column === undefined) return text(texts.needsAreas)
  if (bounds === undefined) return text(withoutShapes(tooLarge, texts.needsRows))
  const { colors } = fillsOf(input)
  const { r, g, b, a } = form.stroke_color_picker
  return {
    bounds,
    missing,
    tooLarge,
    names: form.legend_position === null ? [] : readEntries(input),
    isRange: true,
    ...(form.legend_position !== null && { position: form.legend_position }),
    swatch: areaSwatch(form),
    marks: (ground) => {
      const { view, pathOf } = ground
      if (isExtruded(form) && form.filled) {
        const columns = marks.map((area, at) => ({ area, height: Math.max(0, heights[at]!), color: colors[at]! }))
        return stillColumns(columns, ground)
      }
      const width = Math.max(1, form.line_width * pixelsOfMeter(view.zoom, view.latitude)).toFixed(1)
      const stroke = form.stroked ? { stroke: `rgb(${r},${g},${b})`, strokeOpacity: a, strokeWidth: width } : {}
      return marks.map((area, at) => {
        const [red, green, blue, alpha] = colors[at]!
        const fill = form.filled
          ? { fill: `rgb(${red},${green},${blue})`, fillOpacity: (alpha / 255).toFixed(2), fillRule: 'evenodd' }
          : { fill: 'none' }
        return h('path', { d: pathOf(area, true), ...fill, ...stroke })
      })
    },
  }
}
