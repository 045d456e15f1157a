import type { StillInput } from '../shared/contract.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { contourEntries, readContours } from './contourLayers.ts'
import type { DeckContourForm } from './query.ts'

/** The same map as a picture. */
export const still = (input: StillInput<DeckContourForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckContourForm> = (input) => {
  const { formData: form, text } = input
  const { bounds } = readWeightedPoints(input)
  if (readSpatial(form.spatial) === undefined) return text(weightedTexts.needsPlaces)
  if (bounds === undefined) return text(weightedTexts.needsRows)
  return {
    bounds,
    names: contourEntries(input),
    marks: ({ pathOf }) =>
      readContours(input).map(({ contour, isBand, shapes }) => {
        const { r, g, b, a } = contour.color
        const color = `rgb(${r},${g},${b})`
        const d = shapes.map((shape) => pathOf([shape], isBand)).join('')
        const look = isBand
          ? { fill: color, fillOpacity: a }
          : { fill: 'none', stroke: color, strokeOpacity: a, strokeWidth: contour.strokeWidth, strokeLinecap: 'round' }
        return d !== '' && h('path', { d, ...look })
      }),
  }
}
