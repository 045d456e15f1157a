import type { Dataset, GenericType } from '../../model/dataset/dataset.ts'
import type { ErrorCode } from '../../model/errors/errors.ts'
import type { TimeGrain } from '../../model/time/timeGrain.ts'
import type { ConnectionSpec } from '../contracts.ts'
import type { GateProfile } from '../gate/sql/profile.ts'
import type { Engine } from '../run/engine.ts'
import type { ChildSettings } from '../run/protocol.ts'
import type { ConnectionKind } from './connection.ts'

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

/** How many rows a query gives, from which on, and whether it says an order. */
export interface RowWindow {
  limit: number | null
  offset: number
  isOrdered: boolean
}

/** What a child loads to talk to a database: the module `driver.ts` of a dialect's folder. */
export interface Driver {
  /** Must not wait for a server: a database that is down is told by the queries that need it. */
  open(connection: ConnectionSpec, settings: ChildSettings): Promise<Engine>
}

/**
 * What the planner must know of a database. Data and small functions from text to text; everything else about a query
 * is the same everywhere.
 */
export interface Dialect {
  /** The contract's `backend`. */
  name: string
  /** As people call it. */
  title: string
  /** Quotes an identifier, whatever characters it holds. */
  quote(name: string): string
  /** The one place where values become SQL. */
  literal(value: LiteralValue): string
  /** WITH can only stand at the very beginning, not in a query within another. */
  withFirst?: boolean
  /** What FROM says for a physical dataset. */
  table(dataset: Pick<Dataset, 'catalog' | 'schema' | 'table_name'>): string
  /** Between a table or subquery and its alias. */
  tableAlias: ' AS ' | ' '
  /** After SELECT (`head`) and as last lines (`tail`): one of `rowWindow.ts`. */
  rowWindow(rows: RowWindow): { head?: string; tail: string[] }
  /**
   * Last line of a query past which no condition of the query around it is moved, so that row rules are evaluated before
   * what people wrote. Absent: none is known to hold.
   */
  fence?: string
  /**
   * ISO 8601 duration -> expression of the bucket that `column` falls into. `columnType` is the declared type where one
   * is known.
   */
  timeGrains: Readonly<Record<string, (column: string, columnType?: string | null) => string>>
  /** The grains that the contract lists for this database, in its order. The others work where a chart names them. */
  listedGrains: readonly TimeGrain[]
  /** Epoch numbers as a timestamp. */
  fromEpoch: Readonly<Record<EpochUnit, (column: string) => string>>
  /**
   * For databases that know the newest partition of a table (`LATEST PARTITION`, `presto.latest_partition`): the
   * namespaces of the template macros that read it. SQL written for one of these databases is often moved to another.
   */
  partitionMacros?: readonly string[]
  /** The label that the engine can carry for this one; output columns are read by position. */
  alias(label: string): string
  ilike(left: string, right: string): string
  isBoolean(expression: string, value: boolean): string
  /** What a column of this type, as the database declares it, holds; null where the text is unknown. */
  genericType(declaredType: string | null | undefined): GenericType | null
  /** Texts of the database that have a type of their own in the contract; the first match wins. */
  errors: readonly (readonly [RegExp, ErrorCode])[]
  connection: ConnectionKind
  /** How the gate reads its SQL; `engine`: the engine itself parses it, as only the embedded engine does. */
  gate: GateProfile | 'engine'
  /** Its row in docs/databases.md; `package`: the driver that is not included. Markdown. */
  documentation: { database: string; address: string; package?: string }
  /** Its place among the databases that are listed first in forms. */
  preferred?: number
  /**
   * Where the work of a query happens. `child`: in the engine child itself, which takes `jobsPerChild` at a time;
   * `server`: elsewhere, so that one child can wait for many.
   */
  runs: { in: 'child'; jobsPerChild?: number } | { in: 'server' }
  /** The folder beside this file whose `driver.ts` talks to the database. Only children load it (see `openEngine`). */
  driverFolder: string
}
