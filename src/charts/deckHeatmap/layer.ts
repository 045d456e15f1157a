import { weightedLayer } from '../shared/maps/weightedLayer.ts'
import type { DeckHeatmapForm } from './query.ts'
import { heatLayer } from './surface.ts'

/** The density of points: a surface without marks. */
export const layer = weightedLayer<DeckHeatmapForm>((points, { formData }) => ({
  layers: [heatLayer(points, formData)],
}))
