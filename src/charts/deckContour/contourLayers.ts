import type { DrawInput } from '../shared/contract.ts'
import { cellFormat } from '../shared/maps/cellColors.ts'
import { squareCells, worldPart } from '../shared/maps/cells.ts'
import { contourBands, contourLines, latticeOf } from '../shared/maps/contours.ts'
import type { LayerSpec } from '../shared/maps/deck/layerSpec.ts'
import { rgbaList } from '../shared/maps/deck/rgba.ts'
import { mapNumber } from '../shared/maps/mapNumber.ts'
import type { Line } from '../shared/maps/shapes.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckContourForm } from './query.ts'
import type { Contour } from './startContours.ts'

type Input = Pick<DrawInput<DeckContourForm>, 'formData' | 'data' | 'datasource'>

/** More contours cannot be told apart and would take minutes. */
const mostContours = 50
const leastSize = 1e-6

/** The lines or areas of each contour, in the order in which they are drawn. */
export const readContours = readOnce((input: Input): { contour: Contour; isBand: boolean; shapes: Line[] }[] => {
  const { formData: form } = input
  const points = readWeightedPoints(input)
  const [[, south], [, north]] = points.bounds ?? [
    [0, 0],
    [0, 0],
  ]
  const part = worldPart(form.cellSize, (south + north) / 2)
  const side = part > leastSize ? part : leastSize
  const lattice = latticeOf(squareCells(points, side, form.aggregation), side)
  return form.contours
    .slice(0, mostContours)
    .toSorted((one, other) => one.zIndex - other.zIndex)
    .map((contour) => {
      const { lowerThreshold: lower, upperThreshold: upper } = contour
      const isBand = upper !== undefined
      return { contour, isBand, shapes: isBand ? contourBands(lattice, lower, upper) : contourLines(lattice, lower) }
    })
})

const own = (shape: Line) => shape

/** A layer for each contour. */
export const contourLayers = (input: Input): LayerSpec[] =>
  readContours(input).map(({ contour, isBand, shapes }, at) => ({
    kind: isBand ? 'polygon' : 'path',
    id: `contour ${at}`,
    props: {
      data: shapes,
      pickable: false,
      ...(isBand
        ? { getPolygon: own, getFillColor: rgbaList(contour.color), stroked: false }
        : {
            getPath: own,
            getColor: rgbaList(contour.color),
            getWidth: contour.strokeWidth,
            widthUnits: 'pixels',
            capRounded: true,
          }),
    },
  }))

/** What each contour means, for a legend. */
export function contourEntries(input: Input): { label: string; color: string }[] {
  const { formData: form, datasource } = input
  const format = cellFormat(form, datasource, form.aggregation)
  const write = (value: number) => mapNumber(format, value)
  return readContours(input).map(({ contour: { lowerThreshold: lower, upperThreshold: upper, color } }) => ({
    label: upper === undefined ? write(lower) : `${write(lower)} – ${write(upper)}`,
    color: `rgb(${color.r}, ${color.g}, ${color.b})`,
  }))
}
