import type { LayerOfView, RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { colorList } from '../shared/maps/deck/rgba.ts'
import { heatRaster, type Raster } from '../shared/maps/heatRaster.ts'
import { heatScale } from '../shared/maps/heatScale.ts'
import type { LegendRamp } from '../shared/maps/mapLayer.ts'
import type { Swatch } from '../shared/maps/swatch.ts'
import { boxOfView, type Viewport, worldPixels } from '../shared/maps/viewport.ts'
import type { WeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import type { ChartMode } from '../shared/theme.ts'
import type { DeckHeatmapForm } from './query.ts'

const mostRadius = 200
/** Minimum radius if the query combines points into cells, in cells: adjacent cells merge into one surface. */
const cellsInRadius = 2.5
/** The surface is transparent at density 0, and has its maximum opacity from this density on. */
const opaqueFrom = 0.3
const mostAlpha = 0.85
/** Number of color steps between 0 and 1. */
const levels = 64

/** Number of colors between which the ramp of the swatch is drawn. */
const rampColors = 5

/**
 * The color of a density. This type has always read the schemes in reverse, except the product's own, whose lowest color
 * is near that of the ground in each theme.
 */
export function heatColors(form: DeckHeatmapForm, mode: ChartMode): (value: number) => RgbaList {
  const scale = heatScale(form.linear_color_scheme, mode)
  const colors = Array.from({ length: levels + 1 }, (_, at) => colorList(scale(at / levels)))
  return (value) => {
    const [red, green, blue] = colors[Math.round(value * levels)]!
    return [red, green, blue, Math.round(255 * mostAlpha * Math.min(1, value / opaqueFrom))]
  }
}

/** The colors of the legend, from few points to many. */
export const heatRamp = (form: DeckHeatmapForm, mode: ChartMode): LegendRamp => ({
  colors: heatSwatch(form, mode).colors,
  ends: [weightedTexts.less, weightedTexts.more],
})

export function heatSwatch({ linear_color_scheme }: DeckHeatmapForm, mode: ChartMode): Swatch {
  const scale = heatScale(linear_color_scheme, mode)
  return { kind: 'ramp', colors: Array.from({ length: rampColors }, (_, at) => scale(at / (rampColors - 1))) }
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

/** The surface for the visible part of the map. A tilted or rotated map shows an area larger than its own size. */
export const heatLayer =
  (points: WeightedPoints, form: DeckHeatmapForm, mode: ChartMode): LayerOfView =>
  (view, size) => {
    const factor = view.pitch > 0 || view.bearing !== 0 ? 2 : 1
    const shown = { width: size.width * factor, height: size.height * factor }
    const { columns, rows, step, values } = surfaceOf(points, form, view, shown)
    const colorOf = heatColors(form, mode)
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
