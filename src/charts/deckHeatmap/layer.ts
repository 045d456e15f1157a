import { weightedLayer } from '../shared/maps/weightedLayer.ts'
import type { DeckHeatmapForm } from './query.ts'
import { heatLayer, heatRamp, heatSwatch } from './surface.ts'

/** The density of points: a surface without marks. */
export const layer = weightedLayer<DeckHeatmapForm>((points, { formData, theme }) => ({
  layers: [heatLayer(points, formData, theme.mode)],
  legend: { position: 'br', entries: [], ramp: heatRamp(formData, theme.mode) },
  swatch: heatSwatch(formData, theme.mode),
}))
