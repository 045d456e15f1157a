import type { ChartData, JsonCell } from '../../../../model/chartData.ts'

/** A value as it came: nothing formatted, an empty cell says so. */
export function rawText(value: JsonCell): string {
  if (value === null) return 'N/A'
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
    data.columns.some((column) =>
      rawText(column[row] ?? null)
        .toLowerCase()
        .includes(needle),
    ),
  )
}

/** Rows as tab-separated lines with a head, as spreadsheets take them from the clipboard. */
export function rowsAsText(data: ChartData, rows: number[]): string {
  const line = (cells: string[]) => cells.map((cell) => cell.replaceAll(/[\t\n\r]+/g, ' ')).join('\t')
  return [
    line(data.colnames),
    ...rows.map((row) => line(data.columns.map((column) => rawText(column[row] ?? null)))),
  ].join('\n')
}
