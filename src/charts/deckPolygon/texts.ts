import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('deckPolygon', {
  needsAreas: 'A map of areas needs the column with their points.',
  needsRows: 'No row has an area. Is the encoding right, and are longitude and latitude in the right order?',
})
