import type { Dataset, GenericType } from '../../model/dataset/dataset.ts'
import type { ErrorCode } from '../../model/errors/errors.ts'
import type { TimeGrain } from '../../model/time/timeGrain.ts'
import type { ConnectionSpec } from '../contracts.ts'
import type { GateProfile } from '../gate/sql/profile.ts'
import type { Engine } from '../run/engine.ts'
import type { ChildSettings } from '../run/protocol.ts'
import type { ConnectionKind } from './connection.ts'
import type { PlanReader } from './shared/planSteps.ts'
import type { TableLoading } from './tableLoading.ts'

/**
 * A typed value in a query. Integers are text so that no digit is lost. Times are wall-clock epoch milliseconds;
 * `columnType` and `format` describe how the column that they are compared with stores its times.
 */
export type LiteralValue =
  | null
  | boolean
  | { text: string }
  | { integer: string }
  | { float: number }
  | { wallMs: number; columnType: string | null; format: string | null }

export type EpochUnit = 's' | 'ms'

/** The row limit and offset of a query, and whether it has an order. */
export interface RowWindow {
  limit: number | null
  offset: number
  isOrdered: boolean
}

/** What a child loads to use a database: the module `driver.ts` of a dialect's folder. */
export interface Driver {
  /** Must not wait for a server: an unavailable database is reported by the queries that need it. */
  open(connection: ConnectionSpec, settings: ChildSettings): Promise<Engine>
}

/**
 * What the planner must know about a database: data and small functions that return SQL. Everything else about a query
 * is the same everywhere.
 */
export interface Dialect {
  /** The contract's `backend`. */
  name: string
  /** The display name of the database. */
  title: string
  /** Quotes an identifier with any characters. */
  quote(name: string): string
  /** The only place where values become SQL. */
  literal(value: LiteralValue): string
  /** A query may specify the schema in which names without a schema are looked up. */
  takesSchema?: boolean
  /** WITH is allowed only at the very beginning, not in a subquery. */
  withFirst?: boolean
  /** The SQL of a physical dataset in FROM. */
  table(dataset: Pick<Dataset, 'catalog' | 'schema' | 'table_name'>): string
  /** Between a table or subquery and its alias. */
  tableAlias: ' AS ' | ' '
  /** The text after SELECT (`head`) and the last lines (`tail`): one of `rowWindow.ts`. */
  rowWindow(rows: RowWindow): { head?: string; tail: string[] }
  /**
   * Last line of a query that prevents the database from moving conditions of the outer query into it, so that row
   * rules are evaluated before user SQL. Absent: no such line is known.
   */
  fence?: string
  /**
   * ISO 8601 duration -> expression of the bucket that contains `column`. `columnType` is the declared type, if known.
   */
  timeGrains: Readonly<Record<string, (column: string, columnType?: string | null) => string>>
  /** A bucket that many days or months later (earlier if negative). Months are added to first days of months only. */
  addUnits(unit: 'DAY' | 'MONTH', bucket: string, count: number, columnType: string | null): string
  /** The grains that the contract lists for this database, in its order. Others work if a chart uses them. */
  listedGrains: readonly TimeGrain[]
  /** Epoch numbers as a timestamp. */
  fromEpoch: Readonly<Record<EpochUnit, (column: string) => string>>
  /**
   * How the database converts times between time zones (IANA names); absent: it does not. `instants`: declared types
   * whose values are instants, not clock times. `convert`: the clock time in the zone `to` of a clock time in the zone
   * `from`, or of an instant if `from` is null. The type of the result is TIMESTAMP, or DATETIME if TIMESTAMP means an
   * instant.
   */
  zones?: { instants: RegExp; convert(column: string, from: string | null, to: string): string }
  /**
   * For databases that know the newest partition of a table (`LATEST PARTITION`, `presto.latest_partition`): the
   * namespaces of the template macros that read it. SQL written for one of these databases is often moved to another.
   */
  partitionMacros?: readonly string[]
  /**
   * Cheaper SQL for the profile of a dataset: an approximate number of distinct values, and a condition that chooses
   * about this share of the rows at random. Absent: an exact number; the first rows.
   */
  profile?: { distinct?(expression: string): string; sample?(share: number): string }
  /** The alias that the engine accepts for this label; output columns are read by position. */
  alias(label: string): string
  ilike(left: string, right: string): string
  isBoolean(expression: string, value: boolean): string
  /** The kind of values in a column of this type, as declared in the database; null if the text is unknown. */
  genericType(declaredType: string | null | undefined): GenericType | null
  /** Error messages of the database with their own type in the contract; the first match wins. */
  errors: readonly (readonly [RegExp, ErrorCode])[]
  connection: ConnectionKind
  /** How the gate reads SQL of this dialect; `engine` (only for the embedded engine): the engine itself parses it. */
  gate: GateProfile | 'engine'
  /** The row of the database in docs/databases.md, as Markdown; `package`: the driver that is not included. */
  documentation: { database: string; address: string; package?: string }
  /** The name of the dialect in the package `sql-formatter`; absent: standard SQL. */
  formatter?:
    | 'bigquery'
    | 'clickhouse'
    | 'duckdb'
    | 'mysql'
    | 'plsql'
    | 'postgresql'
    | 'redshift'
    | 'snowflake'
    | 'spark'
    | 'sqlite'
    | 'transactsql'
    | 'trino'
  /**
   * Keywords that the editor of SQL Lab highlights and completes, by the name of the dialect in the editor's package;
   * absent: standard SQL.
   */
  keywords?: 'MSSQL' | 'MySQL' | 'PLSQL' | 'PostgreSQL' | 'SQLite'
  /** How a file becomes a table of the database; absent: the database does not accept files. */
  loading?: TableLoading
  /** The driver can run statements for a user of Sextant who has the same name in the database (`Engine.as`). */
  impersonates?: boolean
  /** The driver estimates what a query costs. */
  estimates?: boolean
  /** How the database explains a query as a tree; absent: it does not, or only as text. */
  plan?: PlanReader | undefined
  /** The position among the databases that are listed first in forms. */
  preferred?: number
  /**
   * Where a query is executed. `child`: in the engine child itself, which runs `jobsPerChild` jobs at a time; `server`:
   * elsewhere, so that one child can wait for many.
   */
  runs: { in: 'child'; jobsPerChild?: number } | { in: 'server' }
  /**
   * The folder next to this file whose `driver.ts` connects to the database. Only children load it (see `openEngine`).
   */
  driverFolder: string
}
