import type { MessageDescriptor } from 'react-intl'
import { texts } from './deck/texts.ts'

/** The code of an older chart. */
export interface SavedCode {
  js_data_mutator?: string
  js_tooltip?: string
  js_onclick_href?: string
}

interface Counts {
  /** number of rows of all results */
  rows: number
  /** number of rows without a place or shape */
  missing: number
  /** number of rows whose shapes are too large to be drawn */
  tooLarge: number
  /** whether the drawing replaces what the code of an older chart did with its rows */
  replacesMutator: boolean
}

type Unshown = [text: MessageDescriptor, values: Record<string, number>]

/** What a map does not show of the rows and of the code of its chart, on a page and in a picture. */
export function unshownParts(
  { js_data_mutator, js_tooltip, js_onclick_href }: SavedCode,
  { rows, missing, tooLarge, replacesMutator }: Counts,
): Unshown[] {
  const unrun = [replacesMutator ? '' : js_data_mutator, js_tooltip, js_onclick_href]
  const found: Unshown[] = []
  if (missing > 0) found.push([texts.noPlace, { missing, rows }])
  if (tooLarge > 0) found.push([texts.tooLarge, { tooLarge, rows }])
  if (unrun.some((code) => code?.trim())) found.push([texts.notRun, {}])
  return found
}
