import { bareRecord } from '../../model/basics/ownValue.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { genericTypeOf } from '../../model/query/columnType.ts'
import type { ChartDatasource } from './contract.ts'

/** The properties of a dataset that chart definitions can read. */
export function chartDatasource(dataset: Dataset): ChartDatasource {
  const result: ChartDatasource = {
    verboseMap: bareRecord(),
    columnFormats: bareRecord(),
    currencyFormats: bareRecord(),
    columnTypes: bareRecord(),
    mainDttmCol: dataset.main_dttm_col,
  }
  for (const column of dataset.columns) {
    result.verboseMap[column.column_name] = column.verbose_name || column.column_name
    result.columnTypes[column.column_name] = column.is_dttm
      ? GenericType.temporal
      : (genericTypeOf(column.type) ?? GenericType.string)
  }
  for (const metric of dataset.metrics) {
    result.verboseMap[metric.metric_name] = metric.verbose_name || metric.metric_name
    if (metric.d3format) result.columnFormats[metric.metric_name] = metric.d3format
    const currency = parseCurrency(metric.currency)
    if (currency) result.currencyFormats[metric.metric_name] = currency
  }
  return result
}

/** A metric's currency is stored as JSON text. */
function parseCurrency(saved: unknown): ChartDatasource['currencyFormats'][string] | undefined {
  if (!saved) return undefined
  try {
    const value = (typeof saved === 'string' ? JSON.parse(saved) : saved) as {
      symbol?: string
      symbolPosition?: string
    }
    if (!value.symbol) return undefined
    return { symbol: value.symbol, symbolPosition: value.symbolPosition === 'prefix' ? 'prefix' : 'suffix' }
  } catch {
    return undefined
  }
}
