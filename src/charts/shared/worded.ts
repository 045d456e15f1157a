import { written } from '../../model/language/written.ts'

/** A text that a chart draws, in the language of the reader, with what stands in it: `Share of {name}`. */
export const worded = (text: string, part: string | number = ''): string =>
  written.translate(text).replace(/\{\w+\}/, () => String(part))
