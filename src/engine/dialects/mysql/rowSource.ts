import type { Connection, Query } from 'mysql2'
import type { Batch } from '../../run/encode/batch.ts'
import type { ResultSet } from '../../run/engine.ts'
import { type RowColumn, rowBatch } from '../shared/rows.ts'
import { columnOf, type FieldFacts } from './columns.ts'

const BATCH_ROWS = 2048

/** The rows of one statement, read from the wire on request. */
export class RowSource implements ResultSet {
  columns: RowColumn[] = []
  /** The result was read completely. */
  isDone = false
  private readonly connection: Connection
  private waiting: unknown[][] = []
  private failure: unknown
  private wake: (() => void) | undefined

  private constructor(connection: Connection) {
    this.connection = connection
  }

  /** Sends the statement and waits for the columns of its result. */
  static async open(connection: Connection, sql: string, exactDecimals: boolean): Promise<RowSource> {
    const source = new RowSource(connection)
    const query: Query = connection.query({ sql, rowsAsArray: true, typeCast: false })
    await new Promise<void>((resolve, reject) => {
      query.on('fields', (fields: unknown) => {
        source.columns = ((fields ?? []) as FieldFacts[]).map((field) => columnOf(field, exactDecimals))
        resolve()
      })
      query.on('result', (row: unknown) => source.take(row as unknown[]))
      query.on('error', (error: unknown) => {
        source.failure = error
        source.end()
        reject(error)
      })
      query.on('end', () => {
        source.end()
        resolve()
      })
    })
    return source
  }

  async next(): Promise<Batch | undefined> {
    if (this.waiting.length < BATCH_ROWS && !this.isDone) {
      this.connection.resume()
      if (this.waiting.length < BATCH_ROWS && !this.isDone) {
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
      }
    }
    if (this.failure) throw this.failure
    const rows = this.waiting
    this.waiting = []
    return rows.length > 0 ? rowBatch(this.columns, rows) : undefined
  }

  private take(row: unknown[]): void {
    this.waiting.push(row)
    if (this.waiting.length < BATCH_ROWS) return
    this.connection.pause()
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
