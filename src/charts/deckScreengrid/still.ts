import type { StillInput } from '../shared/contract.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { combinedNotes } from '../shared/maps/stillNotes.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import type { DeckScreengridForm } from './query.ts'
import { screenCells, screenRamp } from './screenCells.ts'

/** The map as a static drawing. */
export const still = (input: StillInput<DeckScreengridForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckScreengridForm> = (input) => {
  const { formData: form, text } = input
  const points = readWeightedPoints(input)
  if (readSpatial(form.spatial) === undefined) return text(weightedTexts.needsPlaces)
  if (points.bounds === undefined) return text(weightedTexts.needsRows)
  return {
    bounds: points.bounds,
    missing: points.missing,
    ramp: screenRamp(form),
    position: 'br',
    swatch: { kind: 'ramp', colors: [...screenRamp(form).colors] },
    ...combinedNotes(points.combined, text),
    marks: ({ view, pathOf }) => {
      const { cells, colorOf } = screenCells(points, form, view.zoom)
      return cells.map((cell) => {
        const [red, green, blue, alpha] = colorOf(cell)
        const fill = { fill: `rgb(${red},${green},${blue})`, fillOpacity: (alpha / 255).toFixed(2) }
        return h('path', { d: pathOf([cell.outline], true), ...fill })
      })
    },
  }
}
