import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { EMPTY_TEXT, NULL_TEXT, sentValue, unmarkedText } from '../../model/query/markedText.ts'
import type { QueryFilter, QueryMetric } from '../../model/query/queryObject.ts'
import type { DrillContext } from './contract.ts'
import { equals } from './crossFilter.ts'
import { list } from './query/buildQueryObject.ts'

/** What the result of a chart says about a mark: its values, and the other marks that it can be compared with. Pure. */

const metricFields = ['metric', 'metrics', 'metric_2', 'secondary_metric', 'x', 'y', 'size']

/** The metrics of one of the queries of a chart, without repetitions. */
export function metricsOf(formData: Record<string, unknown>, query = 0): QueryMetric[] {
  const fields = query === 1 && 'metrics_b' in formData ? ['metrics_b'] : metricFields
  const metrics = fields.flatMap((field) => list<QueryMetric>(formData[field]))
  return metrics.filter((metric, at) => metrics.findIndex((one) => metricLabel(one) === metricLabel(metric)) === at)
}

/** The dimensions of a mark that are columns of the result, and those that were pivoted into column names. */
function split(answer: ChartData, { filters }: DrillContext) {
  const isColumn = ({ col }: QueryFilter) => answer.colnames.includes(columnLabel(col))
  return { columns: filters.filter(isColumn), pivoted: filters.filter((filter) => !isColumn(filter)) }
}

const columnOf = (answer: ChartData, { col }: QueryFilter): JsonCell[] =>
  answer.columns[answer.colnames.indexOf(columnLabel(col))] ?? []

const isValue = ({ val }: QueryFilter, cell: JsonCell | undefined) =>
  val == null ? cell == null : cell === val || String(sentValue(cell)) === String(val)

/** The value of a filter as it appears in the name of a series. */
const nameOf = (val: unknown) => (val == null ? NULL_TEXT : val === '' ? EMPTY_TEXT : String(val))

/** The last parts of a column's name: the values of the pivoted dimensions. */
const pivotedValues = (answer: ChartData, name: string, count: number): string[] =>
  count === 0 ? [] : (answer.label_map[name] ?? [name]).slice(-count)

/** The values of the metrics at a mark; empty if it represents several rows of the result. */
export function markValues(answer: ChartData | undefined, drill: DrillContext, metrics: readonly QueryMetric[]) {
  if (!answer) return []
  const { columns, pivoted } = split(answer, drill)
  const filtered = columns.map((filter) => ({ filter, cells: columnOf(answer, filter) }))
  const rows = Array.from({ length: answer.rowcount }, (_row, row) => row).filter((row) =>
    filtered.every(({ filter, cells }) => isValue(filter, cells[row])),
  )
  const [row] = rows
  if (row === undefined || rows.length > 1) return []
  const labels = metrics.map(metricLabel)
  const names = columns.map(({ col }) => columnLabel(col))
  return answer.colnames.flatMap((name, at) => {
    const value = answer.columns[at]?.[row]
    const values = pivotedValues(answer, name, pivoted.length)
    const isOwn =
      pivoted.length === 0
        ? labels.includes(name)
        : !names.includes(name) && pivoted.every(({ val }, position) => values[position] === nameOf(val))
    return isOwn && typeof value === 'number' ? [value] : []
  })
}

/** The filters of the marks that differ from this one in one dimension only, in the order of the result. */
export function otherValues(answer: ChartData | undefined, drill: DrillContext, filter: QueryFilter): QueryFilter[] {
  if (!answer) return []
  const { pivoted } = split(answer, drill)
  const at = pivoted.indexOf(filter)
  const values: JsonCell[] =
    at === -1
      ? columnOf(answer, filter)
      : answer.colnames.flatMap((name) => {
          const parts = answer.label_map[name] ?? []
          const value = pivotedValues(answer, name, pivoted.length)[at]
          return parts.length < pivoted.length || value === undefined ? [] : [unmarkedText(value)]
        })
  return [...new Set(values)].filter((value) => !isValue(filter, value)).map((value) => equals(filter.col, value))
}
