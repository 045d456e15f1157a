import { sequentialScale } from '../shared/color/sequential.ts'
import type { LayerOfView, RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { colorList } from '../shared/maps/deck/rgba.ts'
import { heatRaster, type Raster } from '../shared/maps/heatRaster.ts'
import { boxOfView, type Viewport, worldPixels } from '../shared/maps/viewport.ts'
import type { WeightedPoints } from '../shared/maps/weightedPoints.ts'
import type { DeckHeatmapForm } from './query.ts'

/** The default: light colors for low density, dark ones for high density. */
const defaultScheme = 'deck_gl_heatmap_gradient'
const mostRadius = 200
/** The radius, in cells of the query. It is large enough for adjacent cells to merge into one surface. */
const cellsInRadius = 2.5
/** Transparent at density 0, full color from this density on. */
const opaqueFrom = 0.3
const mostAlpha = 0.85
/** Number of color steps between 0 and 1. */
const levels = 64

/** The color of a density. This type has always read the schemes in reverse. */
export function heatColors(form: DeckHeatmapForm): (value: number) => RgbaList {
  const scale = sequentialScale(form.linear_color_scheme ?? defaultScheme, [0, 1])
  const colors = Array.from({ length: levels + 1 }, (_, at) => colorList(scale(1 - at / levels)))
  return (value) => {
    const [red, green, blue] = colors[Math.round(value * levels)]!
    return [red, green, blue, Math.round(255 * mostAlpha * Math.min(1, value / opaqueFrom))]
  }
}

export const surfaceOf = (
  points: WeightedPoints,
  form: DeckHeatmapForm,
  view: Viewport,
  size: { width: number; height: number },
): Raster =>
  heatRaster(points, view, size, {
    radius: Math.min(mostRadius, Math.max(1, form.radius_pixels, leastRadius(points, view))),
    intensity: Math.max(0, form.intensity),
    isMean: form.aggregation === 'mean',
  })

const leastRadius = ({ combined }: WeightedPoints, { zoom }: Viewport) =>
  (cellsInRadius * (combined?.side ?? 0) * worldPixels(zoom)) / 360

/** The surface for the visible part of the map. A tilted map shows more than its size. */
export const heatLayer =
  (points: WeightedPoints, form: DeckHeatmapForm): LayerOfView =>
  (view, size) => {
    const factor = view.pitch > 0 || view.bearing !== 0 ? 2 : 1
    const shown = { width: size.width * factor, height: size.height * factor }
    const { columns, rows, step, values } = surfaceOf(points, form, view, shown)
    const colorOf = heatColors(form)
    const data = new Uint8ClampedArray(columns * rows * 4)
    for (const [at, value] of values.entries()) if (value > 0) data.set(colorOf(value), at * 4)
    return {
      kind: 'bitmap',
      id: 'surface',
      props: {
        image: { width: columns, height: rows, data },
        bounds: boxOfView(view, shown, { width: columns * step, height: rows * step }),
      },
    }
  }
