import type { QueryMetric } from '../../model/query/queryObject.ts'
import { isRecord } from '../../model/wire/json.ts'

/** One select of the box, as saved. */
export interface FilterConfig {
  key: string
  column: string
  label: string
  /** values of a list are separated by semicolons */
  defaultValue?: string | number | boolean
  metric?: QueryMetric
  /** whether the values are in ascending order, by the metric or alphabetically */
  asc: boolean
  multiple: boolean
  searchAllOptions: boolean
  clearable: boolean
}

export type FieldKind = 'time' | 'column' | 'grain' | 'select'

/** A control of the box. `key` is the name under which the contract stores its value and its scope. */
export interface BoxField {
  key: string
  kind: FieldKind
  /** of a select only */
  config?: FilterConfig
  /** the position of the query with its values; absent: it is not a select */
  query?: number
}

/** Names of the controls that filter by time, instead of a column. */
export const timeKeys = { time: '__time_range', column: '__time_col', grain: '__time_grain' } as const

interface BoxForm {
  filter_configs?: unknown
  date_filter?: unknown
  show_sqla_time_granularity?: unknown
  show_sqla_time_column?: unknown
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads a saved select; undefined if it has no column. */
export function readFilterConfig(saved: unknown): FilterConfig | undefined {
  if (!isRecord(saved) || text(saved['column']) === '') return undefined
  const { column, key, label, defaultValue, metric, asc, multiple, searchAllOptions, clearable } = saved
  const isDefault =
    typeof defaultValue === 'number' || typeof defaultValue === 'boolean' || (text(defaultValue) && true)
  return {
    key: text(key) || text(column),
    column: text(column),
    label: text(label),
    ...(isDefault && { defaultValue: defaultValue as string | number | boolean }),
    ...(typeof metric === 'string' || isRecord(metric) ? { metric: metric as QueryMetric } : {}),
    asc: asc !== false,
    multiple: multiple !== false,
    searchAllOptions: searchAllOptions === true,
    clearable: clearable !== false,
  }
}

/** The controls of a box in display order. */
export function fieldsOf(form: BoxForm): BoxField[] {
  const configs = (Array.isArray(form.filter_configs) ? form.filter_configs : []).flatMap(
    (saved) => readFilterConfig(saved) ?? [],
  )
  const fields: BoxField[] = []
  if (form.date_filter !== false) fields.push({ key: timeKeys.time, kind: 'time' })
  if (form.show_sqla_time_granularity) fields.push({ key: timeKeys.grain, kind: 'grain' })
  if (form.show_sqla_time_column) fields.push({ key: timeKeys.column, kind: 'column' })
  return [
    ...fields,
    ...configs.map((config, query) => ({ key: config.column, kind: 'select' as const, config, query })),
  ]
}

/** The values that a select starts with. */
export function defaultValues({ defaultValue, multiple }: FilterConfig): (string | number | boolean)[] {
  if (defaultValue === undefined) return []
  if (!multiple || typeof defaultValue !== 'string') return [defaultValue]
  return defaultValue
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
