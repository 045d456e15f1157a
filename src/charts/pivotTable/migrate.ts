import { withTimeFilter } from '../shared/query/timeFilter.ts'

type Form = Record<string, unknown>

const renames: [from: string, to: string][] = [
  ['groupby', 'groupbyRows'],
  ['columns', 'groupbyColumns'],
  ['combine_metric', 'combineMetric'],
  ['transpose_pivot', 'transposePivot'],
  ['number_format', 'valueFormat'],
  ['row_limit', 'series_limit'],
  ['timeseries_limit_metric', 'series_limit_metric'],
]

const functions: Record<string, string> = {
  sum: 'Sum',
  mean: 'Average',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
  std: 'Sample Standard Deviation',
  var: 'Sample Variance',
}

/** The retired pivot table, which the server rendered -> the pivot table. */
export function migrateLegacyPivot(saved: Form): Form {
  const { pandas_aggfunc, pivot_margins, ...form } = saved
  for (const [from, to] of renames) {
    if (!(from in form)) continue
    form[to] = form[from]
    delete form[from]
  }
  const margins = pivot_margins === undefined || Boolean(pivot_margins)
  return {
    ...withTimeFilter(form),
    viz_type: 'pivot_table_v2',
    aggregateFunction: functions[String(pandas_aggfunc)] ?? 'Sum',
    colTotals: margins,
    colSubTotals: margins,
    rowOrder: 'value_z_to_a',
  }
}
