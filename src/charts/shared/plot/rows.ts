import type { ChartData } from '../../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../../model/query/queryObject.ts'
import { pausesAfter, type Steps } from '../steps.ts'
import { cellsOf, nameWriter, numbersOf } from './cells.ts'

/** The texts of a column. */
export interface Names {
  /** the number of rows; zero if the result has no such column */
  count: number
  at: (row: number) => string
}

/** The texts of the selected column: times with the format, others with `markedText`. */
export function columnNames(
  answer: ChartData | undefined,
  column: QueryColumn | undefined,
  timeFormat?: string | null,
  grain?: string | null,
): Names {
  const label = column === undefined ? undefined : columnLabel(column)
  const cells = cellsOf(answer, label)
  const write = nameWriter(answer, label, timeFormat, grain)
  return { count: cells.length, at: (row) => write(cells[row]) }
}

/** The numbers of the selected metric, by row; null for a row without a number. */
export const metricNumbers = (answer: ChartData | undefined, metric: QueryMetric | undefined): (number | null)[] =>
  numbersOf(answer, metric === undefined ? undefined : metricLabel(metric))

/** Reads row after row, with pauses. */
export function* eachRow(count: number, read: (row: number) => void): Steps<void> {
  for (let row = 0; row < count; row += 1) {
    if (pausesAfter(row)) yield
    read(row)
  }
}
