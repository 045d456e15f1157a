import { GenericType } from '../../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import type { TimeValues } from './months.ts'

type Values = readonly JsonCell[] | TimeValues

/** A result as the server would send it: columns by name. Times are columns of `months` or `days`. */
export function exampleResult(columns: Record<string, Values>): ChartData {
  const names = Object.keys(columns)
  const valuesOf = (name: string) => {
    const values = columns[name] ?? []
    return 'times' in values ? values.times : [...values]
  }
  return {
    colnames: names,
    coltypes: names.map((name) => typeOf(columns[name] ?? [])),
    columns: names.map(valuesOf),
    rowcount: names[0] === undefined ? 0 : valuesOf(names[0]).length,
    label_map: Object.fromEntries(names.map((name) => [name, [name]])),
    from_dttm: null,
    to_dttm: null,
    is_cached: null,
    cached_dttm: null,
    cache_key: null,
    applied_filters: [],
    rejected_filters: [],
    status: 'success',
    error: null,
  }
}

function typeOf(values: Values): GenericType {
  if ('times' in values) return GenericType.temporal
  const given = values.filter((value) => value !== null)
  if (given.every((value) => typeof value === 'number')) return GenericType.numeric
  return given.every((value) => typeof value === 'boolean') ? GenericType.boolean : GenericType.string
}
