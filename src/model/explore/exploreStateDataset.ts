import type { ControlRule, ExploreForm } from './exploreState.ts'

/** The columns and metrics that a dataset offers to controls. */
export interface DatasetNames {
  columns: readonly string[]
  metrics: readonly string[]
  /** the main one first */
  temporalColumns: readonly string[]
}

export interface Transfer {
  form: ExploreForm
  /** controls whose values the new dataset has, completely or in part */
  kept: string[]
}

/**
 * The form with another dataset: references to columns or metrics that it lacks are removed, SQL is not changed. A time
 * axis that is lost becomes the new dataset's main time column.
 */
export function toDataset(
  form: ExploreForm,
  datasource: string,
  rules: readonly ControlRule[],
  names: DatasetNames,
): Transfer {
  const next: ExploreForm = { ...form, datasource }
  const kept: string[] = []
  for (const { name, kind } of rules) {
    const fits = fitting[kind] ?? (name === 'order_by_cols' ? isKnownOrder : undefined)
    const value = form[name]
    if (fits === undefined || value === undefined || value === null) continue
    const left = (Array.isArray(value) ? (value as unknown[]) : [value]).filter((each) => fits(each, names))
    if (left.length > 0) kept.push(name)
    if (Array.isArray(value)) next[name] = left
    else if (left.length === 0) delete next[name]
  }
  const [time] = names.temporalColumns
  if (form['x_axis'] !== undefined && next['x_axis'] === undefined && time !== undefined) next['x_axis'] = time
  return { form: next, kept }
}

type Fits = (value: unknown, names: DatasetNames) => boolean

interface Adhoc {
  expressionType?: string
  column?: { column_name?: string } | null
  subject?: string | null
}

const isKnownColumn: Fits = (value, { columns }) => typeof value !== 'string' || columns.includes(value)

const isKnownMetric: Fits = (value, { columns, metrics }) => {
  if (typeof value === 'string') return metrics.includes(value)
  const { expressionType, column } = value as Adhoc
  return expressionType !== 'SIMPLE' || columns.includes(column?.column_name ?? '')
}

const isKnownFilter: Fits = (value, { columns }) => {
  const { expressionType, subject } = value as Adhoc
  return expressionType !== 'SIMPLE' || columns.includes(subject ?? '')
}

/** Entries are JSON text: `["column", true]`. */
const isKnownOrder: Fits = (value, { columns }) => columns.some((name) => String(value).startsWith(`["${name}"`))

const fitting: Record<string, Fits | undefined> = {
  column: isKnownColumn,
  columns: isKnownColumn,
  metric: isKnownMetric,
  metrics: isKnownMetric,
  adhocFilters: isKnownFilter,
}
