import type { Batch } from '../../run/encode/batch.ts'
import type { ResultSet } from '../../run/engine.ts'
import { type CellReader, RowBuffer } from '../shared/cells.ts'
import { cellReader, declaredType, isDecimal } from './decode.ts'
import type { FieldDescription, Handlers, Wire } from './wire.ts'

/** How many rows and bytes are collected before the reader receives them. */
const BATCH_ROWS = 4096
const BATCH_BYTES = 1_048_576

/**
 * One SELECT in its own read-only transaction, sent at once: begin, settings, the query, rollback. All rows are
 * requested from the server, because only then does it run a query on several processors. While the reader is busy, the
 * socket is not read, and the server waits.
 */
export class StreamedSelect implements Handlers, ResultSet {
  columns: ResultSet['columns'] = []
  fields: FieldDescription[] = []
  /** Resolves when the columns are known. */
  readonly described: Promise<void>
  /** Settles when all rows have arrived, or after an error. */
  readonly done: Promise<void>
  private readonly statements: string[]
  private readonly sqlIndex: number
  private readonly exactDecimals: boolean
  private wire: Wire | undefined
  private readers: CellReader[] = []
  private rows = new RowBuffer(0)
  private bytes = 0
  /** Length of all rows so far, in bytes. */
  totalBytes = 0
  /** Called for each message of the result. */
  onPart: () => void = () => undefined
  private hasFields = false
  /** Whether all rows have arrived. */
  isComplete = false
  failure: unknown
  private wake: (() => void) | undefined
  private readonly onDescribed = Promise.withResolvers<void>()
  private readonly onDone = Promise.withResolvers<void>()

  constructor(before: string[], sql: string, after: string[], exactDecimals: boolean) {
    this.statements = [...before, sql, ...after]
    this.sqlIndex = before.length
    this.exactDecimals = exactDecimals
    this.described = this.onDescribed.promise
    this.done = this.onDone.promise
    this.described.catch(() => undefined)
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    this.wire = wire
    wire.stream.cork()
    this.statements.forEach((text, index) => {
      wire.parse({ text })
      wire.bind({})
      if (index === this.sqlIndex) wire.describe({ type: 'P', name: '' })
      wire.execute({})
    })
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: FieldDescription[] }): void {
    this.onPart()
    this.hasFields = true
    this.fields = fields
    this.readers = fields.map(({ dataTypeID }) => cellReader(dataTypeID, this.exactDecimals))
    this.columns = fields.map(({ name, dataTypeID }, i) => ({
      name,
      type: this.readers[i]?.type ?? 'text',
      isDecimal: isDecimal(dataTypeID),
      declared: declaredType(dataTypeID),
    }))
    this.rows = new RowBuffer(fields.length)
    this.onDescribed.resolve()
  }

  handleDataRow({ length, fields }: { length: number; fields: (string | null)[] }): void {
    this.onPart()
    // the settings before the query also return a row, which is skipped
    if (!this.hasFields) return
    this.rows.add((i) => {
      const text = fields[i]
      return text === null || text === undefined ? null : (this.readers[i] as CellReader).read(text)
    })
    this.bytes += length
    this.totalBytes += length
    if (this.rows.rowCount >= BATCH_ROWS || this.bytes >= BATCH_BYTES) {
      this.wire?.stream.pause()
      this.wake?.()
    }
  }

  handleCommandComplete(): void {
    if (!this.hasFields) return
    this.isComplete = true
    this.wake?.()
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  handleCopyInResponse(connection: unknown): void {
    ;(connection as { sendCopyFail(message: string): void }).sendCopyFail('only SELECT statements are allowed')
  }

  handleError(error: unknown): void {
    this.failure ??= error
    this.onDescribed.reject(error)
    // after an error, the client does not report that the server is ready; it delays the next statement until then
    this.onDone.resolve()
    this.wake?.()
  }

  handleReadyForQuery(): void {
    this.isComplete = true
    if (!this.hasFields) this.onDescribed.reject(this.failure ?? new Error('no query'))
    this.onDone.resolve()
    this.wake?.()
  }

  /** Ends the wait for a server that no longer responds, or whose connection was ended because of `failure`. */
  abandon(failure: Error = new Error('the connection is gone')): void {
    this.handleError(failure)
  }

  /** Reads and drops the remaining messages, so that the connection can be used again. */
  drain(): void {
    this.hasFields = false
    this.wire?.stream.resume()
  }

  async next(): Promise<Batch | undefined> {
    if (this.failure === undefined && !this.isComplete && !this.isFull()) {
      this.wire?.stream.resume()
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
      this.wake = undefined
    }
    if (this.failure !== undefined) throw this.failure
    if (this.rows.rowCount === 0) return undefined
    this.bytes = 0
    return this.rows.take()
  }

  private isFull(): boolean {
    return this.rows.rowCount >= BATCH_ROWS || this.bytes >= BATCH_BYTES
  }
}
