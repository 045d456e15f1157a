import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('mapbox', {
  needsPlaces: 'This map needs the columns with longitude and latitude.',
  needsRows: 'No row has a place: longitudes are from −180 to 180, latitudes from −90 to 90. Are they swapped?',
  points: 'Points',
  closer: 'Click to zoom in on them',
})
