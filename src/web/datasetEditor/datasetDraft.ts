import { type HierarchyProblem, hierarchiesOf, hierarchyProblems } from '../../model/dataset/hierarchies.ts'
import { isRecord, parseJson } from '../../model/wire/json.ts'
import type { EditedColumn, EditedDataset, EditedMetric, SourceColumn } from '../api/datasetEdit.ts'

/** A column or metric with its own key, which does not change when the item is renamed or sorted. */
export type Draft<T> = T & { key: string }
export type ColumnDraft = Draft<EditedColumn>
export type MetricDraft = Draft<EditedMetric>

/** A dataset as it is being edited. */
export interface DatasetDraft extends Omit<EditedDataset, 'columns' | 'metrics' | 'owners'> {
  columns: ColumnDraft[]
  metrics: MetricDraft[]
  owners: number[]
}

export function draftOf(dataset: EditedDataset): DatasetDraft {
  return {
    ...dataset,
    // empty SQL counts as missing
    columns: dataset.columns.map((column) => ({
      ...column,
      expression: column.expression || null,
      key: `column ${column.id}`,
    })),
    metrics: dataset.metrics.map((metric) => ({ ...metric, key: `metric ${metric.id}` })),
    owners: dataset.owners.map(({ id }) => id),
  }
}

/** A calculated column; its expression may still be empty. */
export const isCalculated = ({ expression }: EditedColumn): boolean => expression !== null

let made = 0

/** A key for a new item. Not `crypto.randomUUID`, which browsers lack on plain HTTP beyond loopback. */
export const newKey = () => `new ${++made}`

export const newColumn = (key: string): ColumnDraft => ({
  key,
  column_name: '',
  verbose_name: null,
  description: null,
  type: null,
  expression: '',
  is_dttm: false,
  filterable: true,
  groupby: true,
  python_date_format: null,
  advanced_data_type: null,
  extra: null,
})

export const newMetric = (key: string): MetricDraft => ({
  key,
  metric_name: '',
  verbose_name: null,
  description: null,
  expression: '',
  d3format: null,
  currency: null,
  warning_text: null,
  extra: null,
})

type Source = Pick<DatasetDraft, 'database' | 'schema' | 'table_name' | 'sql'>

/** Whether the source of a dataset has changed. The name of a virtual dataset is not part of its source. */
export function isOtherSource(before: Source, after: Source): boolean {
  const source = ({ database, schema, table_name, sql }: Source) =>
    JSON.stringify(sql === null ? [database.id, schema ?? '', table_name] : [database.id, schema ?? '', sql])
  return (before.sql === null) !== (after.sql === null) || source(before) !== source(after)
}

/** The query that replaces a table. Names that need no quotes are not quoted, because databases use different ones. */
export function startSql({ schema, table_name }: Pick<Source, 'schema' | 'table_name'>): string {
  const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
  return `SELECT *\nFROM ${[schema, table_name].flatMap((name) => (name ? [quoted(name)] : [])).join('.')}`
}

/** Certification and warning, as stored in the JSON text of `extra`. */
export interface Marks {
  certifiedBy: string
  details: string
  warning: string
}

/** Undefined if the text is not a JSON object. */
export function marksOf(extra: string | null): Marks | undefined {
  const known = objectOf(extra)
  if (!known) return undefined
  const { certified_by, details } = (known['certification'] ?? {}) as Record<string, unknown>
  return { certifiedBy: textOf(certified_by), details: textOf(details), warning: textOf(known['warning_markdown']) }
}

/**
 * The text of `extra` with another certification or warning; the rest is not changed. A text that is not a JSON object
 * is not changed.
 */
export function withMarks(extra: string | null, change: Partial<Marks>): string | null {
  const before = marksOf(extra)
  if (!before) return extra
  const { certifiedBy, details, warning } = { ...before, ...change }
  const { certification: _c, warning_markdown: _w, ...rest } = objectOf(extra) ?? {}
  const next = {
    ...rest,
    ...(certifiedBy || details ? { certification: { certified_by: certifiedBy, details } } : {}),
    ...(warning ? { warning_markdown: warning } : {}),
  }
  return Object.keys(next).length === 0 ? null : JSON.stringify(next)
}

export interface Currency {
  symbol?: string
  symbolPosition?: string
}

export const currencyOf = (text: string | null): Currency => (objectOf(text) ?? {}) as Currency

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function objectOf(text: string | null): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text || '{}')
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Why a draft cannot be saved, and the location of the error. `key`: of the column or metric. */
export interface Problem {
  kind:
    | 'columnTwice'
    | 'metricTwice'
    | 'noColumnName'
    | 'noMetricName'
    | 'noExpression'
    | 'noMetricExpression'
    | 'currency'
    | 'dateFormat'
    | 'noName'
    | 'noSql'
    | 'extra'
    | 'parameters'
    | HierarchyProblem['kind']
  name: string
  key?: string
}

export function problemsOf(draft: DatasetDraft): Problem[] {
  const problems: Problem[] = []
  const add = (kind: Problem['kind'], name: string, key?: string) => problems.push({ kind, name, key })
  const twice = (names: string[]) => names.filter((name, at) => name !== '' && names.indexOf(name) < at)
  if (draft.table_name.trim() === '') add('noName', '')
  if (draft.sql !== null && draft.sql.trim() === '') add('noSql', '')
  const columnsTwice = new Set(twice(draft.columns.map(({ column_name }) => column_name.trim())))
  for (const column of draft.columns) {
    const { key, python_date_format: format } = column
    const name = column.column_name.trim()
    if (name === '') add('noColumnName', '', key)
    if (columnsTwice.has(name)) add('columnTwice', name, key)
    if (isCalculated(column) && !column.expression?.trim()) add('noExpression', name, key)
    if (format && !/^epoch_(s|ms)$|%[a-zA-Z]/.test(format)) add('dateFormat', name, key)
  }
  const metricsTwice = new Set(twice(draft.metrics.map(({ metric_name }) => metric_name.trim())))
  for (const { key, metric_name, expression, currency } of draft.metrics) {
    const name = metric_name.trim()
    if (name === '') add('noMetricName', '', key)
    if (metricsTwice.has(name)) add('metricTwice', name, key)
    if (expression.trim() === '') add('noMetricExpression', name, key)
    if (currency && !isCurrency(currencyOf(currency))) add('currency', name, key)
  }
  if (objectOf(draft.extra) === undefined) add('extra', '')
  const names = new Set(draft.columns.map(({ column_name }) => column_name.trim()))
  for (const { kind, name } of hierarchyProblems(hierarchiesOf(draft.extra), names)) add(kind, name, kind)
  if (objectOf(draft.template_params) === undefined) add('parameters', '')
  return problems
}

/** Whether a text is a three-letter currency code, as in number formats. */
function isCurrency({ symbol }: Currency): boolean {
  try {
    if (symbol !== undefined) new Intl.NumberFormat('en', { style: 'currency', currency: symbol }).format(0)
    return true
  } catch {
    return false
  }
}

/** The source fields of the request that saves a dataset. */
export function sourceOf({ database, table_name, schema, sql, template_params }: DatasetDraft) {
  return { database_id: database.id, table_name: table_name.trim(), schema, sql, template_params }
}

/** The body of the request: everything that the editor shows. */
export function updateOf(draft: DatasetDraft): Record<string, unknown> {
  const { columns, metrics } = draft
  return {
    ...sourceOf(draft),
    description: draft.description,
    default_endpoint: draft.default_endpoint,
    filter_select_enabled: draft.filter_select_enabled,
    fetch_values_predicate: draft.fetch_values_predicate,
    main_dttm_col: draft.main_dttm_col,
    cache_timeout: draft.cache_timeout,
    offset: draft.offset,
    normalize_columns: draft.normalize_columns,
    always_filter_main_dttm: draft.always_filter_main_dttm,
    extra: draft.extra,
    owners: draft.owners,
    columns: columns.map((column) => ({
      ...(column.id === undefined ? {} : { id: column.id }),
      column_name: column.column_name.trim(),
      verbose_name: column.verbose_name,
      description: column.description,
      type: column.type,
      expression: column.expression,
      is_dttm: column.is_dttm,
      filterable: column.filterable,
      groupby: column.groupby,
      python_date_format: column.python_date_format,
      advanced_data_type: column.advanced_data_type,
      extra: column.extra,
    })),
    metrics: metrics.map((metric) => ({
      ...(metric.id === undefined ? {} : { id: metric.id }),
      metric_name: metric.metric_name.trim(),
      verbose_name: metric.verbose_name,
      description: metric.description,
      expression: metric.expression,
      d3format: metric.d3format,
      currency: metric.currency,
      warning_text: metric.warning_text,
      extra: metric.extra,
    })),
  }
}

export interface Sync {
  draft: DatasetDraft
  added: string[]
  modified: string[]
  removed: string[]
}

/** The draft with the current columns of its source. Keeps calculated columns, and the settings of existing columns. */
export function withSourceColumns(draft: DatasetDraft, source: readonly SourceColumn[]): Sync {
  const found = new Map(source.map((column) => [column.name, column]))
  const known = new Set(draft.columns.map(({ column_name }) => column_name))
  const gone = draft.columns.filter((column) => !isCalculated(column) && !found.has(column.column_name))
  const modified: string[] = []
  const kept = draft.columns
    .filter((column) => !gone.includes(column))
    .map((column) => {
      const now = isCalculated(column) ? undefined : found.get(column.column_name)
      if (now === undefined || now.type === column.type) return column
      modified.push(column.column_name)
      return { ...column, type: now.type, is_dttm: now.is_dttm || column.is_dttm }
    })
  const added = source
    .filter(({ name }) => !known.has(name))
    .map(({ name, type, is_dttm }) => ({
      ...newColumn(`source ${name}`),
      column_name: name,
      type,
      is_dttm,
      expression: null,
    }))
  const columns = [...kept, ...added]
  const isMainGone = gone.some(({ column_name }) => column_name === draft.main_dttm_col)
  return {
    draft: { ...draft, columns, main_dttm_col: isMainGone ? null : draft.main_dttm_col },
    added: added.map(({ column_name }) => column_name),
    modified,
    removed: gone.map(({ column_name }) => column_name),
  }
}

/** Expressions of a draft that differ from the saved ones: the database must validate them. */
export function changedExpressions(saved: DatasetDraft, draft: DatasetDraft) {
  const before = new Map<string, string | null>([
    ...saved.columns.map(({ key, expression }) => [key, expression] as const),
    ...saved.metrics.map(({ key, expression }) => [key, expression] as const),
  ])
  return {
    columns: draft.columns.flatMap(({ key, column_name, expression }) =>
      expression && expression !== before.get(key)
        ? [{ expressionType: 'SQL' as const, label: column_name, sqlExpression: expression }]
        : [],
    ),
    metrics: draft.metrics.flatMap(({ key, metric_name, expression }) =>
      expression !== before.get(key)
        ? [{ expressionType: 'SQL' as const, label: metric_name, sqlExpression: expression }]
        : [],
    ),
  }
}
