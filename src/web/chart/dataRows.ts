import { ownValue } from '../../model/basics/ownValue.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { cellText, MISSING_CELL } from '../../model/query/markedText.ts'

/** A raw value, with only times formatted; an empty cell has a label. */
export function rawText(value: JsonCell, type?: GenericType): string {
  if (value === null) return MISSING_CELL
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (type === GenericType.temporal && typeof value === 'number') return timeText(value)
  return Array.isArray(value) ? JSON.stringify(value) : cellText(String(value))
}

/** A value as it is displayed: a fraction without meaningless digits. */
export function readableText(value: JsonCell, type?: GenericType): string {
  const isLong = typeof value === 'number' && !Number.isInteger(value) && Math.abs(value) >= 0.001
  return isLong && type !== GenericType.temporal ? String(Number(value.toFixed(6))) : rawText(value, type)
}

/** A result with the display names of its columns. */
export function namedData(data: ChartData, names: Readonly<Record<string, string>>): ChartData {
  return { ...data, colnames: data.colnames.map((name) => ownValue(names, name) ?? name) }
}

/** `2001-02-15`, with the time of day if there is one. */
function timeText(ms: number): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return String(ms)
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
    .replace(/ 00:00:00$/, '')
}

/** Indexes of the rows with a cell that contains the text, case-insensitive; all rows for an empty text. */
export function matchingRows(data: ChartData, search: string): number[] {
  const all = Array.from({ length: data.columns[0]?.length ?? 0 }, (_row, index) => index)
  const needle = search.trim().toLowerCase()
  if (needle === '') return all
  const texts = data.columns.map((column, at) => column.map((value) => rawText(value, data.coltypes[at]).toLowerCase()))
  return all.filter((row) => texts.some((column) => column[row]?.includes(needle)))
}

/** Rows sorted by one column; empty cells last in both directions. */
export function sortedRows(data: ChartData, rows: readonly number[], column: number, isDescending: boolean): number[] {
  const values = data.columns[column] ?? []
  const direction = isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [values[one] ?? null, values[other] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'number' && typeof right === 'number') return (left - right) * direction
    return String(left).localeCompare(String(right), 'en') * direction
  })
}

/** Rows as tab-separated lines with a header, as spreadsheets read them from the clipboard. */
export function rowsAsText(data: ChartData, rows: readonly number[]): string {
  const line = (cells: string[]) => cells.map((cell) => cell.replaceAll(/[\t\n\r]+/g, ' ')).join('\t')
  return [line(data.colnames), ...rows.map((row) => line(cellsOf(data, row)))].join('\n')
}

/** Rows as CSV with a header. Text that a spreadsheet would run as a formula is escaped. */
export function rowsAsCsv(data: ChartData, rows: readonly number[]): string {
  const cell = (text: string) => {
    const safe = /^\s*[=+@\t\r＝＋－＠]|^\s*-(?!\d)/.test(text) ? `'${text}` : text
    return text === '' || /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  // a missing value is an empty field, an empty text a pair of quotes
  const field = (value: JsonCell, type: GenericType | undefined) =>
    value === null ? '' : cell(typeof value === 'string' ? value : rawText(value, type))
  const lines = [
    data.colnames.map(cell),
    ...rows.map((row) => data.columns.map((column, at) => field(column[row] ?? null, data.coltypes[at]))),
  ]
  return `${lines.map((fields) => fields.join(',')).join('\r\n')}\r\n`
}

const cellsOf = (data: ChartData, row: number): string[] =>
  data.columns.map((column, at) => rawText(column[row] ?? null, data.coltypes[at]))
