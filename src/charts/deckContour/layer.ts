import { weightedLayer } from '../shared/maps/weightedLayer.ts'
import { contourEntries, contourLayers } from './contourLayers.ts'
import type { DeckContourForm } from './query.ts'

/** Lines and bands of equal values. They have no rows. */
export const layer = weightedLayer<DeckContourForm>((_points, input, hidden) => {
  const entries = contourEntries(input)
  return {
    layers: contourLayers(input).filter((_, at) => !hidden.has(entries[at]?.label ?? '')),
    legend: {
      position: 'tr',
      entries: entries.filter(({ label }, at) => entries.findIndex((entry) => entry.label === label) === at),
    },
  }
})
