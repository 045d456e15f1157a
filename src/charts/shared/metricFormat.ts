import type { ChartDatasource } from './contract.ts'
import type { Currency } from './fields.ts'
import { numberFormatter } from './format/index.ts'

type WriteNumber = (value: number | null | undefined) => string
/** Formats a number; `exact` shows all digits instead of few (3,003 instead of 3k), if there is room. */
export type NumberFormat = WriteNumber & { exact?: WriteNumber }

/** On hover, all digits are shown. A format that the user selected is used unchanged. */
export const exactOf = (write: NumberFormat): WriteNumber => write.exact ?? write

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
  const format = currency ? form.format : (savedFormat ?? form.format)
  const write = numberFormatter(format, currency)
  const exact = exactFormats[format?.trim() ?? '']
  if (exact === undefined) return write
  return Object.assign((value: number | null | undefined) => write(value), { exact: numberFormatter(exact, currency) })
}

/** Adaptive format -> the format with all digits. */
const exactFormats: Record<string, string> = {
  '': 'EXACT_NUMBER',
  SMART_NUMBER: 'EXACT_NUMBER',
  SMART_NUMBER_SIGNED: 'EXACT_NUMBER_SIGNED',
}

/** The format of an axis that several metrics share: their common format, or the chart's if they differ. */
export function axisFormat(form: FormatForm, datasource: ChartDatasource, metrics: string[]): NumberFormat {
  const key = (metric: string) => JSON.stringify([datasource.currencyFormats[metric], datasource.columnFormats[metric]])
  const agree = new Set(metrics.map(key)).size === 1
  return metricFormat(form, datasource, agree ? metrics[0] : undefined)
}
