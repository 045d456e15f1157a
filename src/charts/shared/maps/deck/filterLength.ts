/** Longer texts are shapes, which a database cannot use as filter values. */
const LONGEST_FILTER = 2000

export const isFilterValue = (value: unknown): boolean => String(value).length <= LONGEST_FILTER

/** Texts of areas are long: labels show only the beginning. */
const LONGEST_LABEL = 40

export const shortLabel = (text: string): string =>
  text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…` : text
