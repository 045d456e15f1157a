import type { ChartDatasource } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { TimeColumn } from './timeColumn.ts'

/** The format of a column's values: its own, the format of fractions, or the format of the metric. */
export function columnWriter(column: TimeColumn, metric: string, datasource: ChartDatasource) {
  const isFraction =
    column.colType === 'contrib' ||
    (column.colType === 'time' && column.comparisonType.startsWith('perc')) ||
    (column.colType === 'spark' && column.timeRatio > 0)
  const write = column.d3format
    ? numberFormatter(column.d3format)
    : isFraction
      ? numberFormatter('.1%')
      : metricFormat({ format: 'SMART_NUMBER' }, datasource, metric)
  return (value: number) => trueMinus(write(value))
}
