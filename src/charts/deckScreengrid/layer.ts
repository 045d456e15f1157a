import { weightedLayer } from '../shared/maps/weightedLayer.ts'
import type { DeckScreengridForm } from './query.ts'
import { screenGridLayer } from './screenCells.ts'

/** Points in cells of the screen. */
export const layer = weightedLayer<DeckScreengridForm>((points, { formData }) => ({
  layers: [screenGridLayer(points, formData)],
  cells: { by: 'sum' },
}))
