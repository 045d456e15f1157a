import type { GenericType } from '../model/dataset/dataset.ts'
import type { PostProcessingStep } from '../model/query/queryObject.ts'
import type { ChartTable } from './post/chartTable.ts'
import type { TimeOffset } from './post/timeOffset.ts'
import type { ShapeName } from './shapes/index.ts'
import type { ShapeOptions } from './shapes/shapeOptions.ts'

/**
 * The seam between the web process, which plans and caches, and the engine children, which run SQL and encode.
 * Everything here crosses a process border as plain structured-clone data; rows never come back, only finished buffers.
 */

/** Where a query runs. Embedded: the generation files (table name -> absolute path) a child attaches read-only, then locks. */
export type ConnectionSpec =
  | { dialect: 'duckdb'; databaseId: number; tables: Record<string, string>; dataVersion: string }
  | { dialect: string; databaseId: number; options: Record<string, unknown>; dataVersion: string }

/** How to read one output column of the SQL, by position (labels may be mutated by an engine). */
export interface OutputColumn {
  label: string
  /** Set where the value is a time by definition (BASE_AXIS, granularity, is_dttm): how the stored value is parsed. */
  time?: { format: string | null }
  /** The dataset says that this output name is temporal: its coltype is 2 whatever the values. */
  isDttm?: boolean
}

/** The query once more over another time range, joined onto the main rows before post-processing. */
export interface OffsetQuery extends TimeOffset {
  sql: string
  output: OutputColumn[]
}

export interface EngineJob {
  connection: ConnectionSpec
  sql: string
  output: OutputColumn[]
  /** Time comparison. Not run where the main query has no rows. */
  offsets?: OffsetQuery[]
  /** Hours added to returned time values (dataset offset). */
  offsetHours: number
  postProcessing: PostProcessingStep[]
  encoding: Encoding
  /** Of csv and xlsx: where the file is written, an absolute path. Who asks deletes it; a job that fails leaves none. */
  file?: string
  /** Reading ends after so many rows: for SQL whose own limit would make the engine hold them all. */
  rowLimit?: number
  /** rename map for headers of files */
  verboseNames?: Record<string, string>
  /** The data of a chart of the retired endpoint, made of the rows; names and types stay those of the rows. */
  shape?: { name: ShapeName; options: ShapeOptions }
  /** The table that a chart makes of the rows, instead of them; its names stand for `verboseNames`. */
  chartTable?: ChartTable
  /** The time counts from the asking, waiting included. A result with more rows or bytes is refused, not cut. */
  limits: { timeoutMs: number; maxRows: number; maxBytes: number }
}

/** rows: the contract's records. columns: ours. both carry the same other fields. csv, xlsx: a file. */
export type Encoding = 'rows' | 'columns' | FileFormat
export type FileFormat = 'csv' | 'xlsx'

/**
 * `body` for rows and columns: the inside of a JSON object, without braces, holding exactly
 * `"rowcount":…,"colnames":…,"indexnames":…,"coltypes":…,"label_map":…,"data":…` (`"columns":…` instead of `"data"` for
 * the columnar encoding, which also leaves out an `indexnames` that only numbers the rows). The web process splices the
 * fields it knows (cache, filters, query) around it unseen. Empty where a file was written.
 */
export interface EngineAnswer {
  body: Buffer
  rowcount: number
  sqlMs: number
  totalMs: number
}

/** What a child says of a text of SQL, from a real parse (`json_serialize_sql` for DuckDB). */
export type SqlVerdict = { ok: true } | { ok: false; message: string }

export interface CatalogTable {
  name: string
  type: 'table' | 'view'
  columns: { name: string; type: string; genericType: GenericType; nullable: boolean }[]
}

/** A place in a database. What is null is the connection's own. */
export interface CatalogPlace {
  catalog: string | null
  schema: string | null
}

/** What can be asked of a database about itself. */
export type CatalogQuestion =
  | { ask: 'catalogs' }
  | { ask: 'schemas'; catalog: string | null }
  | ({ ask: 'tables' } & CatalogPlace)
  | ({ ask: 'table'; table: string } & CatalogPlace)
  | ({ ask: 'newestPartition' } & PartitionQuestion)
  | ({ ask: 'view'; table: string } & CatalogPlace)

/** Which part of a table is the newest: the one with the greatest values, the first column counting most. */
export interface PartitionQuestion extends CatalogPlace {
  table: string
  /** Only parts whose columns have these values, as text. */
  fixed: Record<string, string>
  /** SQL conditions on rows that the part must hold; empty: any part counts, and no row is read. */
  conditions: readonly string[]
}

export interface CatalogAnswers {
  /** Empty where the database has no catalogs above its schemas, or the connection is bound to one. */
  catalogs: string[]
  schemas: { names: string[]; default: string | null }
  tables: TableEntry[]
  /** null: no such table or view. */
  table: TableDetails | null
  /** null: the table is not divided, or the database does not tell. */
  newestPartition: NewestPartition | null
  /** The query of a view, itself null where the database does not tell it; null: no view has this name. */
  view: { sql: string | null } | null
}

export interface NewestPartition {
  columns: string[]
  /** As text, null for NULL, in the order of the columns; null where there is no such part. */
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
  /** Columns that the table is divided by; `latest` their values in the newest part, where the database tells. */
  partitions: { columns: string[]; latest: Record<string, string> | null } | null
}

export interface EnginePool {
  /** Rejects with AppError. Aborting the signal frees the slot within a second (interrupt, then kill). */
  run(job: EngineJob, signal?: AbortSignal): Promise<EngineAnswer>
  /** Raw parse tree of the SQL, from the engine's own parser: input of the gate. */
  parse(connection: ConnectionSpec, sql: string): Promise<{ tree: unknown } | { error: string }>
  /** Output columns of a SELECT without running it (virtual datasets, expression columns). */
  describe(connection: ConnectionSpec, sql: string): Promise<{ name: string; type: string }[]>
  /** What a remote or file database says of itself; the embedded one's tables are known without asking. */
  catalog<Q extends CatalogQuestion>(
    connection: ConnectionSpec,
    question: Q,
    signal?: AbortSignal,
  ): Promise<CatalogAnswers[Q['ask']]>
  /** What a SELECT would cost, in the database's own words; rejects where the database does not tell. */
  estimate(connection: ConnectionSpec, sql: string, signal?: AbortSignal): Promise<Record<string, string>[]>
  /** Resolves if the database can be reached and lets us in, else rejects with one of the CONNECTION_… types. */
  ping(connection: ConnectionSpec, timeoutMs: number): Promise<void>
  /** Starts a child for this database before the first query asks for one. */
  warm(connection: ConnectionSpec): void
  close(): Promise<void>
}
