import { GenericType } from '../../../model/dataset/dataset.ts'
import { worded } from '../../../model/language/written.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import type { QueryMetric } from '../../../model/query/queryObject.ts'
import type { ChartDatasource } from '../contract.ts'
import type { Currency } from '../fields.ts'
import { timeFormatter } from '../format/index.ts'
import { metricFormat } from '../metricFormat.ts'
import { trueMinus } from '../trueMinus.ts'

interface FigureForm {
  metric?: QueryMetric
  y_axis_format?: string
  currency_format?: Currency
  time_format?: string
  force_timestamp_formatting: boolean
}

/** The values of the chart's metric, or of the last column if the result does not contain the metric. */
export function metricColumn(data: ChartData | undefined, metric: QueryMetric | undefined): JsonCell[] {
  if (data === undefined) return []
  const index = metric === undefined ? -1 : data.colnames.indexOf(metricLabel(metric))
  return data.columns[index === -1 ? data.columns.length - 1 : index] ?? []
}

/** The text of a value: times, and strings that are times, use the time format; numbers use the number format. */
export function figureText(
  value: JsonCell,
  form: FigureForm,
  datasource: ChartDatasource,
  type: GenericType | undefined,
): { figure: string; isNumber: boolean } {
  if (value === null) return { figure: worded('No data'), isNumber: false }
  if (form.force_timestamp_formatting || type === GenericType.temporal || typeof value !== 'number') {
    const time = typeof value === 'number' ? value : Date.parse(String(value))
    const figure = Number.isNaN(time) ? String(value) : timeFormatter(form.time_format)(time)
    return { figure, isNumber: false }
  }
  const metric = form.metric === undefined ? undefined : metricLabel(form.metric)
  const write = metricFormat({ format: form.y_axis_format, currency: form.currency_format }, datasource, metric)
  return { figure: trueMinus(write(value)), isNumber: true }
}
