import { metricLabel } from '../../model/query/labels.ts'
import { markedText } from '../../model/query/markedText.ts'
import type { ChartDatasource } from '../shared/contract.ts'
import type { SeriesOverTime, TimeSeries } from '../shared/legacySeries/readSeries.ts'
import { cellValue } from './cells.ts'
import type { TimeTableForm } from './formData.ts'
import { linkOf } from './link.ts'
import type { TimeColumn } from './timeColumn.ts'

export interface TableRow {
  name: string
  href: string | undefined
  series: TimeSeries
  /** values by column */
  values: (number | null)[]
}

export interface Sorting {
  /** position of the column; -1: the column of names */
  column: number
  descending: boolean
}

/** A row for each group, or for each metric if there are no groups. */
export function tableRows(all: SeriesOverTime, form: TimeTableForm, datasource: ChartDatasource): TableRow[] {
  const severalMetrics = new Set(form.metrics.map(metricLabel)).size > 1
  return all.series.map((series) => {
    const metric = datasource.verboseMap[series.metric] ?? series.metric
    const group = series.group.map(markedText).join(', ')
    const name = series.group.length === 0 ? metric : severalMetrics ? `${group}, ${metric}` : group
    const context = { metric: { label: name, metric_name: series.metric, verbose_name: metric } }
    return {
      name,
      href: linkOf(form.url, context),
      series,
      values: form.column_collection.map((column) => cellValue(column, series, all)),
    }
  })
}

const collator = new Intl.Collator('en', { numeric: true })

/** Missing values are last in both directions. */
export function sortedRows(rows: TableRow[], columns: TimeColumn[], sorting: Sorting | undefined): TableRow[] {
  if (!sorting || sorting.column >= columns.length) return rows
  const sign = sorting.descending ? -1 : 1
  if (sorting.column < 0) return rows.toSorted((one, other) => sign * collator.compare(one.name, other.name))
  return rows.toSorted((one, other) => {
    const [a, b] = [one.values[sorting.column] ?? null, other.values[sorting.column] ?? null]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return sign * (a - b)
  })
}
