import type { GenericType } from '../model/dataset.ts'
import type { PostProcessingStep } from '../model/queryObject.ts'
import type { TimeOffset } from './post/timeOffset.ts'

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
  /** rename map for CSV headers */
  verboseNames?: Record<string, string>
  /** The time counts from the asking, waiting included. A result with more rows or bytes is refused, not cut. */
  limits: { timeoutMs: number; maxRows: number; maxBytes: number }
}

/** rows: the contract's records. columns: ours. both carry the same other fields. csv: file text. */
export type Encoding = 'rows' | 'columns' | 'csv'

/**
 * `body` for rows and columns: the inside of a JSON object, without braces, holding exactly
 * `"rowcount":…,"colnames":…,"indexnames":…,"coltypes":…,"label_map":…,"data":…` (`"columns":…` instead of `"data"` for
 * the columnar encoding, which also leaves out an `indexnames` that only numbers the rows). The web process splices the
 * fields it knows (cache, filters, query) around it unseen.
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

export interface EnginePool {
  /** Rejects with AppError. Aborting the signal frees the slot within a second (interrupt, then kill). */
  run(job: EngineJob, signal?: AbortSignal): Promise<EngineAnswer>
  /** Raw parse tree of the SQL, from the engine's own parser: input of the gate. */
  parse(connection: ConnectionSpec, sql: string): Promise<{ tree: unknown } | { error: string }>
  /** Output columns of a SELECT without running it (virtual datasets, expression columns). */
  describe(connection: ConnectionSpec, sql: string): Promise<{ name: string; type: string }[]>
  /** Starts a child for this database before the first query asks for one. */
  warm(connection: ConnectionSpec): void
  close(): Promise<void>
}
