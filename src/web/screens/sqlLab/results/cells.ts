import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { ResultColumn } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { columnKind } from '../left/columnKind.ts'
import type { ResultRows } from './resultQuery.ts'

/** Values of results as text: pure functions. */

export const kindOf = ({ type, is_dttm }: ResultColumn): GenericType =>
  is_dttm ? GenericType.temporal : columnKind(type)

/** The parsed JSON of a cell that contains an object or a list, possibly as text; undefined otherwise. */
export function jsonOf(value: unknown): unknown {
  if (value !== null && typeof value === 'object') return value
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
  try {
    return JSON.parse(value) as unknown
  } catch {
    return undefined
  }
}

/** The text of a value for copying and searching; empty for an empty cell. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A value for display: numbers are grouped, times contain no letters. */
export function shownText(value: unknown, kind: GenericType): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' && kind === GenericType.numeric) return groupedNumber(value)
  if (typeof value === 'string' && kind === GenericType.temporal) {
    return value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)/, '$1 $2').replace(/ 00:00:00(\.0+)?$/, '')
  }
  return plainText(value)
}

/** Whether a value is an integer that may exceed 2^53, which arrives as text. */
const isWide = (value: unknown): value is string => typeof value === 'string' && /^-?\d{16,}$/.test(value)

const numberOf = (value: unknown): number | bigint => (isWide(value) ? BigInt(value) : Number(value))

function groupedNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const [whole = '', fraction] = String(value).split('.')
  if (/e/i.test(String(value))) return String(value)
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Indexes of the rows with a cell that contains the text, ignoring case. */
export function foundRows({ cells, count }: ResultRows, search: string): number[] {
  const all = Array.from({ length: count }, (_row, index) => index)
  const needle = search.trim().toLowerCase()
  if (needle === '') return all
  return all.filter((row) => cells.some((column) => plainText(column[row]).toLowerCase().includes(needle)))
}

export interface ResultSort {
  column: number
  isDescending: boolean
}

/** Rows sorted by a column; empty cells last in both directions. */
export function orderedRows(
  { columns, cells }: ResultRows,
  rows: readonly number[],
  sort: ResultSort | undefined,
): readonly number[] {
  if (!sort) return rows
  const values = cells[sort.column] ?? []
  const direction = sort.isDescending ? -1 : 1
  const column = columns[sort.column]
  const isNumeric = column !== undefined && kindOf(column) === GenericType.numeric
  return rows.toSorted((one, other) => {
    const [left, right] = [values[one] ?? null, values[other] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'number' && typeof right === 'number') return (left - right) * direction
    if (isNumeric) {
      const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)]
      return (leftNumber < rightNumber ? -1 : leftNumber > rightNumber ? 1 : 0) * direction
    }
    const [leftText, rightText] = [plainText(left), plainText(right)]
    return (leftText < rightText ? -1 : leftText > rightText ? 1 : 0) * direction
  })
}

/** Rows as tab-separated lines with a header, as spreadsheets read them from the clipboard. */
export function rowsAsText({ columns, cells }: ResultRows, rows: readonly number[]): string {
  const line = (texts: string[]) => texts.map((text) => text.replaceAll(/[\t\n\r]+/g, ' ')).join('\t')
  const lines = rows.map((row) => line(cells.map((column) => plainText(column[row]))))
  return [line(columns.map(({ name }) => name)), ...lines].join('\n')
}

/** Rows as a list of JSON objects. */
export function rowsAsJson({ columns, cells }: ResultRows): string {
  const rows = Array.from({ length: cells[0]?.length ?? 0 }, (_row, at) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name }, column) => [name, cells[column]?.[at] ?? null]))),
  )
  return `[\n${rows.join(',\n')}\n]\n`
}

const narrowest = 72
const widest = 320
const letterPx = 7.4
/** Width in px of a digit. Digits have equal widths and are wider than most letters. */
const digitPx = 8.6

/** The width in px for a column, from its name and its first values. */
export function widthOf(column: ResultColumn, values: readonly unknown[]): number {
  const kind = kindOf(column)
  const isText = kind === GenericType.string || kind === GenericType.boolean
  const longest = Math.max(0, ...values.slice(0, 50).map((value) => Math.min(60, shownText(value, kind).length)))
  const needed = Math.max((column.name.length + 5) * letterPx, longest * (isText ? letterPx : digitPx))
  return Math.round(Math.min(widest, Math.max(narrowest, needed + 24)))
}
