import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('deckMulti', {
  needsCharts: 'Select at least one saved deck.gl chart.',
  noLayer: 'Charts of its type cannot be map layers.',
  layer: 'Layer',
  layers: 'Layers',
  missing: 'Chart {id}',
  unshown: '{name} is not shown: {why}',
  unshownCount: 'Layers not shown: {count}',
})
