import type { Reading } from '../../model/upload/upload.ts'

/** Mistakes of format detection in the engine that the first lines of a file reveal. Pure functions. */

const delimiters = [',', ';', '\t', '|'] as const

/** The number of values in a line of text. Delimiters inside quotes are ignored if the quotes are closed. */
export const valuesIn = (line: string, delimiter: string) =>
  line.replaceAll(/"(?:[^"]|"")*"/g, '').split(delimiter).length

/**
 * The delimiter of lines that the engine read as a single column: one that splits the first line and most of the
 * others. The first line alone may be a name with a comma; the others alone may be sentences or decimal commas.
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

/** Strings that mean a missing number. */
const noNumber = new Set(['n/a', 'N/A', '#N/A', 'NULL', 'null', 'NaN', 'nan'])

/**
 * Ways to read the file, best first, if most values of a text column are numbers with a decimal comma, or if the file
 * is known to have them.
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

/** Whether only text columns, and only those that may, changed their type, and all other values stayed the same. */
export const losesNothing = (before: Seen, after: Seen, mayChange: (index: number) => boolean = () => false) =>
  before.columns.length === after.columns.length &&
  before.columns.every(({ type }, i) => {
    const isSame = after.columns[i]?.type === type
    if ((isText(type) && !isSame) || mayChange(i)) return true
    return isSame && before.rows.every((row, at) => row[i] === after.rows[at]?.[i])
  })
