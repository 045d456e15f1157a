import type { ErrorCode } from '../../model/errors/errors.ts'
import type { TextPosition } from '../../model/sqlLab/sqlLabAnswers.ts'
import type { CatalogAnswers, CatalogPlace, PartitionQuestion } from '../contracts.ts'
import type { CellType } from '../frame.ts'
import type { Batch } from './encode/batch.ts'
import type { FailureKind } from './protocol.ts'

/** An expected failure inside a child. The web process translates it to an error of the contract. */
export class EngineFailure extends Error {
  readonly kind: FailureKind
  /** The error type of the contract, if the driver knows it better than the text shows. */
  readonly code?: ErrorCode
  /** Connection options that caused the error. */
  readonly invalid?: string[]
  /** Where in the SQL the error is, if the database reports it in addition to its message. */
  readonly position?: TextPosition

  constructor(
    kind: FailureKind,
    message: string,
    more: { code?: ErrorCode; invalid?: string[]; position?: TextPosition; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'EngineFailure'
    this.kind = kind
    this.code = more.code
    this.invalid = more.invalid
    this.position = more.position
  }
}

export interface ResultColumn {
  name: string
  type: CellType
  /**
   * A float that is a decimal in the database: for clients of the contract it has type object, which matters if all
   * values are NULL.
   */
  isDecimal?: boolean
  /** The type as the database names it, if the driver knows it. */
  declared?: string
}

export interface ResultSet {
  /** Named as in the engine. Times are epoch milliseconds in every batch. */
  columns: ResultColumn[]
  /** The next rows; undefined after the last. A batch is valid until the next one is requested. */
  next(): Promise<Batch | undefined>
}

export interface RequestOptions {
  /**
   * Aborting must also stop the work in the database, and settle within half a second; otherwise the child is killed.
   */
  signal: AbortSignal
  /**
   * The remaining time of the caller. It is passed to databases that support it, so that no query outlives its child.
   */
  timeoutMs: number
  /** Where names without a schema are looked up; only for dialects with `takesSchema`. */
  schema?: string
}

export interface QueryOptions extends RequestOptions {
  /** Decimals as text with all digits. */
  exactDecimals: boolean
  /** EXPLAIN, SHOW and DESCRIBE are allowed as well as queries. */
  inspects?: boolean
  /** A further query of the same job: it must not read another file that has replaced the first one. */
  continues?: boolean
}

/** One method per kind of CatalogQuestion. Names are passed as the database spells them. */
export interface CatalogReader {
  catalogs(options: RequestOptions): Promise<CatalogAnswers['catalogs']>
  schemas(catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']>
  tables(place: CatalogPlace, options: RequestOptions): Promise<CatalogAnswers['tables']>
  table(place: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['table']>
  /** For databases whose dialect has `partitionMacros`. */
  newestPartition?(question: PartitionQuestion, options: RequestOptions): Promise<CatalogAnswers['newestPartition']>
  /** Absent: the database does not reveal the queries of views. */
  view?(place: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['view']>
}

/** What a child needs from a database driver, embedded or remote. All methods throw EngineFailure. */
export interface Engine {
  /** The same server for statements of this user; only for dialects with `impersonates`. */
  as?(user: string): Engine
  /**
   * Runs one SELECT, read-only, and passes its result to `read`, which must take everything it needs before it returns.
   * Rows that were not requested stay in the database.
   */
  query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T>
  /** Names and declared types of the output of a SELECT, without running it. */
  describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]>
  /** Raw syntax tree, if the engine itself is the parser of the gate. */
  parse?(sql: string): Promise<{ tree: unknown } | { error: string }>
  /** Reads the catalog of the database. */
  catalog?: CatalogReader
  /** Fails with `connection` if the database cannot be reached. */
  ping(options: RequestOptions): Promise<void>
  /** Cost estimate of the SELECT, in the words of the database. */
  estimate?(sql: string, options: RequestOptions): Promise<Record<string, string>[]>
  /**
   * Runs statements of our own that create, fill and rename tables, in order; in one transaction if the dialect's
   * `loading` says so. Absent: the database does not accept files.
   */
  load?(statements: AsyncIterable<string>, options: RequestOptions): Promise<void>
  /**
   * Runs one statement that changes data or tables, in a separate transaction, and returns the number of changed rows
   * (null if the database reports none). Absent: the database can only be read.
   */
  change?(sql: string, options: RequestOptions): Promise<number | null>
}
