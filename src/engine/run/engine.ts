import type { ErrorCode } from '../../model/errors/errors.ts'
import type { CatalogAnswers, CatalogPlace, PartitionQuestion } from '../contracts.ts'
import type { CellType } from '../frame.ts'
import type { Batch } from './encode/batch.ts'
import type { FailureKind } from './protocol.ts'

/** An expected failure inside a child; the web process words it for the contract. */
export class EngineFailure extends Error {
  readonly kind: FailureKind
  /** The contract's type, where the driver knows better than the text tells. */
  readonly code?: ErrorCode
  /** Connection options that are to blame. */
  readonly invalid?: string[]

  constructor(
    kind: FailureKind,
    message: string,
    more: { code?: ErrorCode; invalid?: string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'EngineFailure'
    this.kind = kind
    this.code = more.code
    this.invalid = more.invalid
  }
}

export interface ResultColumn {
  name: string
  type: CellType
  /** A float that the database has as a decimal: to the contract's clients an object, which tells where all are NULL. */
  isDecimal?: boolean
}

export interface ResultSet {
  /** As the engine names them. Times are epoch milliseconds in every batch. */
  columns: ResultColumn[]
  /** The next rows, undefined after the last. A batch is good until the next is asked for. */
  next(): Promise<Batch | undefined>
}

export interface RequestOptions {
  /** Aborting must stop the work in the database, too, and settle within half a second: later the child is killed. */
  signal: AbortSignal
  /** What is left of the caller's time. Databases that can are told, so that no query outlives its child. */
  timeoutMs: number
}

export interface QueryOptions extends RequestOptions {
  /** Decimals as their digits in text. */
  exactDecimals: boolean
}

/** One method for each kind of CatalogQuestion. Names come and go as the database spells them. */
export interface CatalogReader {
  catalogs(options: RequestOptions): Promise<CatalogAnswers['catalogs']>
  schemas(catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']>
  tables(place: CatalogPlace, options: RequestOptions): Promise<CatalogAnswers['tables']>
  table(place: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['table']>
  /** Of databases whose dialect says `tellsPartitions`. */
  newestPartition?(question: PartitionQuestion, options: RequestOptions): Promise<CatalogAnswers['newestPartition']>
  /** Absent: the database does not tell the queries of views. */
  view?(place: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['view']>
}

/** What a child needs from a database driver, embedded or remote. All methods throw EngineFailure. */
export interface Engine {
  /**
   * Runs one SELECT, read-only, and hands its result to `read`, which must take all it wants before it returns. Rows
   * that were not asked for yet stay in the database, whatever their number.
   */
  query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T>
  /** Names and declared types of what a SELECT gives, without running it. */
  describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]>
  /** Raw parse tree, where the engine itself is the parser of the gate. */
  parse?(sql: string): Promise<{ tree: unknown } | { error: string }>
  /** Reads what the database says of itself. */
  catalog?: CatalogReader
  /** Fails with `connection` where the database cannot be reached. */
  ping(options: RequestOptions): Promise<void>
  /** What running the SELECT would cost, in the database's own words. */
  estimate?(sql: string, options: RequestOptions): Promise<Record<string, string>[]>
}
