import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('deckGeojson', {
  needsFeatures: 'This map needs the column with the GeoJSON.',
  needsRows: 'No row has GeoJSON. Longitudes are from −180 to 180 and come first, latitudes from −90 to 90.',
})
