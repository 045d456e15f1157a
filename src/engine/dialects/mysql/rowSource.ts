import type { Query } from 'mysql2'
import type { Batch } from '../../run/encode/batch.ts'
import type { ResultSet } from '../../run/engine.ts'
import { type RowColumn, rowBatch } from '../shared/rows.ts'
import { columnOf, type FieldFacts } from './columns.ts'
import type { Session } from './session.ts'

/** How many rows and bytes are collected before the reader receives them. */
const BATCH_ROWS = 2048
const BATCH_BYTES = 1_048_576

/** The rows of one statement, read from the wire on request. */
export class RowSource implements ResultSet {
  columns: RowColumn[] = []
  /** The result was read completely. */
  isDone = false
  private readonly session: Session
  private waiting: unknown[][] = []
  private waitingBytes = 0
  private failure: unknown
  private wake: (() => void) | undefined

  private constructor(session: Session) {
    this.session = session
  }

  /** Sends the statement and waits for the columns of its result. */
  static async open(session: Session, sql: string, exactDecimals: boolean): Promise<RowSource> {
    const source = new RowSource(session)
    const { connection, received } = session
    received.reset()
    const query: Query = connection.query({ sql, rowsAsArray: true, typeCast: false })
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => {
        source.failure = error
        source.end()
        reject(error)
      }
      query.on('fields', (fields: unknown) => {
        received.reset()
        source.columns = ((fields ?? []) as FieldFacts[]).map((field) => columnOf(field, exactDecimals))
        resolve()
      })
      query.on('result', (row: unknown) => source.take(row as (Buffer | null)[]))
      query.on('error', fail)
      // a lost connection is not reported to a query without a callback
      connection.once('error', fail)
      query.on('end', () => {
        connection.off('error', fail)
        source.end()
        resolve()
      })
    })
    return source
  }

  async next(): Promise<Batch | undefined> {
    if (!this.isFull() && !this.isDone) {
      this.session.connection.resume()
      if (!this.isFull() && !this.isDone) {
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
      }
    }
    if (this.failure) throw this.failure
    const rows = this.waiting
    this.waiting = []
    this.waitingBytes = 0
    return rows.length > 0 ? rowBatch(this.columns, rows) : undefined
  }

  private isFull(): boolean {
    return this.waiting.length >= BATCH_ROWS || this.waitingBytes >= BATCH_BYTES
  }

  private take(row: (Buffer | null)[]): void {
    this.session.received.reset()
    this.waiting.push(row)
    for (const cell of row) this.waitingBytes += cell?.length ?? 0
    if (!this.isFull()) return
    this.session.connection.pause()
    this.notify()
  }

  private end(): void {
    this.isDone = true
    this.notify()
  }

  private notify(): void {
    this.wake?.()
    this.wake = undefined
  }
}
