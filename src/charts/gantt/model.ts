import { GenericType } from '../../model/dataset/dataset.ts'
import type { JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import type { DrawInput } from '../shared/contract.ts'
import { cellsOf, compareCells, nameWriter } from '../shared/plot/cells.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { GanttForm } from './query.ts'

export interface Period {
  row: number
  /** its line on the y axis */
  line: number
  series: string
  category: JsonCell
  start: number
  end: number
}

export interface GanttModel {
  periods: Period[]
  /** names from top to bottom; with subcategories one per category and series */
  lines: { category: string; series: string | undefined }[]
  series: string[]
}

const labelOf = (column: QueryColumn | undefined) => (column === undefined ? undefined : columnLabel(column))

/** A time in epoch ms; null if the cell contains no time. Times may arrive as strings. */
function timeOf(cell: JsonCell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  const time = typeof cell === 'string' && cell !== '' ? Date.parse(cell) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/** Whether each category has one line per series. A choice of the reader arrives as a string, not as a boolean. */
const isDivided = (form: GanttForm) => (form.subcategories as unknown) === true || String(form.subcategories) === 'true'

/** The rows with a start and an end, and the lines that they are on. */
export const readPeriods = readOnce(
  ({ formData: form, data }: Pick<DrawInput<GanttForm>, 'formData' | 'data'>): GanttModel => {
    const answer = data[0]
    const [starts, ends] = [cellsOf(answer, labelOf(form.start_time)), cellsOf(answer, labelOf(form.end_time))]
    const categories = cellsOf(answer, labelOf(form.y_axis))
    const groups = cellsOf(answer, labelOf(form.series))
    const writeCategory = nameWriter(answer, labelOf(form.y_axis), 'smart_date')
    const writeSeries = nameWriter(answer, labelOf(form.series), 'smart_date')
    const lineOf = new Map<string, number>()
    const lines: GanttModel['lines'] = []
    const series = new Set<string>()
    const periods = starts.flatMap((cell, row): Period[] => {
      const [start, end] = [timeOf(cell), timeOf(ends[row])]
      if (start === null || end === null) return []
      const category = writeCategory(categories[row])
      const group = form.series === undefined ? '' : writeSeries(groups[row])
      series.add(group)
      const key = isDivided(form) ? JSON.stringify([category, group]) : category
      const line = lineOf.get(key) ?? lines.length
      if (line === lines.length) lines.push({ category, series: isDivided(form) ? group : undefined })
      lineOf.set(key, line)
      return [
        {
          row,
          line,
          series: group,
          category: categories[row] ?? null,
          start: Math.min(start, end),
          end: Math.max(start, end),
        },
      ]
    })
    return sorted({ periods, lines, series: [...series] }, form.order_by_cols.length === 0)
  },
)

/**
 * Lines of one category are adjacent. Categories are in the order of the rows, or of their earliest start if rows have
 * no order; then periods and series are in the order of time too.
 */
function sorted(model: GanttModel, byStart: boolean): GanttModel {
  const first = new Map<string, number>()
  for (const [at, { category }] of model.lines.entries()) if (!first.has(category)) first.set(category, at)
  if (byStart) {
    first.clear()
    for (const { line, start } of model.periods) {
      const { category } = model.lines[line]!
      first.set(category, Math.min(first.get(category) ?? start, start))
    }
  }
  const order = model.lines
    .map((line, at) => ({ line, at }))
    .toSorted(
      (one, other) =>
        first.get(one.line.category)! - first.get(other.line.category)! ||
        (byStart
          ? compareCells(one.line.category, other.line.category) ||
            compareCells(one.line.series ?? '', other.line.series ?? '')
          : one.at - other.at),
    )
  const places = new Map(order.map(({ at }, place) => [at, place]))
  const periods = model.periods.map((period) => ({ ...period, line: places.get(period.line)! }))
  const lines = order.map(({ line }) => line)
  if (!byStart) return { ...model, lines, periods }
  periods.sort((one, other) => one.start - other.start || one.line - other.line || one.end - other.end)
  return { lines, periods, series: [...new Set(periods.map(({ series }) => series))] }
}

const dayMs = 86_400_000

/** The ends of the time axis: the first and the last day of the data, at the configured times of day. */
export function timeEnds(form: GanttForm, periods: Period[]): { min?: number; max?: number } {
  const [from, to] = form.x_axis_time_bounds
  if (periods.length === 0) return {}
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { start, end } of periods) {
    low = Math.min(low, start)
    high = Math.max(high, end)
  }
  const midnight = (time: number) => Math.floor(time / dayMs) * dayMs
  return {
    ...(from !== null && { min: midnight(low) + msOfDay(from) }),
    ...(to !== null && { max: midnight(high) + msOfDay(to) }),
  }
}

function msOfDay(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** The additional rows of a tooltip: the configured columns and metrics with their values. */
export function tooltipCells({ formData: form, data, datasource }: DrawInput<GanttForm>, row: number) {
  const answer = data[0]
  const names = [...form.tooltip_columns.map(columnLabel), ...form.tooltip_metrics.map(metricLabel)]
  return names.map((name) => ({
    name: datasource.verboseMap[name] ?? name,
    cell: cellsOf(answer, name)[row] ?? null,
    isTime: answer?.coltypes[answer.colnames.indexOf(name)] === GenericType.temporal,
  }))
}
