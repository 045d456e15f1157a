import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { markedText } from '../../model/query/markedText.ts'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import { timeFormatter } from './format/index.ts'

/** A value that filters can compare with. */
export type GroupValue = string | number | boolean | null

/**
 * The dimension values of each row, in the order of the columns; columns that are missing in the result are omitted.
 */
export interface Groups {
  count: number
  values: (row: number) => GroupValue[]
  /** the same values as text; times in the format */
  texts: (row: number) => string[]
}

export function readGroups(answer: ChartData | undefined, columns: QueryColumn[], dateFormat?: string): Groups {
  const places = columns
    .map((column) => answer?.colnames.indexOf(columnLabel(column)) ?? -1)
    .filter((place) => place >= 0)
  const writeTime = timeFormatter(dateFormat)
  const columnsRead = places.map((place) => {
    const cells = answer?.columns[place] ?? []
    const isTime = answer?.coltypes[place] === GenericType.temporal
    // in large results, most rows repeat a value that was already formatted
    const written = new Map<JsonCell, string>()
    const textOf = (row: number): string => {
      const value = cells[row] ?? null
      const known = written.get(value)
      if (known !== undefined) return known
      const text = isTime && typeof value === 'number' ? writeTime(value) : markedText(value)
      written.set(value, text)
      return text
    }
    return { cells, textOf }
  })
  return {
    count: answer?.rowcount ?? 0,
    values: (row) => columnsRead.map(({ cells }) => plainValue(cells[row] ?? null)),
    texts: (row) => columnsRead.map(({ textOf }) => textOf(row)),
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
