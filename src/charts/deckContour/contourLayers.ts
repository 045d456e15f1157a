import { contrast } from '../shared/color/contrast.ts'
import type { DrawInput } from '../shared/contract.ts'
import { cellFormat } from '../shared/maps/cellColors.ts'
import { type Cell, squareCells, worldPart } from '../shared/maps/cells.ts'
import { contourBands, contourLines, latticeOf } from '../shared/maps/contours.ts'
import type { LayerSpec, RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { colorList, rgbaList } from '../shared/maps/deck/rgba.ts'
import type { LayerNote } from '../shared/maps/mapLayer.ts'
import { mapNumber } from '../shared/maps/mapNumber.ts'
import type { Line } from '../shared/maps/shapes.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { extent } from '../shared/plot/cells.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { ChartTheme } from '../shared/theme.ts'
import type { DeckContourForm } from './query.ts'
import type { Contour } from './startContours.ts'
import { texts } from './texts.ts'

type Input = Pick<DrawInput<DeckContourForm>, 'formData' | 'data' | 'datasource'>

/** More contours cannot be told apart and would take minutes. */
const mostContours = 50
const leastSize = 1e-6

/** The squares of a grid. Contours are computed from their values. */
const readCells = readOnce((input: Input): { cells: Cell[]; side: number } => {
  const { formData: form } = input
  const points = readWeightedPoints(input)
  const [[, south], [, north]] = points.bounds ?? [
    [0, 0],
    [0, 0],
  ]
  const part = worldPart(form.cellSize, (south + north) / 2)
  const side = part > leastSize ? part : leastSize
  return { cells: squareCells(points, side, form.aggregation), side }
})

interface DrawnContour {
  contour: Contour
  isBand: boolean
  /** lines or areas */
  shapes: Line[]
  /** the boundaries of the areas; of lines, the lines themselves */
  edges: () => Line[]
}

/** The lines or areas of each contour, in the order in which they are drawn. */
export const readContours = readOnce((input: Input): DrawnContour[] => {
  const { cells, side } = readCells(input)
  const lattice = latticeOf(cells, side)
  return input.formData.contours
    .slice(0, mostContours)
    .toSorted((one, other) => one.zIndex - other.zIndex)
    .map((contour) => {
      const { lowerThreshold: lower, upperThreshold: upper } = contour
      const isBand = upper !== undefined
      const lines = contourLines(lattice, lower)
      return isBand
        ? {
            contour,
            isBand,
            shapes: contourBands(lattice, lower, upper),
            edges: () => [...lines, ...contourLines(lattice, upper)],
          }
        : { contour, isBand, shapes: lines, edges: () => lines }
    })
})

const own = (shape: Line) => shape

/** contrast with land below which a contour has an outline */
const leastContrast = 3
/** px of the outline on each side of a line */
export const outlineWidth = 1

/** The color of the outline of a contour that can hardly be seen on land; undefined if it has none. */
export function outlineOf({ color: { r, g, b, a } }: Contour, theme: ChartTheme): string | undefined {
  const land = colorList(theme.mapLand)
  const seen = [r, g, b].map((part, at) => part * a + land[at]! * (1 - a))
  const onLand = contrast(seen as [number, number, number], land.slice(0, 3) as [number, number, number])
  return onLand < leastContrast ? theme.text2 : undefined
}

/** The layers of each contour, without those whose entry of the legend is switched off. */
export const contourLayers = (
  input: Input & Pick<DrawInput<DeckContourForm>, 'theme'>,
  isOn: (at: number) => boolean = () => true,
): LayerSpec[] =>
  readContours(input).flatMap(({ contour, isBand, shapes, edges }, at): LayerSpec[] => {
    if (!isOn(at)) return []
    const outline = outlineOf(contour, input.theme)
    const path = (id: string, data: Line[], getColor: RgbaList, getWidth: number): LayerSpec => ({
      kind: 'path',
      id: `${id} ${at}`,
      props: { data, pickable: false, getPath: own, getColor, getWidth, widthUnits: 'pixels', capRounded: true },
    })
    const around = isBand ? outlineWidth : contour.strokeWidth + 2 * outlineWidth
    const outlines = outline === undefined ? [] : [path('outline', edges(), colorList(outline), around)]
    const color = rgbaList(contour.color)
    if (!isBand) return [...outlines, path('contour', shapes, color, contour.strokeWidth)]
    const props = { data: shapes, pickable: false, getPolygon: own, getFillColor: color, stroked: false }
    return [{ kind: 'polygon', id: `contour ${at}`, props }, ...outlines]
  })

const writerOf = ({ formData: form, datasource }: Input) => {
  const format = cellFormat(form, datasource, form.aggregation)
  return (value: number) => mapNumber(format, value)
}

/** Why a map has no contours; empty if it has some. */
export function contourNotes(input: Input): LayerNote[] {
  if (readContours(input).some(({ shapes }) => shapes.length > 0)) return []
  const [least, most] = extent(readCells(input).cells.map(({ value }) => value)) ?? [0, 0]
  const write = writerOf(input)
  return [[texts.noneReached, { least: write(least), most: write(most) }]]
}

/** What each contour means, for a legend. */
export function contourEntries(input: Input): { label: string; color: string }[] {
  const write = writerOf(input)
  return readContours(input).map(({ contour: { lowerThreshold: lower, upperThreshold: upper, color } }) => ({
    label: upper === undefined ? write(lower) : `${write(lower)} – ${write(upper)}`,
    color: `rgb(${color.r}, ${color.g}, ${color.b})`,
  }))
}
