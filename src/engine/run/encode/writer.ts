import type { Batch } from './batch.ts'
import { ByteSink } from './byteSink.ts'

/** Accepts a result batch by batch and returns the encoded bytes in chunks. */
export interface BatchWriter {
  write(batch: Batch): void
  /** Bytes so far. */
  readonly bytes: number
  /** Whether a column had any value that is not missing. */
  hasValues(column: number): boolean
  finish(): Buffer[]
}

/** Chunks of about this size are passed on: large enough to be cheap, small enough not to be copied again. */
const PIECE_BYTES = 1_048_576
const COMMA = 44
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

/** Where the list is cut into pieces of `every` rows: the start of each, in bytes from the start of the list. */
export interface Cuts {
  every: number
  at: number[]
}

/** The contract's records: `[{"name":value,…},…]`. With `cuts` (for SQL Lab), wide integers are texts. */
export function recordsWriter(names: readonly string[], cuts?: Cuts): BatchWriter {
  const keys = names.map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  const sink = () => new ByteSink({ wideAsText: cuts !== undefined })
  const columns = names.map(() => ({ json: sink(), ends: new Uint32Array(0), start: 0, hasValues: false }))
  const pieces: Buffer[] = []
  const out = new ByteSink()
  let handedOn = 0
  let written = 0
  out.ascii('[')
  return {
    get bytes() {
      return handedOn + out.length
    },
    hasValues: (column) => columns[column]?.hasValues ?? false,
    write(batch) {
      columns.forEach((column, i) => {
        if (column.ends.length < batch.rowCount) column.ends = new Uint32Array(batch.rowCount)
        column.json.length = 0
        column.start = 0
        if (batch.writeJson(i, column.json, column.ends)) column.hasValues = true
      })
      for (let row = 0; row < batch.rowCount; row++) {
        if (handedOn + out.length > 1) out.byte(COMMA)
        if (cuts && written % cuts.every === 0) cuts.at.push(handedOn + out.length)
        written += 1
        // the first key starts with the brace of the record
        if (columns.length === 0) out.byte(OPENING_BRACE)
        for (let i = 0; i < columns.length; i++) {
          const column = columns[i] as (typeof columns)[number]
          const end = column.ends[row] as number
          out.raw(keys[i] as Buffer)
          out.raw(column.json.bytes, column.start, end)
          column.start = end
        }
        out.byte(CLOSING_BRACE)
        if (out.length > PIECE_BYTES) {
          handedOn += out.length
          pieces.push(out.take())
        }
      }
    },
    finish() {
      out.ascii(']')
      return [...pieces, out.take()]
    },
  }
}

/** One list per column: `[[…],[…]]`. */
export function columnsWriter(width: number): BatchWriter {
  const columns = Array.from({ length: width }, () => ({
    json: new ByteSink(),
    pieces: [] as Buffer[],
    hasValues: false,
  }))
  let handedOn = 0
  return {
    get bytes() {
      return columns.reduce((sum, { json }) => sum + json.length, handedOn)
    },
    hasValues: (column) => columns[column]?.hasValues ?? false,
    write(batch) {
      columns.forEach((column, i) => {
        if (batch.writeJson(i, column.json, undefined)) column.hasValues = true
        if (column.json.length > PIECE_BYTES) {
          handedOn += column.json.length
          column.pieces.push(column.json.take())
        }
      })
    },
    finish() {
      const lists = columns.flatMap(({ json, pieces }, i) => {
        const parts = [...pieces, json.take()].filter((part) => part.length > 0)
        const last = parts.pop()
        // without the comma after the last cell
        if (last) parts.push(last.subarray(0, -1))
        return [Buffer.from(i ? ',[' : '['), ...parts, Buffer.from(']')]
      })
      return [Buffer.from('['), ...lists, Buffer.from(']')]
    },
  }
}
