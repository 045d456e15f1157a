import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import { timeFormatter } from './format/index.ts'

/** How a missing value of a dimension is written. */
export const missingName = '<NULL>'

/** A value that filters can compare with. */
export type GroupValue = string | number | boolean | null

/** The dimension values of each row, in the order of the columns; columns that the result lacks are omitted. */
export interface Groups {
  count: number
  values: (row: number) => GroupValue[]
  /** the same as text: times by the format */
  texts: (row: number) => string[]
}

export function readGroups(answer: ChartData | undefined, columns: QueryColumn[], dateFormat?: string): Groups {
  const places = columns
    .map((column) => answer?.colnames.indexOf(columnLabel(column)) ?? -1)
    .filter((place) => place >= 0)
  const writeTime = timeFormatter(dateFormat)
  const valueOf = (place: number, row: number): JsonCell => answer?.columns[place]?.[row] ?? null
  const textOf = (place: number, row: number) => {
    const value = valueOf(place, row)
    if (value === null) return missingName
    return answer?.coltypes[place] === GenericType.temporal && typeof value === 'number'
      ? writeTime(value)
      : String(value)
  }
  return {
    count: answer?.rowcount ?? 0,
    values: (row) => places.map((place) => plainValue(valueOf(place, row))),
    texts: (row) => places.map((place) => textOf(place, row)),
  }
}

const plainValue = (value: JsonCell): GroupValue => (Array.isArray(value) ? JSON.stringify(value) : value)

/** The values of a metric by row; null where there is no finite number. */
export function readMetric(answer: ChartData | undefined, metric: QueryMetric | undefined): (number | null)[] {
  if (answer === undefined || metric === undefined) return []
  const values = answer.columns[answer.colnames.indexOf(metricLabel(metric))] ?? []
  return values.map((value) => {
    if (value === null || value === '' || Array.isArray(value)) return null
    const number = Number(value)
    return Number.isFinite(number) ? number : null
  })
}
