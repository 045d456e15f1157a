import { weightedLayer } from '../shared/maps/weightedLayer.ts'
import type { DeckScreengridForm } from './query.ts'
import { screenGridLayer, screenRamp } from './screenCells.ts'

/** The layer with points grouped into square cells of a fixed size on the screen. */
export const layer = weightedLayer<DeckScreengridForm>((points, { formData }) => ({
  layers: [screenGridLayer(points, formData)],
  legend: { position: 'br', entries: [], ramp: screenRamp(formData) },
  swatch: { kind: 'ramp', colors: [...screenRamp(formData).colors] },
  cells: { by: 'sum' },
}))
