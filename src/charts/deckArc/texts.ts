import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('deckArc', {
  needsPlaces: 'A map of arcs needs the columns with the longitude and latitude of starts and ends.',
  needsRows: 'No row has two places: longitudes are from −180 to 180, latitudes from −90 to 90. Are they swapped?',
})
