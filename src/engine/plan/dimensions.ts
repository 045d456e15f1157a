import type { Dataset, DatasetColumn } from '../../model/dataset/dataset.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { columnLabel, isAdhocColumn } from '../../model/query/labels.ts'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import { type Calendar, isFiscalGrain } from '../../model/time/fiscalCalendar.ts'
import { convertWall, type QueryZone } from '../../model/time/timeZone.ts'
import type { Dialect, EpochUnit } from '../dialects/dialect.ts'
import { isCounted } from './bucket.ts'
import { planFault } from './failure.ts'
import type { Expression, Selected } from './tree.ts'

export interface DimensionContext {
  dataset: Dataset
  dialect: Dialect
  /** Type of each adhoc expression that needs one (see `expressionsToDescribe`); null if the engine rejects it. */
  adhocTypes: ReadonlyMap<string, GenericType | null>
  /** The time zones of the query; null: times are not converted. */
  zone: QueryZone | null
  /** The calendar of the query; a string: the reason why the dataset has none. */
  calendar: Calendar | string
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

/** A column as stored, without conversion of times. */
export const storedColumn = (column: DatasetColumn): Expression =>
  column.expression
    ? { kind: 'sql', text: column.expression, use: 'column', saved: true }
    : { kind: 'column', name: column.column_name }

const EPOCH_UNITS: Record<string, EpochUnit> = { epoch_s: 's', epoch_ms: 'ms' }

type Zoned = Pick<DimensionContext, 'zone' | 'dialect' | 'calendar'>

/** A time column as a timestamp in the time zone of the query, truncated to a grain if one is given. */
export function timestampExpression(column: DatasetColumn, grain: string | null, context: Zoned): Expression {
  const plain = storedColumn(column)
  const unit = EPOCH_UNITS[column.python_date_format ?? '']
  const timestamp: Expression = unit ? { kind: 'fromEpoch', unit, of: plain } : plain
  const shown = onClock(timestamp, clockOf(column, context), context)
  const columnType = unit ? null : shown === timestamp ? column.type : CLOCK_TYPE
  return grain ? bucketOf(grain, shown, columnType, context) : shown
}

/** @throws AppError 400 if the grain needs a calendar, and the dataset's calendar is invalid */
function bucketOf(
  grain: string,
  of: Expression,
  columnType: string | null | undefined,
  { calendar }: Pick<DimensionContext, 'calendar'>,
): Expression {
  const bucket: Expression = { kind: 'bucket', grain, of, ...(columnType !== undefined && { columnType }) }
  if (typeof calendar === 'string') {
    if (isFiscalGrain(grain) || grain === 'P1W') throw planFault(calendar)
    return bucket
  }
  return isCounted(grain, calendar) ? { ...bucket, calendar } : bucket
}

/** The type of converted times, for databases whose functions differ by type. */
const CLOCK_TYPE = 'DATETIME'

/**
 * The time zone of the stored times of a column. null: they are instants; undefined: they are not converted, because
 * they are days, which are the same everywhere, or numbers or strings whose time of day is unknown.
 */
function clockOf({ type, python_date_format: format }: DatasetColumn, { zone, dialect }: Zoned) {
  if (!zone) return undefined
  if (EPOCH_UNITS[format ?? '']) return 'UTC'
  if (type !== null && dialect.genericType(type) !== GenericType.temporal) {
    return dialect.genericType(type) === GenericType.string && /%[HIcTRX]/.test(format ?? '') ? zone.data : undefined
  }
  if (/^date(32)?$/i.test(type ?? '')) return undefined
  return dialect.zones?.instants.test(type ?? '') ? null : zone.data
}

/** Converts a time in the zone `from` (see `clockOf`) to the time zone of the query. */
function onClock(of: Expression, from: string | null | undefined, { zone }: Zoned): Expression {
  // instants are read as times of UTC
  const isSame = !zone || from === undefined || (from ?? 'UTC') === zone.view
  return isSame ? of : { kind: 'inZone', from, to: zone.view, of }
}

/** A column as results show it: times on the clock of the query. Numbers that mean times are not changed. */
export function shownColumn(column: DatasetColumn, context: Zoned): Expression {
  const isTime = column.is_dttm && !EPOCH_UNITS[column.python_date_format ?? '']
  return isTime ? timestampExpression(column, null, context) : storedColumn(column)
}

/** A time of the clock of the query (wall-clock milliseconds), as the column stores it. */
export function storedTimeOf(wallMs: number, column: DatasetColumn, context: Zoned): number {
  const clock = clockOf(column, context)
  return clock === undefined || !context.zone ? wallMs : convertWall(wallMs, context.zone.view, clock ?? 'UTC')
}

/** Resolves a dimension, raw column or filter column: the name of a dataset column, or an expression. */
export function resolveColumn(column: QueryColumn, context: DimensionContext): Selected {
  const label = columnLabel(column)
  if (typeof column === 'string') {
    const known = datasetColumn(context.dataset, column)
    if (!known) throw planFault(`Columns missing in dataset: ['${column}']`)
    return { label, expression: shownColumn(known, context) }
  }
  if (!column.sqlExpression.trim()) throw planFault('Custom SQL fields cannot be empty')
  const grain = column.columnType === 'BASE_AXIS' ? (column.timeGrain ?? null) : null
  const known = datasetColumn(context.dataset, column.sqlExpression)
  if (known) {
    const isAxis = known.is_dttm && (grain !== null || (context.zone !== null && column.columnType === 'BASE_AXIS'))
    return {
      label,
      expression: isAxis ? timestampExpression(known, grain, context) : shownColumn(known, context),
    }
  }
  const expression: Expression = { kind: 'sql', text: column.sqlExpression, use: 'column' }
  const isTemporal = context.adhocTypes.get(column.sqlExpression) === GenericType.temporal
  if (!grain || !isTemporal) return { label, expression }
  const shown = onClock(expression, context.zone?.data, context)
  return { label, expression: bucketOf(grain, shown, shown === expression ? undefined : CLOCK_TYPE, context) }
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
