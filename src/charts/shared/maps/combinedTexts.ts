import { defineTexts } from '../../../web/ui/text.ts'

export const combinedTexts = defineTexts('combinedPoints', {
  // for pictures, whose texts have no plural forms
  combined: 'Points: {points}, cells: {cells}',
})
