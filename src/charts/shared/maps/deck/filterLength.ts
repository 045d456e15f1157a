/** Longer texts are shapes, which are no filters that a database could compare with. */
const LONGEST_FILTER = 2000

export const isFilterValue = (value: unknown): boolean => String(value).length <= LONGEST_FILTER

/** Texts of areas are long: labels have their beginning. */
const LONGEST_LABEL = 40

export const shortLabel = (text: string): string =>
  text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…` : text
