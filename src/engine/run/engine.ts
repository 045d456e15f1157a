import type { CellType } from '../frame.ts'
import type { Batch } from './encode/batch.ts'
import type { FailureKind } from './protocol.ts'

/** An expected failure inside a child; the web process words it for the contract. */
export class EngineFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.name = 'EngineFailure'
    this.kind = kind
  }
}

export interface ResultSet {
  /** As the engine names them. Times are epoch milliseconds in every batch. */
  columns: { name: string; type: CellType }[]
  /** The next rows, undefined after the last. A batch is good until the next is asked for. */
  next(): Promise<Batch | undefined>
}

/** What a child needs from a database driver, embedded or remote. All methods throw EngineFailure. */
export interface Engine {
  /** Runs one SELECT and hands its result to `read`, which must take all it wants before it returns. Aborting interrupts it. */
  query<T>(
    sql: string,
    options: { signal: AbortSignal; exactDecimals: boolean },
    read: (result: ResultSet) => Promise<T>,
  ): Promise<T>
  parse(sql: string): Promise<{ tree: unknown } | { error: string }>
  describe(sql: string): Promise<{ name: string; type: string }[]>
}
