import { plainText } from '../../ui/text.ts'

/** The notes of a map, which are sentences in lines, in the reader's language. */
export const notesText = (notes: string): string => notes.split('\n').map(plainText).join(' ')
