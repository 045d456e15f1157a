/** How a missing value is written where it has a name: in series, categories and filters. */
export const NULL_TEXT = '<NULL>'
/** How an empty text is written where it would be invisible. */
export const EMPTY_TEXT = '<empty string>'

/** How a missing value is written in a cell of a table, below the name of its column. */
export const MISSING_CELL = 'N/A'

const filterMarks: readonly string[] = [NULL_TEXT, EMPTY_TEXT]

/**
 * A text that looks like one of these markers, with quotes; any other text unchanged. So no two values look the same.
 */
export function distinctText(text: string, marks: readonly string[] = filterMarks): string {
  return marks.includes(withoutQuotes(text)) ? `"${text}"` : text
}

function withoutQuotes(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? withoutQuotes(text.slice(1, -1)) : text
}

/** A value as the name of a series or category. */
export const markedText = (value: unknown): string =>
  value === null || value === undefined
    ? NULL_TEXT
    : value === ''
      ? EMPTY_TEXT
      : typeof value === 'string'
        ? distinctText(value)
        : String(value)

/** A text in a cell: one that looks like a missing value is quoted. */
export const cellText = (text: string): string => distinctText(text, [MISSING_CELL])

/** The value that a marked name, or a value of a filter, represents. */
export function unmarkedText(text: string): string | null {
  if (text === NULL_TEXT) return null
  if (text === EMPTY_TEXT) return ''
  return filterMarks.includes(withoutQuotes(text)) ? text.slice(1, -1) : text
}

/** A value as filters send it: the server replaces markers with the values that they represent. */
export const sentValue = <T>(value: T): T | string => (typeof value === 'string' ? distinctText(value) : value)
