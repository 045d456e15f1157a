import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('deckContour', {
  // for pictures, whose texts have no plural forms
  noneReached: 'No contours: the values are from {least} to {most} and reach no threshold',
})
