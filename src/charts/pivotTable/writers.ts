import { ownValue } from '../../model/basics/ownValue.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { JsonCell } from '../../model/query/chartData.ts'
import { distinctText } from '../../model/query/markedText.ts'
import type { DrawInput } from '../shared/contract.ts'
import { numberFormatter, timeFormatter } from '../shared/format/index.ts'
import { evenWriter } from '../shared/grid/decimals.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { readingOf } from './aggregate.ts'
import type { PivotForm } from './formData.ts'
import type { Pivot } from './pivot.ts'

type Input = Pick<DrawInput<PivotForm>, 'formData' | 'data' | 'datasource'>

/** Aggregates whose values have as many decimals as the cells. */
const keepsDecimals = new Set(['Sum', 'Minimum', 'Maximum', 'First', 'Last'])

/** The format of each metric's values; an empty text for a missing one. */
export function valueWriters({ formData: form, datasource }: Input, pivot: Pivot): ((value: JsonCell) => string)[] {
  const reading = readingOf(form.aggregateFunction)
  return pivot.metrics.map((metric, index) => {
    const write = reading.share || reading.isCount ? numberFormatter(form.valueFormat) : metricWriter(metric, index)
    return (value) => {
      if (value === null) return ''
      const number = typeof value === 'number' ? value : Number.NaN
      return Number.isNaN(number) ? String(value) : trueMinus(write(number))
    }
  })

  function metricWriter(metric: string, index: number) {
    const format = { format: form.valueFormat, currency: form.currency_format }
    const isSaved = ownValue(datasource.columnFormats, metric) !== undefined
    if (isSaved || form.valueFormat !== 'SMART_NUMBER' || !keepsDecimals.has(form.aggregateFunction)) {
      return metricFormat(format, datasource, metric)
    }
    const currency = form.currency_format ?? ownValue(datasource.currencyFormats, metric)
    return evenWriter(pivot.metricValues[index] ?? [], (name) => numberFormatter(name, currency))
  }
}

/** The format of the values of a dimension. Missing values are written as in the contract. */
export function keyWriter({ formData: form, data }: Input, dimension: string): (value: JsonCell) => string {
  const at = data[0]?.colnames.indexOf(dimension) ?? -1
  const isTime = data[0]?.coltypes[at] === GenericType.temporal
  const writeTime = isTime ? timeFormatter(form.date_format, grainOf(form, dimension)) : undefined
  return (value) => {
    if (value === null) return 'null'
    if (writeTime && typeof value === 'number') return writeTime(value)
    return Array.isArray(value) ? JSON.stringify(value) : distinctText(String(value), ['null'])
  }
}

/** The time grain of a dimension, if it has one. */
export const grainOf = (form: PivotForm, dimension: string): string | undefined =>
  ownValue(form.temporal_columns_lookup, dimension) ? form.time_grain_sqla : undefined
