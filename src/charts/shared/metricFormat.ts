import type { ChartDatasource } from './contract.ts'
import type { Currency } from './fields.ts'
import { numberFormatter } from './format/index.ts'

export type NumberFormat = (value: number | null | undefined) => string

interface FormatForm {
  format?: string
  currency?: Currency
}

/**
 * The format of a metric's values. The first that exists is used: the chart's own currency, the saved metric's currency
 * (with the chart's format), the saved metric's format, the chart's format.
 */
export function metricFormat(form: FormatForm, datasource: ChartDatasource, metric: string | undefined): NumberFormat {
  const savedCurrency = metric === undefined ? undefined : datasource.currencyFormats[metric]
  const savedFormat = metric === undefined ? undefined : datasource.columnFormats[metric]
  const currency = form.currency ?? savedCurrency
  return currency ? numberFormatter(form.format, currency) : numberFormatter(savedFormat ?? form.format)
}

/** The format of an axis that several metrics share: theirs if it is the same, else the chart's. */
export function axisFormat(form: FormatForm, datasource: ChartDatasource, metrics: string[]): NumberFormat {
  const key = (metric: string) => JSON.stringify([datasource.currencyFormats[metric], datasource.columnFormats[metric]])
  const agree = new Set(metrics.map(key)).size === 1
  return metricFormat(form, datasource, agree ? metrics[0] : undefined)
}
