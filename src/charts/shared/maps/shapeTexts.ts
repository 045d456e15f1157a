import type { MessageDescriptor } from 'react-intl'
import { defineTexts } from '../../../web/ui/text.ts'

const texts = defineTexts('shapes', {
  tooLarge: 'The shapes of the rows are too large to draw.',
})

/** The message of a map without shapes: that all of them are too large, or what the map needs. */
export const withoutShapes = (tooLarge: number, needs: MessageDescriptor): MessageDescriptor =>
  tooLarge > 0 ? texts.tooLarge : needs
