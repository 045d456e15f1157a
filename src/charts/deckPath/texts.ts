import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('deckPath', {
  needsLines: 'A map of lines needs the column with their points.',
  needsRows: 'No row has a line. Is the encoding right, and are longitude and latitude in the right order?',
})
