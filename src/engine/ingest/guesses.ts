import type { Reading } from '../../model/upload/upload.ts'

/** What an engine's own look at a text gets wrong, told by its first lines. Values in, values out. */

const delimiters = [',', ';', '\t', '|'] as const

/** Values of a line of text; delimiters in quotes count for nothing, unless the quote is left open. */
export const valuesIn = (line: string, delimiter: string) =>
  line.replaceAll(/"(?:[^"]|"")*"/g, '').split(delimiter).length

/**
 * The delimiter of lines that were taken for one column each: one that parts the first line and most of the others.
 * The first alone may be a name with a comma, the others alone sentences or decimal commas.
 */
export function likelierDelimiter(lines: readonly string[], taken?: string): string | undefined {
  const [first, ...others] = lines.filter((line) => line.trim() !== '')
  if (first === undefined) return undefined
  const parted = delimiters
    .filter((delimiter) => delimiter !== taken && valuesIn(first, delimiter) > 1)
    .map((delimiter) => ({ delimiter, count: others.filter((line) => valuesIn(line, delimiter) > 1).length }))
    .filter(({ count }) => count * 2 > others.length)
    .sort((one, other) => other.count - one.count)
  return parted[0]?.delimiter
}

interface Seen {
  columns: readonly { type: string }[]
  rows: readonly (readonly (string | null)[])[]
}

const decimalComma = /^\s*[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+\s*$/
const wholeNumber = /^\s*[-+]?\d+\s*$/
const isNumber = (value: string) => decimalComma.test(value) || wholeNumber.test(value)
const isText = (type: string | undefined) => type === 'VARCHAR'

/** What is written where a number is missing. */
const noNumber = new Set(['n/a', 'N/A', '#N/A', 'NULL', 'null', 'NaN', 'nan'])

/**
 * Readings to try, best first, where most values of a column of text are numbers with a decimal comma, or where it is
 * known that the file has them.
 */
export function decimalReadings({ columns, rows }: Seen, isSure = false): Reading[] {
  const texts = columns
    .map(({ type }, i) => (isText(type) ? rows.flatMap((row) => row[i] ?? []) : []))
    .filter((values) => values.some((value) => decimalComma.test(value)))
    .filter((values) => values.filter(isNumber).length * 2 > values.length)
  if (texts.length === 0) return isSure ? [{ decimal: ',' }] : []
  const others = texts.flat().filter((value) => !isNumber(value))
  const nullValues = [...new Set(others.filter((value) => noNumber.has(value)))]
  const plain: Reading = { decimal: ',' }
  return nullValues.length === 0 ? [plain] : [{ ...plain, nullValues }, plain]
}

/** Whether only columns of text, and those that may, became something else, and all other values are as they were. */
export const losesNothing = (before: Seen, after: Seen, mayChange: (index: number) => boolean = () => false) =>
  before.columns.length === after.columns.length &&
  before.columns.every(({ type }, i) => {
    const isSame = after.columns[i]?.type === type
    if ((isText(type) && !isSame) || mayChange(i)) return true
    return isSame && before.rows.every((row, at) => row[i] === after.rows[at]?.[i])
  })
