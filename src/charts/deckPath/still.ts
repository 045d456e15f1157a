import type { StillInput } from '../shared/contract.ts'
import { colorColumn } from '../shared/maps/savedCode.ts'
import { withoutShapes } from '../shared/maps/shapeTexts.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { pixelsOfMeter } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { colorsOfLines, pathSwatch, readPaths, widthOf } from './paths.ts'
import type { DeckPathForm } from './query.ts'
import { texts } from './texts.ts'

/** The map as a static drawing. */
export const still = (input: StillInput<DeckPathForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckPathForm> = (input) => {
  const { formData: form, text } = input
  const { marks, bounds, missing, tooLarge } = readPaths(input)
  if (form.line_column === undefined) return text(texts.needsLines)
  if (bounds === undefined) return text(withoutShapes(tooLarge, texts.needsRows))
  return {
    bounds,
    missing,
    tooLarge,
    replacesMutator: colorColumn(form) !== undefined,
    swatch: pathSwatch(form),
    marks: ({ view, pathOf }) => {
      const width = widthOf(form) * (form.line_width_unit === 'meters' ? pixelsOfMeter(view.zoom, view.latitude) : 1)
      const look = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' }
      const colors = colorsOfLines(input)
      return marks.map((line, at) => {
        const [red, green, blue, alpha] = colors[at]!
        const stroke = { stroke: `rgb(${red},${green},${blue})`, strokeOpacity: Number((alpha / 255).toFixed(2)) }
        return h('path', { ...stroke, strokeWidth: Math.max(1, width).toFixed(1), d: pathOf([line]), ...look })
      })
    },
  }
}
