import type { Cell, CellType } from '../../frame.ts'
import { ByteSink } from './byteSink.ts'

const MS_PER_DAY = 86_400_000
/** From this value on, a float is printed with an exponent. */
const EXPONENT_FROM = 1e16

/**
 * A spreadsheet would execute a text that starts like this, also after spaces or an empty quoted text. In East Asian
 * locales it converts the fullwidth signs to the plain ones.
 */
const dangerous = /^(?:\s+|"")?[-@+|=%\t\r\0＝＋－＠]/
const negativeNumber = /^-[\d.]+$/

/** Neutralizes formulas in headers and text cells. */
export function defuse(text: string): string {
  if (!dangerous.test(text) || negativeNumber.test(text)) return text
  return `'${text.replaceAll('|', '\\|')}`
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export interface CsvHeader {
  name: string
  type: CellType
}

/**
 * How the cells of a column are printed can depend on all of them: whole numbers are printed as floats if one is
 * missing, times without a time of day if all are midnight. Until this is known, each such cell is followed by a
 * marker of bytes that do not occur in UTF-8, with the number of its column. `settler` replaces the markers after all
 * rows are written.
 */
const INTEGER_MARK = 0xfe
const TIME_MARK = 0xff
const MARK_BYTES = 3
const TIME_OF_DAY_BYTES = ' 00:00:00'.length
const POINT_ZERO = Buffer.from('.0')

interface CsvColumn extends CsvHeader {
  /** Whole numbers are printed as floats, and times with their time of day. */
  isWide: boolean
}

/** A file row by row: UTF-8, commas, `\n`, minimal quoting, null as an empty field, an empty text as a pair of quotes. */
export class CsvText {
  private readonly columns: CsvColumn[]
  private readonly sink = new ByteSink()
  private isMarked = false

  constructor(headers: readonly CsvHeader[]) {
    this.columns = headers.map((header) => ({ ...header, isWide: header.type === 'float' }))
    this.sink.utf8(`${headers.map(({ name }) => quoted(defuse(name))).join(',')}\n`)
  }

  /** Writes further rows. `cells` are by column. */
  write(cells: readonly (readonly Cell[])[], rowCount: number): void {
    const { columns, sink } = this
    columns.forEach((column, at) => this.look(column, cells[at] ?? []))
    for (let row = 0; row < rowCount; row++) {
      for (let at = 0; at < columns.length; at++) {
        if (at > 0) sink.comma()
        const cell = (cells[at] as readonly Cell[])[row]
        if (cell !== null && cell !== undefined) this.cell(cell, columns[at] as CsvColumn, at)
      }
      sink.byte(NEWLINE)
    }
  }

  /** Returns what was written since the last call. */
  take(): Buffer {
    return this.sink.take()
  }

  get bytes(): number {
    return this.sink.length
  }

  /** After all rows are written: replaces the markers in the text, chunk by chunk. Undefined if there are none. */
  settler(): ((piece: Buffer) => Buffer) | undefined {
    return this.isMarked ? settler(this.columns.map(({ isWide }) => isWide)) : undefined
  }

  private look(column: CsvColumn, cells: readonly Cell[]): void {
    if (column.isWide) return
    if (column.type === 'int') column.isWide = cells.some((cell) => cell === null || cell !== cell)
    if (column.type === 'time')
      column.isWide = cells.some((cell) => typeof cell === 'number' && cell % MS_PER_DAY !== 0)
  }

  private mark(mark: number, column: number): void {
    this.isMarked = true
    this.sink.byte(mark)
    this.sink.byte(column >> 8)
    this.sink.byte(column & 255)
  }

  private cell(cell: Exclude<Cell, null>, { type, isWide }: CsvColumn, at: number): void {
    const { sink } = this
    switch (typeof cell) {
      case 'number':
        if (type === 'time') this.time(cell, isWide, at)
        else if (type === 'int' && Number.isInteger(cell)) {
          sink.double(cell)
          if (isWide) sink.raw(POINT_ZERO)
          else this.mark(INTEGER_MARK, at)
        } else if (!Number.isNaN(cell)) sink.ascii(floatText(cell, type))
        return
      case 'boolean':
        sink.ascii(cell ? 'True' : 'False')
        return
      case 'string':
        // decimals in a float column arrive as texts, but are numbers
        sink.utf8(type === 'float' ? cell : cell === '' ? '""' : quoted(defuse(cell)))
        return
      case 'bigint':
        sink.ascii(cell.toString())
        return
      default:
        sink.utf8(quoted(defuse(`[${cell.map(String).join(', ')}]`)))
    }
  }

  private time(ms: number, isWide: boolean, column: number): void {
    const text = isoText(ms)
    // years above 9999 have a sign and more digits
    const end = text.indexOf('T')
    this.sink.ascii(text.slice(0, end))
    if (!isWide) this.mark(TIME_MARK, column)
    this.sink.ascii(` ${text.slice(end + 1, end + TIME_OF_DAY_BYTES)}`)
  }
}

const NEWLINE = 10

/** A time as ISO text, clamped to the range of JavaScript dates. */
export const isoText = (ms: number): string => new Date(Math.max(-LAST_TIME, Math.min(LAST_TIME, ms))).toISOString()

/** The limit of JavaScript dates. */
const LAST_TIME = 8.64e15

function floatText(value: number, type: CellType): string {
  if (value === Number.POSITIVE_INFINITY) return 'inf'
  if (value === Number.NEGATIVE_INFINITY) return '-inf'
  if (Math.abs(value) >= EXPONENT_FROM) return value.toExponential()
  return type === 'float' && Number.isInteger(value) ? `${value}.0` : String(value)
}

/** Processes text with markers in chunks of any size. */
function settler(isWide: readonly boolean[]): (piece: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0)
  return (piece) => {
    const bytes = rest.length ? Buffer.concat([rest, piece]) : piece
    // a marker is replaced by at most as many bytes
    const out = Buffer.allocUnsafe(bytes.length)
    let length = 0
    let at = 0
    while (at < bytes.length) {
      const byte = bytes[at] as number
      if (byte < INTEGER_MARK) {
        out[length++] = byte
        at++
        continue
      }
      const end = at + MARK_BYTES + (byte === TIME_MARK ? TIME_OF_DAY_BYTES : 0)
      if (end > bytes.length) break
      const wide = isWide[((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)]
      if (wide)
        length += byte === TIME_MARK ? bytes.copy(out, length, at + MARK_BYTES, end) : POINT_ZERO.copy(out, length)
      at = end
    }
    rest = Buffer.from(bytes.subarray(at))
    return out.subarray(0, length)
  }
}
