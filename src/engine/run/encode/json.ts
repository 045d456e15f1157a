import type { Cell } from '../../frame.ts'

/** Texts that need no escape are quoted as they are: the test is much cheaper than `JSON.stringify`. */
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

export function textJson(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** One cell as JSON: integers of any size as literals, NaN and infinities as null, lists as JSON text. */
export function cellJson(cell: Cell): string {
  switch (typeof cell) {
    case 'number':
      return Number.isFinite(cell) ? `${cell}` : 'null'
    case 'string':
      return textJson(cell)
    case 'boolean':
      return cell ? 'true' : 'false'
    case 'bigint':
      return cell.toString()
    default:
      return cell === null ? 'null' : textJson(`[${cell.map(cellJson).join(', ')}]`)
  }
}

/** The cells of one column, joined by commas. */
export function cellsJson(cells: readonly Cell[]): string {
  for (const cell of cells) {
    if (typeof cell === 'bigint' || (typeof cell === 'object' && cell !== null)) return cells.map(cellJson).join(',')
  }
  return JSON.stringify(cells).slice(1, -1)
}
