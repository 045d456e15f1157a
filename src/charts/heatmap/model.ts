import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { cellsOf, compareCells, nameWriter, numbersOf } from '../shared/plot/cells.ts'
import type { HeatmapForm, SortOrder } from './query.ts'

export interface HeatCell {
  /** positions on the axes */
  x: number
  y: number
  value: number
  /** fraction of values in its group that are at most this one */
  rank: number | null
  /** fraction of the sum of its group; null if that is 0 */
  share: number | null
}

export interface HeatGrid {
  x: string[]
  y: string[]
  cells: HeatCell[]
}

/** The rows with a value as cells of a grid, and the names of its columns and rows in their order. */
export function readGrid({ formData: form, data }: Pick<DrawInput<HeatmapForm>, 'formData' | 'data'>): HeatGrid {
  const answer = data[0]
  const xName = form.x_axis === undefined ? undefined : columnLabel(form.x_axis)
  const yName = form.groupby === undefined ? undefined : columnLabel(form.groupby)
  const values = numbersOf(answer, form.metric === undefined ? undefined : metricLabel(form.metric))
  const ranks = numbersOf(answer, 'rank')
  const xAxis = placesOf(answer, xName, form.sort_x_axis, values)
  const yAxis = placesOf(answer, yName, form.sort_y_axis, values)
  const group = (row: number) =>
    form.normalize_across === 'x' ? xAxis.of[row] : form.normalize_across === 'y' ? yAxis.of[row] : 0
  const sums = new Map<number | undefined, number>()
  for (const [row, value] of values.entries()) sums.set(group(row), (sums.get(group(row)) ?? 0) + (value ?? 0))
  const cells = values.flatMap((value, row): HeatCell[] => {
    const [x, y] = [xAxis.of[row], yAxis.of[row]]
    if (value === null || x === undefined || y === undefined) return []
    const sum = sums.get(group(row)) ?? 0
    return [{ x, y, value, rank: ranks[row] ?? null, share: sum === 0 ? null : value / sum }]
  })
  const xWriter = nameWriter(answer, xName, form.x_axis_time_format, form.time_grain_sqla)
  const yWriter = nameWriter(answer, yName, form.x_axis_time_format)
  return { x: xAxis.values.map(xWriter), y: yAxis.values.map(yWriter), cells }
}

/** The distinct values of an axis in order, and the position of each row among them. */
function placesOf(
  answer: ChartData | undefined,
  name: string | undefined,
  order: SortOrder,
  values: readonly (number | null)[],
): { values: JsonCell[]; of: number[] } {
  const cells = cellsOf(answer, name)
  const sums = new Map<JsonCell, number>()
  for (const [row, cell] of cells.entries()) sums.set(cell, (sums.get(cell) ?? 0) + (values[row] ?? 0))
  const type = answer?.coltypes[answer.colnames.indexOf(name ?? '')]
  // times and numbers have a natural order
  const hasOrder = type === GenericType.temporal || type === GenericType.numeric
  const distinct = [...sums.keys()]
  const sign = order?.endsWith('desc') ? -1 : 1
  if (order?.startsWith('value')) distinct.sort((one, other) => sign * ((sums.get(one) ?? 0) - (sums.get(other) ?? 0)))
  else if (order !== null || hasOrder) distinct.sort((one, other) => sign * compareCells(one, other))
  const places = new Map(distinct.map((value, at) => [value, at]))
  return { values: distinct, of: cells.map((cell) => places.get(cell) ?? 0) }
}
