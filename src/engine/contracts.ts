import type { GenericType } from '../model/dataset/dataset.ts'
import type { LeftOut } from '../model/query/leftOut.ts'
import type { PostProcessingStep } from '../model/query/queryObject.ts'
import type { JudgeRequest, ReaderAnswers } from './gate/sql/protocol.ts'
import type { ChartTable } from './post/chartTable.ts'
import type { TimeOffset } from './post/timeOffset.ts'
import type { ShapeName } from './shapes/index.ts'
import type { ShapeOptions } from './shapes/shapeOptions.ts'

/**
 * The interface between the web process, which plans and caches, and the engine children, which run SQL and encode.
 * Everything here crosses a process border as structured-clone data. Rows are never sent back, only finished buffers.
 */

/**
 * Where a query runs. Embedded: the generation files (table name -> absolute path) that a child attaches read-only and
 * then locks.
 */
export type ConnectionSpec =
  | {
      dialect: 'duckdb'
      databaseId: number
      tables: Record<string, string>
      /** Files of the tables in the schema `scratch`, which belong to one user. */
      scratch?: Record<string, string>
      dataVersion: string
    }
  | {
      dialect: string
      databaseId: number
      options: Record<string, unknown>
      dataVersion: string
      asUser?: ActingUser
    }

/**
 * The username to impersonate, if the database impersonates users. Part of `dataVersion`, so results are cached per
 * user.
 */
export interface ActingUser {
  name: string
  /** The `dataVersion` of the connection itself, which its users share. */
  connection: string
}

/**
 * In this schema, the embedded engine has a second view on each table, which shows only about this many of its rows:
 * whole blocks, always the same ones. User SQL cannot name the schema.
 */
export const SAMPLES = { schema: 'samples', rows: 100_000 }

/** An SSH server through which a database is reached. Stored among the options of a connection. */
export interface SshTunnel {
  host: string
  port: number
  username: string
  password?: string
  privateKey?: string
  privateKeyPassword?: string
  /** The fingerprint of the server's key when the tunnel was saved; another key is refused. */
  hostKey?: string
}

/** How to read one output column of the SQL, by position (an engine may change labels). */
export interface OutputColumn {
  label: string
  /**
   * Set if the value is a time by definition (BASE_AXIS, granularity, is_dttm). `format`: how the stored value is
   * parsed.
   */
  time?: { format: string | null }
  /** The dataset declares this output name as temporal: its coltype is always 2, whatever values it contains. */
  isDttm?: boolean
}

/** The same query over another time range, joined onto the main rows before post-processing. */
export interface OffsetQuery extends TimeOffset {
  sql: string
  output: OutputColumn[]
}

export interface EngineJob {
  connection: ConnectionSpec
  sql: string
  output: OutputColumn[]
  /** Time comparison. Not run if the main query returns no rows. */
  offsets?: OffsetQuery[]
  /** Hours added to returned time values (dataset offset). */
  offsetHours: number
  postProcessing: PostProcessingStep[]
  encoding: Encoding
  /** For csv and xlsx: absolute path of the file to write. The caller deletes it. A failed job leaves no file. */
  file?: string
  /** For xlsx: the file becomes the sheet at this position of a larger workbook, see `joinedWorkbook`. */
  sheetAt?: number
  /** Reading stops after this many rows: for SQL whose own limit would make the engine load all rows into memory. */
  rowLimit?: number
  /** For files: column name -> header. */
  verboseNames?: Record<string, string>
  /** The data of a chart of the legacy endpoint, built from the rows. Names and types are those of the rows. */
  shape?: { name: ShapeName; options: ShapeOptions }
  /** The table that a chart builds from the rows, returned instead of them. Its names replace `verboseNames`. */
  chartTable?: ChartTable
  /**
   * Rows for SQL Lab, in pieces of this many rows: times are ISO strings, and the result contains the start of each
   * piece. Only with the encoding `rows`, and without post-processing.
   */
  pieces?: number
  /** Where names without a schema are looked up; only for dialects with `takesSchema`. */
  schema?: string
  /** The statement is EXPLAIN, SHOW or DESCRIBE instead of a query. */
  inspects?: boolean
  /**
   * What is needed to determine which rows a result lacks: the limits of the SQL, and the additive metrics. With the
   * encoding `columns`, the body contains the outcome; for a file, `EngineAnswer.leftOut` does.
   */
  leftOut?: { limit: number; sums: string[]; series?: { columns: string[]; limit: number } }
  /**
   * Further queries whose rows are totals: for `chartTable` one query for each level, for a file one for its last row.
   */
  totals?: { sql: string; output: OutputColumn[] }[]
  /** The time includes waiting. A result with more rows or bytes is rejected, not truncated. */
  limits: { timeoutMs: number; maxRows: number; maxBytes: number }
}

/** rows: the format of the contract. columns: our own format. Both have the same other fields. csv, xlsx: a file. */
export type Encoding = 'rows' | 'columns' | FileFormat
export type FileFormat = 'csv' | 'xlsx'

/**
 * `body` for rows and columns: the inside of a JSON object, without braces, with exactly
 * `"rowcount":…,"colnames":…,"indexnames":…,"coltypes":…,"label_map":…,"data":…` (`"columns":…` instead of `"data"` in
 * the columnar encoding, which also omits an `indexnames` that only numbers the rows). The web process adds the fields
 * it knows (cache, filters, query) around it without parsing it. Empty if a file was written.
 */
export interface EngineAnswer {
  body: Buffer
  rowcount: number
  /** For a job with `pieces`: the body is then only the list of rows. */
  pieces?: PiecedRows
  /** For a file of a job with `leftOut`: what it lacks. */
  leftOut?: LeftOut
  sqlMs: number
  totalMs: number
}

/** A column of a result in SQL Lab. */
export interface PiecedColumn {
  name: string
  /** The contract's name of the type: `INTEGER`, `STRING`, `DATETIME`. */
  type: string
  is_dttm: boolean
}

export interface PiecedRows {
  columns: PiecedColumn[]
  /**
   * The start of each piece in the body, in bytes. A piece is followed by a comma, or by the bracket that ends the
   * list.
   */
  cuts: number[]
  /** There were more rows than the row limit. */
  isCut: boolean
}

/** What a child reports about SQL text, from a real parse (`json_serialize_sql` for DuckDB). */
export type SqlVerdict = { ok: true } | { ok: false; message: string }

export interface CatalogTable {
  name: string
  type: 'table' | 'view'
  columns: { name: string; type: string; genericType: GenericType; nullable: boolean }[]
}

/** A location in a database. null means the default of the connection. */
export interface CatalogPlace {
  catalog: string | null
  schema: string | null
}

/** Metadata that can be read from a database. */
export type CatalogQuestion =
  | { ask: 'catalogs' }
  | { ask: 'schemas'; catalog: string | null }
  | ({ ask: 'tables' } & CatalogPlace)
  | ({ ask: 'table'; table: string } & CatalogPlace)
  | ({ ask: 'newestPartition' } & PartitionQuestion)
  | ({ ask: 'view'; table: string } & CatalogPlace)

/** Which partition of a table is the newest: the one with the greatest values, compared column by column. */
export interface PartitionQuestion extends CatalogPlace {
  table: string
  /** Only partitions whose columns have these values, as text. */
  fixed: Record<string, string>
  /** SQL conditions on rows that the partition must contain. Empty: any partition counts, and no row is read. */
  conditions: readonly string[]
}

export interface CatalogAnswers {
  /** Empty if the database has no catalogs above its schemas, or if the connection is bound to one. */
  catalogs: string[]
  schemas: { names: string[]; default: string | null }
  tables: TableEntry[]
  /** null: no such table or view. */
  table: TableDetails | null
  /** null: the table is not partitioned, or the database does not report partitions. */
  newestPartition: NewestPartition | null
  /** The query of a view; `sql` is null if the database does not reveal it. null: no view has this name. */
  view: { sql: string | null } | null
}

export interface NewestPartition {
  columns: string[]
  /** As text, null for NULL, in column order. null if there is no such partition. */
  values: (string | null)[] | null
}
export type CatalogAnswer = CatalogAnswers[keyof CatalogAnswers]

export interface TableEntry {
  name: string
  type: 'table' | 'view' | 'materialized_view'
  comment: string | null
}

export interface TableDetails extends TableEntry {
  columns: { name: string; type: string; nullable: boolean; comment: string | null; default: string | null }[]
  primaryKey: { name: string | null; columns: string[] } | null
  foreignKeys: {
    name: string | null
    columns: string[]
    references: { schema: string | null; table: string; columns: string[] }
  }[]
  indexes: { name: string; columns: string[]; isUnique: boolean }[]
  /** Partition columns. `latest`: their values in the newest partition, if the database reports them. */
  partitions: { columns: string[]; latest: Record<string, string> | null } | null
}

/** A query that fills a table. The gate has allowed it. */
export interface LoadedQuery {
  sql: string
  /** Where names without a schema are looked up. */
  lookIn?: string
  /** If the query returns more rows, the load fails, and nothing changes. */
  mostRows: number
  /** A name that identifies the table later (`isMarked`). */
  mark: string
}

/**
 * A file of the embedded engine (table `main.data`), or a query of the database, whose rows become a table of a remote
 * database.
 */
export interface LoadOrder {
  /** Absolute path. null without `query`: only what an earlier load with this order may have left is removed. */
  file: string | null
  /** Instead of a file. */
  query?: LoadedQuery
  schema: string | null
  table: string
  /** The name of the staging table, which receives the rows and then replaces the target. */
  staged: string
  /** `replace` and `append`: the table exists. */
  mode: 'create' | 'replace' | 'append'
}

/** What is known about a database after it was reached. */
export interface Reached {
  /** The fingerprint of the key of its SSH server; null without a tunnel. */
  sshHostKey: string | null
}

/** The children of a pool and its work at this moment. */
export interface PoolState {
  children: { group: string; residentBytes: number | undefined }[]
  running: number
  waiting: number
}

export interface EnginePool {
  /** Rejects with AppError. Aborting the signal frees the slot within a second (interrupt, then kill). */
  run(job: EngineJob, signal?: AbortSignal): Promise<EngineAnswer>
  /** Judges SQL for the gate with the parser of the embedded engine, in a separate child that runs no queries. */
  judge<K extends JudgeRequest['kind']>(request: Extract<JudgeRequest, { kind: K }>): Promise<ReaderAnswers[K]>
  /** Output columns of a SELECT, without running it (virtual datasets, expression columns). */
  describe(
    connection: ConnectionSpec,
    sql: string,
    place?: { schema?: string },
  ): Promise<{ name: string; type: string }[]>
  /** Reads the catalog of a remote or file database. The tables of the embedded database are known without a query. */
  catalog<Q extends CatalogQuestion>(
    connection: ConnectionSpec,
    question: Q,
    signal?: AbortSignal,
  ): Promise<CatalogAnswers[Q['ask']]>
  /** Cost estimate of a SELECT, in the words of the database. Rejects if the database has no estimate. */
  estimate(
    connection: ConnectionSpec,
    sql: string,
    place?: { schema?: string },
    signal?: AbortSignal,
  ): Promise<Record<string, string>[]>
  /**
   * Runs one statement that changes data or tables, in a separate transaction. Resolves with the number of changed
   * rows; null if the database does not report one. Rejects if this database can only be read.
   */
  change(
    connection: ConnectionSpec,
    sql: string,
    options: { timeoutMs: number; schema?: string },
    signal?: AbortSignal,
  ): Promise<{ rowcount: number | null }>
  /**
   * Creates a table from a file or a query: completely, or not at all. Rejects if this database does not accept files.
   * `rows`: how many rows the table has.
   */
  load(connection: ConnectionSpec, order: LoadOrder, timeoutMs: number, signal?: AbortSignal): Promise<{ rows: number }>
  /** Resolves if the database can be reached and accepts the login, else rejects with one of the CONNECTION_… types. */
  ping(connection: ConnectionSpec, timeoutMs: number): Promise<Reached>
  /** State for metrics. */
  state(): PoolState
  /** Starts a child for this database before the first query needs one. */
  warm(connection: ConnectionSpec): void
  close(): Promise<void>
}
