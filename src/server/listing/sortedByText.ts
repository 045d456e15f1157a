import { collatorOf } from '../../model/language/collation.ts'
import { languageTag } from '../../model/language/languages.ts'

/** Stores do not know how languages sort, so a list is read and sorted here. A longer one has the order of the store. */
export const MOST_SORTED = 2_000
/** A text may be a long SQL statement. Texts that begin alike keep the order of the store. */
export const SORTED_CHARACTERS = 100

/** What a list is asked with. */
export interface Asked {
  q: unknown
  /** of the reader; undefined for programs, which get the order of the store */
  language: string | undefined
}

/** Rows as a language sorts their texts; equal ones keep their order. Missing texts are last, in descending order first. */
export function sortedByText<Row extends { text: string | null }>(
  rows: readonly Row[],
  language: string,
  isDescending = false,
): Row[] {
  const { compare } = collatorOf(languageTag(language))
  const sign = isDescending ? -1 : 1
  return rows.toSorted(({ text: one }, { text: other }) => {
    if (one === null || other === null) return sign * (Number(one === null) - Number(other === null))
    return sign * compare(one, other)
  })
}
