import { GenericType } from '../../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { markedText } from '../../../model/query/markedText.ts'
import { timeFormatter } from '../format/index.ts'

/** The values of a named result column; empty if the result has none. */
export const cellsOf = (data: ChartData | undefined, name: string | undefined): JsonCell[] =>
  (name === undefined ? undefined : data?.columns[data.colnames.indexOf(name)]) ?? []

/** A cell as a finite number; null for anything else. */
export function numberOf(cell: JsonCell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '' || typeof cell === 'boolean' || Array.isArray(cell))
    return null
  const value = Number(cell)
  return Number.isFinite(value) ? value : null
}

export const numbersOf = (data: ChartData | undefined, name: string | undefined): (number | null)[] =>
  cellsOf(data, name).map(numberOf)

/** Formats the cells of a named column as names: times with the format, others with `markedText`. */
export function nameWriter(
  data: ChartData | undefined,
  name: string | undefined,
  timeFormat?: string | null,
  grain?: string | null,
): (cell: JsonCell | undefined) => string {
  const isTime = data?.coltypes[data.colnames.indexOf(name ?? '')] === GenericType.temporal
  const write = timeFormatter(timeFormat, grain)
  return (cell) => {
    return isTime && typeof cell === 'number' ? write(cell) : markedText(cell)
  }
}

/**
 * The order of categories: numbers and times by value, texts alphabetically with numbers in them by value, missing
 * values last.
 */
export function compareCells(one: JsonCell, other: JsonCell): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

const collator = new Intl.Collator('en', { numeric: true })

/** The result with only its first rows. */
export const firstRows = (data: ChartData, most: number): ChartData => ({
  ...data,
  columns: data.columns.map((cells) => cells.slice(0, most)),
  rowcount: Math.min(data.rowcount, most),
})

/**
 * The smallest and the largest number; undefined for an empty list. Without Math.min, which does not accept very many
 * arguments.
 */
export function extent(values: readonly (number | null)[]): [low: number, high: number] | undefined {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low > high ? undefined : [low, high]
}
