import type { Cell, CellType } from '../../frame.ts'
import { type Batch, cellBatch } from '../../run/encode/batch.ts'

/** How a driver reads one column of its rows. `read` never receives null. */
export interface RowColumn {
  name: string
  type: CellType
  read: (value: unknown) => Cell
}

/** The rows of a driver as a batch of typed columns. */
export function rowBatch(columns: readonly RowColumn[], rows: readonly (readonly unknown[])[]): Batch {
  const cells = columns.map(({ read }, at) =>
    rows.map((row): Cell => {
      const value = row[at]
      return value === null || value === undefined ? null : read(value)
    }),
  )
  return cellBatch(cells, rows.length)
}

/** An integer of any size from its digits: a number if that is exact. */
export function integerOf(digits: string): number | bigint {
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : BigInt(digits)
}

const WALL = /^([+-]?\d{4,6})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?/

/**
 * Epoch milliseconds of `YYYY-MM-DD[ hh:mm:ss[.fraction]]`, ignoring a time zone after it; smaller units become a
 * fraction. null for an invalid date, such as MySQL's `0000-00-00`.
 */
export function wallMsOf(text: string): number | null {
  const match = WALL.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month === 0 || day === 0) return null
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  // two-digit years would be read as 19xx
  const whole = year >= 0 && year < 100 ? new Date(ms).setUTCFullYear(year, month - 1, day) : ms
  return match[7] === undefined ? whole : whole + Number(`0.${match[7]}`) * 1000
}
