import type { ChartData, JsonCell } from '../../../../model/chartData.ts'
import { GenericType } from '../../../../model/dataset.ts'

/** A value as it came: no chosen format; an empty cell says so, a time is written out. */
function rawText(value: JsonCell, type: GenericType | undefined): string {
  if (value === null) return 'N/A'
  if (type === GenericType.temporal && typeof value === 'number') {
    return new Date(value)
      .toISOString()
      .replace('T', ' ')
      .replace(/\.000Z$|Z$/, '')
  }
  if (value === true) return 'True'
  if (value === false) return 'False'
  return Array.isArray(value) ? JSON.stringify(value) : String(value)
}

/** Indexes of the rows of which some cell contains the text, whatever its case; all without a text. */
export function matchingRows(data: ChartData, search: string): number[] {
  const count = data.columns[0]?.length ?? 0
  const all = Array.from({ length: count }, (_row, index) => index)
  const needle = search.trim().toLowerCase()
  if (needle === '') return all
  return all.filter((row) =>
    data.colnames.some((_name, column) => cellText(data, row, column).toLowerCase().includes(needle)),
  )
}

/** One cell as text. */
export function cellText(data: ChartData, row: number, column: number): string {
  return rawText(data.columns[column]?.[row] ?? null, data.coltypes[column])
}

/** Rows as tab-separated lines with a head, as spreadsheets take them from the clipboard. */
export function rowsAsText(data: ChartData, rows: number[]): string {
  const line = (cells: string[]) => cells.map((cell) => cell.replaceAll(/[\t\n\r]+/g, ' ')).join('\t')
  return [
    line(data.colnames),
    ...rows.map((row) => line(data.colnames.map((_name, column) => cellText(data, row, column)))),
  ].join('\n')
}
