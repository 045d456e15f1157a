import type { StillInput } from '../shared/contract.ts'
import type { Line } from '../shared/maps/shapes.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { contourEntries, contourNotes, outlineOf, outlineWidth, readContours } from './contourLayers.ts'
import type { DeckContourForm } from './query.ts'

/** The same map as a picture. */
export const still = (input: StillInput<DeckContourForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckContourForm> = (input) => {
  const { formData: form, text, theme } = input
  const { bounds, missing } = readWeightedPoints(input)
  if (readSpatial(form.spatial) === undefined) return text(weightedTexts.needsPlaces)
  if (bounds === undefined) return text(weightedTexts.needsRows)
  const [note] = contourNotes(input).map(([sentence, values]) => text(sentence, values))
  return {
    bounds,
    missing,
    ...(note !== undefined && { notes: { lines: [note], brief: note } }),
    names: contourEntries(input),
    marks: ({ pathOf }) =>
      readContours(input).map(({ contour, isBand, shapes, edges }) => {
        const { color, strokeWidth } = contour
        const rgb = `rgb(${color.r},${color.g},${color.b})`
        const written = (lines: readonly Line[], isClosed: boolean) =>
          lines.map((line) => pathOf([line], isClosed)).join('')
        const d = written(shapes, isBand)
        if (d === '') return false
        const stroke = outlineOf(contour, theme)
        const outline = (width: number) =>
          stroke !== undefined &&
          h('path', { d: written(edges(), false), fill: 'none', stroke, strokeWidth: width, strokeLinecap: 'round' })
        if (isBand) return [h('path', { d, fill: rgb, fillOpacity: color.a }), outline(outlineWidth)]
        const line = { fill: 'none', stroke: rgb, strokeOpacity: color.a, strokeWidth, strokeLinecap: 'round' }
        return [outline(strokeWidth + 2 * outlineWidth), h('path', { d, ...line })]
      }),
  }
}
