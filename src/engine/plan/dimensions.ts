import type { Dataset, DatasetColumn } from '../../model/dataset/dataset.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { columnLabel, isAdhocColumn } from '../../model/query/labels.ts'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import type { Dialect, EpochUnit } from '../dialects/dialect.ts'
import { planFault } from './failure.ts'
import type { Expression, Selected } from './tree.ts'

export interface DimensionContext {
  dataset: Dataset
  dialect: Dialect
  /** Type of each adhoc expression that needs one (see `expressionsToDescribe`); null if the engine rejects it. */
  adhocTypes: ReadonlyMap<string, GenericType | null>
}

const byName = new WeakMap<Dataset, Map<string, DatasetColumn>>()

/** The column of the dataset with this name. */
export function datasetColumn(dataset: Dataset, name: string): DatasetColumn | undefined {
  let names = byName.get(dataset)
  if (!names) {
    names = new Map(dataset.columns.map((column) => [column.column_name, column]))
    byName.set(dataset, names)
  }
  return names.get(name)
}

const plainColumn = (column: DatasetColumn): Expression =>
  column.expression
    ? { kind: 'sql', text: column.expression, use: 'column', saved: true }
    : { kind: 'column', name: column.column_name }

const EPOCH_UNITS: Record<string, EpochUnit> = { epoch_s: 's', epoch_ms: 'ms' }

/** A time column as a timestamp, truncated to a grain if one is given. */
export function timestampExpression(column: DatasetColumn, grain: string | null): Expression {
  const plain = plainColumn(column)
  const unit = EPOCH_UNITS[column.python_date_format ?? '']
  const timestamp: Expression = unit ? { kind: 'fromEpoch', unit, of: plain } : plain
  return grain ? { kind: 'bucket', grain, of: timestamp, columnType: unit ? null : column.type } : timestamp
}

/** What a dimension, raw column or filter column means: a dataset column's name, or an expression. */
export function resolveColumn(column: QueryColumn, context: DimensionContext): Selected {
  const label = columnLabel(column)
  if (typeof column === 'string') {
    const known = datasetColumn(context.dataset, column)
    if (!known) throw planFault(`Columns missing in dataset: ['${column}']`)
    return { label, expression: plainColumn(known) }
  }
  if (!column.sqlExpression.trim()) throw planFault('Custom SQL fields cannot be empty')
  const grain = column.columnType === 'BASE_AXIS' ? (column.timeGrain ?? null) : null
  const known = datasetColumn(context.dataset, column.sqlExpression)
  if (known) {
    return { label, expression: known.is_dttm && grain ? timestampExpression(known, grain) : plainColumn(known) }
  }
  const expression: Expression = { kind: 'sql', text: column.sqlExpression, use: 'column' }
  const isTemporal = context.adhocTypes.get(column.sqlExpression) === GenericType.temporal
  return { label, expression: grain && isTemporal ? { kind: 'bucket', grain, of: expression } : expression }
}

/** Adhoc expressions whose type determines the SQL: time axes with a grain, and filtered expressions. */
export function expressionsToDescribe(
  columns: readonly unknown[],
  filtered: readonly unknown[],
  dataset: Dataset,
): string[] {
  const axes = columns.filter(
    (column) => isAdhocColumn(column) && column.columnType === 'BASE_AXIS' && column.timeGrain,
  )
  const texts = [...axes, ...filtered].flatMap((column) => (isAdhocColumn(column) ? [column.sqlExpression] : []))
  return [...new Set(texts)].filter((text) => !datasetColumn(dataset, text))
}
