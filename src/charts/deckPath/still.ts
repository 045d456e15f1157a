import type { StillInput } from '../shared/contract.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { pixelsOfMeter } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { readPaths, widthOf } from './paths.ts'
import type { DeckPathForm } from './query.ts'
import { texts } from './texts.ts'

/** The same map as a picture. */
export const still = (input: StillInput<DeckPathForm>): SvgNode | string => stillMap(input, stillParts(input))

export const stillParts: MakeStillParts<DeckPathForm> = (input) => {
  const { formData: form, text } = input
  const { r, g, b, a } = form.color_picker
  const { marks, bounds } = readPaths(input)
  if (form.line_column === undefined) return text(texts.needsLines)
  if (bounds === undefined) return text(texts.needsRows)
  return {
    bounds,
    marks: ({ view, pathOf }) => {
      const width = widthOf(form) * (form.line_width_unit === 'meters' ? pixelsOfMeter(view.zoom, view.latitude) : 1)
      const stroke = { stroke: `rgb(${r},${g},${b})`, strokeOpacity: a, strokeWidth: Math.max(1, width).toFixed(1) }
      return marks.map((line) =>
        h('path', { ...stroke, d: pathOf([line]), fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' }),
      )
    },
  }
}
