import { columnLabel, metricLabel, uniqueBy } from '../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import type { PivotForm } from './formData.ts'

/** How many dimensions of the rows and of the columns a value is grouped by: (0, 0) is the grand total. */
export interface Level {
  rows: number
  columns: number
}

type LevelForm = Pick<
  PivotForm,
  | 'groupbyRows'
  | 'groupbyColumns'
  | 'transposePivot'
  | 'aggregateFunction'
  | 'rowTotals'
  | 'rowSubTotals'
  | 'colTotals'
  | 'colSubTotals'
  | 'rowOrder'
  | 'colOrder'
>

/** The dimensions on the rows and on the columns of the table. */
export function sidesOf(form: Pick<PivotForm, 'groupbyRows' | 'groupbyColumns' | 'transposePivot'>): {
  rows: QueryColumn[]
  columns: QueryColumn[]
} {
  const rows = uniqueBy(form.groupbyRows, columnLabel)
  const columns = uniqueBy(form.groupbyColumns, columnLabel)
  return form.transposePivot ? { rows: columns, columns: rows } : { rows, columns }
}

/**
 * The totals that the database computes, besides the cells themselves. There are none unless the aggregate is 'Sum',
 * the default: for all other aggregates, the browser aggregates the cells.
 */
export function totalLevels(form: LevelForm): Level[] {
  if (form.aggregateFunction !== 'Sum') return []
  const sides = sidesOf(form)
  const [most, across] = [sides.rows.length, sides.columns.length]
  const rowDepths = depths(most, form.rowSubTotals, form.colTotals)
  const columnDepths = depths(across, form.colSubTotals, form.rowTotals)
  const shown = rowDepths.flatMap((rows) => columnDepths.map((columns) => ({ rows, columns })))
  // groups that are sorted by value need their totals
  const sorted = [
    ...(byValue(form.rowOrder) ? depths(most, true, false).map((rows) => ({ rows, columns: 0 })) : []),
    ...(byValue(form.colOrder) ? depths(across, true, false).map((columns) => ({ rows: 0, columns })) : []),
  ]
  const detail = levelKey(form, { rows: most, columns: across })
  return uniqueBy([...shown, ...sorted], (level) => levelKey(form, level)).filter(
    (level) => levelKey(form, level) !== detail,
  )
}

const byValue = (order: string) => order.startsWith('value_')

function depths(dimensions: number, subtotals: boolean, total: boolean): number[] {
  const inner = subtotals ? Array.from({ length: Math.max(0, dimensions - 1) }, (_, at) => at + 1) : []
  return [...new Set([...(total ? [0] : []), ...inner, dimensions])]
}

/** The dimensions of a level, those of the columns first, as in the request for the cells. */
export function levelColumns(form: LevelForm, { rows, columns }: Level): QueryColumn[] {
  const sides = sidesOf(form)
  const parts = [sides.columns.slice(0, columns), sides.rows.slice(0, rows)]
  return uniqueBy((form.transposePivot ? parts.reverse() : parts).flat(), columnLabel)
}

/** Levels with equal keys have the same groups. */
export const levelKey = (form: LevelForm, level: Level): string => namesKey(levelColumns(form, level).map(columnLabel))

/** The key of the level of a result, from its column names. */
export const resultKey = (colnames: readonly string[], metrics: QueryMetric[]): string => {
  const values = new Set(metrics.map(metricLabel))
  return namesKey(colnames.filter((name) => !values.has(name)))
}

const namesKey = (names: string[]) => JSON.stringify(names.toSorted())
