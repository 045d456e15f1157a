import { type Cell, joinedCells, squareCells } from '../shared/maps/cells.ts'
import type { RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { highlight, type LayerOfView } from '../shared/maps/deck/layerSpec.ts'
import { rgbaList } from '../shared/maps/deck/rgba.ts'
import type { LegendRamp } from '../shared/maps/mapLayer.ts'
import { worldPixels } from '../shared/maps/viewport.ts'
import type { WeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import type { DeckScreengridForm } from './query.ts'

/** Minimum opacity of a cell, as a fraction of the opacity of the color. */
const palest = 0.08
/** The colors of the legend, from few points to many. */
export function screenRamp({ color_picker: { r, g, b, a } }: DeckScreengridForm): LegendRamp {
  return {
    colors: [palest, 1].map((part) => `rgba(${r},${g},${b},${Number((a * part).toFixed(3))})`),
    ends: [weightedTexts.less, weightedTexts.more],
  }
}

/** Number of steps per zoom level in which the size of cells on the ground changes. */
const stepsOfZoom = 4

/** The cells of the points at a zoom, with their colors. */
export function screenCells(points: WeightedPoints, form: DeckScreengridForm, zoom: number) {
  const part = Math.max(1, form.grid_size) / worldPixels(zoom)
  const side = points.combined?.side
  const cells = side === undefined ? squareCells(points, part, 'sum') : joinedCells(points, part * 360, side)
  const most = cells.reduce((largest, { value }) => Math.max(largest, value), 0)
  const [red, green, blue, alpha] = rgbaList(form.color_picker)
  const colorOf = ({ value }: Cell): RgbaList => {
    const part = most > 0 ? Math.max(palest, value / most) : palest
    return [red, green, blue, Math.round(alpha * part)]
  }
  return { cells, colorOf }
}

/** The cells as a layer. While the map moves without a change of zoom, the cells stay the same. */
export function screenGridLayer(points: WeightedPoints, form: DeckScreengridForm): LayerOfView {
  let last: { zoom: number; layer: ReturnType<LayerOfView> } | undefined
  return (view) => {
    const zoom = Math.round(view.zoom * stepsOfZoom) / stepsOfZoom
    if (last?.zoom === zoom) return last.layer
    const { cells, colorOf } = screenCells(points, form, zoom)
    const layer: ReturnType<LayerOfView> = {
      kind: 'polygon',
      id: 'cells',
      props: {
        data: cells,
        getPolygon: ({ outline }: Cell) => outline,
        getFillColor: colorOf,
        stroked: false,
        ...highlight,
      },
    }
    last = { zoom, layer }
    return layer
  }
}
