/** Conversions for drivers of databases that send values as text. */

import type { Cell, CellType } from '../../frame.ts'
import { type Batch, cellBatch } from '../../run/encode/batch.ts'
import { integerOf } from './rows.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes as UTF-8 text; `[bytes]` if they are not valid UTF-8. */
export function bytesText(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return '[bytes]'
  }
}

/** Number of digits that a double can always represent. */
const SAFE_DIGITS = 15

/**
 * A decimal: as text if all digits are needed; else as a number, or as a bigint if it is a whole number that a double
 * cannot represent exactly (sums of integers are decimals in some databases).
 */
export function decimalCell(digits: string, isExact: boolean): Cell {
  if (isExact) return digits
  return digits.length > SAFE_DIGITS && /^-?\d+$/.test(digits) ? integerOf(digits) : Number(digits)
}

/** Collects rows by column until they are taken as one batch. */
export class RowBuffer {
  private readonly width: number
  private columns: Cell[][]
  rowCount = 0

  constructor(width: number) {
    this.width = width
    this.columns = this.empty()
  }

  add(cell: (column: number) => Cell): void {
    for (let i = 0; i < this.width; i++) (this.columns[i] as Cell[]).push(cell(i))
    this.rowCount++
  }

  /** The rows so far; the buffer is reset. */
  take(): Batch {
    const batch = cellBatch(this.columns, this.rowCount)
    this.columns = this.empty()
    this.rowCount = 0
    return batch
  }

  private empty(): Cell[][] {
    return Array.from({ length: this.width }, () => [])
  }
}

/** The reader of the values of one result column. */
export interface CellReader<Raw = string> {
  type: CellType
  read(raw: Raw): Cell
}
