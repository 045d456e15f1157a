import { defineTexts } from '../../../web/ui/text.ts'

export const shapeTexts = defineTexts('shapes', {
  tooLarge: 'The shapes of the rows are too large to draw.',
})
