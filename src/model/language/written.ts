import type { NumberNames, TimeNames } from './formatNames.ts'

interface Written {
  /** Set before anything is drawn, and never changed. Undefined: American. */
  numbers?: NumberNames
  /** Changed with the language of the page, which then clears `madeTimes`. Undefined: American. */
  times?: TimeNames
  /** Tag of the language of the page. */
  language: string
  /** Translates a plain English text to the language of the page. */
  translate: (text: string) => string
  /** Formatters of times by their formats. */
  madeTimes: Map<string, (time: number | Date | null | undefined) => string>
}

/** How charts write texts, numbers and times: by the settings of the workspace and the language of the page. */
export const written: Written = { language: 'en', translate: (text) => text, madeTimes: new Map() }

/** A text that a chart draws, in the language of the reader, with its values: `Share of {name}`. */
export const worded = (text: string, part: string | number = ''): string =>
  written.translate(text).replace(/\{\w+\}/, () => String(part))
