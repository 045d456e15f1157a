import { weightedLayer } from '../shared/maps/weightedLayer.ts'
import { contourEntries, contourLayers, contourNotes } from './contourLayers.ts'
import type { DeckContourForm } from './query.ts'

/** Lines and bands of equal values. Unlike marks, they do not belong to rows of the data. */
export const layer = weightedLayer<DeckContourForm>((_points, input, hidden) => {
  const entries = contourEntries(input)
  return {
    layers: contourLayers(input, (at) => !hidden.has(entries[at]?.label ?? '')),
    notes: contourNotes(input),
    legend: {
      position: 'tr',
      entries: entries.filter(({ label }, at) => entries.findIndex((entry) => entry.label === label) === at),
    },
  }
})
