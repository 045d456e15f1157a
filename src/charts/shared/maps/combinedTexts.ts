import { defineTexts } from '../../../web/ui/text.ts'

export const combinedTexts = defineTexts('combinedPoints', {
  // of pictures, whose texts have no plurals
  combined: 'Points: {points}, cells: {cells}',
})
