import { collatorOf } from '../../model/language/collation.ts'
import { languageTag } from '../../model/language/languages.ts'

/**
 * Maximum number of rows of a list that is read and sorted here, because stores do not know how languages sort. A
 * longer list has the order of the store.
 */
export const MOST_SORTED = 2_000
/** Only this many characters of a text are compared, because it may be a long SQL statement. */
export const SORTED_CHARACTERS = 100

/** What a request for a list specifies. */
export interface Asked {
  q: unknown
  /** The reader's language; undefined for programs, which get the order of the store. */
  language: string | undefined
}

/**
 * Sorts rows by their texts, by the rules of a language. Rows with equal texts keep their order. Missing texts are
 * last, or first in descending order.
 */
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
