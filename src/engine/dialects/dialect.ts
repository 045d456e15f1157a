import type { Dataset } from '../../model/dataset.ts'
import type { TimeGrain } from '../../model/timeGrain.ts'

/**
 * A value of a query, typed. Integers are text so that no digit is lost. Times are wall-clock epoch milliseconds;
 * `columnType` and `format` say how the column that they are compared with stores its times.
 */
export type LiteralValue =
  | null
  | boolean
  | { text: string }
  | { integer: string }
  | { float: number }
  | { wallMs: number; columnType: string | null; format: string | null }

export type EpochUnit = 's' | 'ms'

/**
 * What the planner must know of a database. Data and small functions from text to text; everything else about a query
 * is the same everywhere.
 */
export interface Dialect {
  name: string
  /** Quotes an identifier, whatever characters it holds. */
  quote(name: string): string
  /** The one place where values become SQL. */
  literal(value: LiteralValue): string
  /** What FROM says for a physical dataset. */
  table(dataset: Pick<Dataset, 'catalog' | 'schema' | 'table_name'>): string
  /** ISO 8601 duration -> expression of the bucket that `column` falls into. */
  timeGrains: Readonly<Record<string, (column: string) => string>>
  /** The grains that the contract lists for this database, in its order. The others work where a chart names them. */
  listedGrains: readonly TimeGrain[]
  /** Epoch numbers as a timestamp. */
  fromEpoch: Readonly<Record<EpochUnit, (column: string) => string>>
  /** The label that the engine can carry for this one; output columns are read by position. */
  alias(label: string): string
  ilike(left: string, right: string): string
  isBoolean(expression: string, value: boolean): string
}
