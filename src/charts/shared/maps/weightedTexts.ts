import { defineTexts } from '../../../web/ui/text.ts'

export const weightedTexts = defineTexts('weightedMap', {
  less: 'Less',
  more: 'More',
  needsPlaces: 'This map needs the columns with longitude and latitude.',
  needsRows: 'No row has a place: longitudes are from −180 to 180, latitudes from −90 to 90. Are they swapped?',
})
