import type { StillInput } from '../shared/contract.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { combinedNotes } from '../shared/maps/stillNotes.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import { h, type SvgChild, type SvgNode } from '../shared/svg/tree.ts'
import type { DeckHeatmapForm } from './query.ts'
import { heatColors, heatRamp, heatSwatch, surfaceOf } from './surface.ts'

/** Number of color steps: adjacent places with the same color form one rectangle. */
const levels = 24

/** The same map as a picture. */
export const still = (input: StillInput<DeckHeatmapForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckHeatmapForm> = (input) => {
  const { formData: form, text, size, theme } = input
  const points = readWeightedPoints(input)
  if (readSpatial(form.spatial) === undefined) return text(weightedTexts.needsPlaces)
  if (points.bounds === undefined) return text(weightedTexts.needsRows)
  const colorOf = heatColors(form, theme.mode)
  return {
    bounds: points.bounds,
    missing: points.missing,
    ramp: heatRamp(form, theme.mode),
    position: 'br',
    swatch: heatSwatch(form, theme.mode),
    ...combinedNotes(points.combined, text),
    marks: ({ view, tilt }) => {
      const isFlat = view.pitch === 0 && view.bearing === 0
      const { columns, rows, step, values } = surfaceOf(points, form, view, size)
      const place = (column: number, row: number) =>
        tilt([column * step, row * step])
          .map((px) => px.toFixed(1))
          .join(',')
      const tilted = (start: number, end: number, row: number) =>
        `M${[place(start, row), place(end, row), place(end, row + 1), place(start, row + 1)].join('L')}Z`
      const flat = (start: number, end: number, row: number) =>
        `M${start * step},${row * step}h${(end - start) * step}v${step}H${start * step}z`
      const paths = Array.from({ length: levels + 1 }, (): string[] => [])
      for (let row = 0; row < rows; row += 1) {
        let start = 0
        const levelAt = (column: number) =>
          column === columns ? -1 : Math.round(values[row * columns + column]! * levels)
        for (let column = 1; column <= columns; column += 1) {
          const level = levelAt(start)
          if (levelAt(column) === level) continue
          if (level > 0) paths[level]!.push((isFlat ? flat : tilted)(start, column, row))
          start = column
        }
      }
      return paths.map((parts, level): SvgChild => {
        const [red, green, blue, alpha] = colorOf(level / levels)
        const fill = { fill: `rgb(${red},${green},${blue})`, fillOpacity: (alpha / 255).toFixed(2) }
        return parts.length > 0 && h('path', { d: parts.join(''), shapeRendering: 'crispEdges', ...fill })
      })
    },
  }
}
