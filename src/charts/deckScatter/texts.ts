import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('deckScatter', {
  needsPlaces: 'A map of points needs the columns with their longitude and latitude.',
  needsRows: 'No row has a place: longitudes are from −180 to 180, latitudes from −90 to 90. Are they swapped?',
})
