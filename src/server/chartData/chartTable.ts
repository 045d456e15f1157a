import { rowsTableOf } from '../../charts/index.ts'
import type { RowsTable } from '../../charts/shared/contract.ts'
import type { ChartTable } from '../../engine/post/chartTable.ts'
import { ownValue } from '../../model/basics/ownValue.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { QueryColumn, QueryContext, QueryMetric } from '../../model/query/queryObject.ts'
import { isRecord } from '../../model/wire/json.ts'

type Form = Record<string, unknown>

/**
 * Whether the further queries of a request are totals of the table that its first query makes: those of a pivot table,
 * or the last row of a file, which our own screens request with `totals_row`.
 */
export function hasTotals({ form_data: formData, queries, ...context }: QueryContext): boolean {
  if (queries.length < 2 || !isRecord(formData)) return false
  const { result_type: type, result_format: format } = context
  if (formData.totals_row === true) return type === 'full' && (format === 'csv' || format === 'xlsx')
  if (type !== 'post_processed') return false
  const aggregate = formData.aggregateFunction ?? 'Sum'
  return rowsTableOf(String(formData.viz_type)) === 'pivot' && aggregate === 'Sum'
}

/**
 * The table that a chart shows instead of its rows, by its form data; undefined for types that show their rows, and if
 * the form data is invalid. `names`: display names of columns and metrics, by label.
 */
export function chartTableOf(formData: unknown, names: Record<string, string>): ChartTable | undefined {
  if (!isRecord(formData)) return undefined
  const kind = rowsTableOf(String(formData.viz_type))
  return kind && readers[kind](formData, names)
}

const readers: Record<RowsTable, (formData: Form, names: Record<string, string>) => ChartTable> = {
  table: (formData, names) => ({ kind: 'table', names, formats: numberFormats(formData.column_config) }),
  pivot: pivotOf,
}

function pivotOf(formData: Form, names: Record<string, string>): ChartTable {
  const named = (labels: string[]) => labels.map((label) => ownValue(names, label) ?? label)
  const sides = [formData.groupbyRows, formData.groupbyColumns].map((side) =>
    named(listOf(side).map((column) => columnLabel(column as QueryColumn))),
  )
  const [rows = [], columns = []] = formData.transposePivot ? sides.reverse() : sides
  return {
    kind: 'pivot',
    names,
    options: {
      rows,
      columns,
      metrics: named(listOf(formData.metrics).map((metric) => metricLabel(metric as QueryMetric))),
      aggregate: typeof formData.aggregateFunction === 'string' ? formData.aggregateFunction : 'Sum',
      combineMetric: Boolean(formData.combineMetric),
      metricsOnRows: formData.metricsLayout === 'ROWS',
      rowTotals: Boolean(formData.rowTotals),
      colTotals: Boolean(formData.colTotals),
      rowSubTotals: Boolean(formData.rowSubTotals),
      colSubTotals: Boolean(formData.colSubTotals),
      rowSubtotalsFirst: Boolean(formData.rowSubtotalPosition),
      colSubtotalsFirst: Boolean(formData.colSubtotalPosition),
    },
  }
}

/** Values that name a column or metric; everything else in the form data is omitted. */
const listOf = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' || isRecord(item))

const numberFormats = (config: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(config) ? config : {}).flatMap(([name, settings]) =>
      isRecord(settings) && typeof settings.d3NumberFormat === 'string' ? [[name, settings.d3NumberFormat]] : [],
    ),
  )
