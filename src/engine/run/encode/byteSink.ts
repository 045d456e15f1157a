import type { Cell } from '../../frame.ts'

/**
 * Most results are small. Blocks are memory outside the heap: a large block per result triggers a full garbage
 * collection every few dozen results.
 */
const INITIAL_BYTES = 1024
const NOTHING = Buffer.alloc(0)
const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const MINUS = 45
const ZERO = 48
const POINT = 46
const BILLION = 1_000_000_000
/** Decimals with up to six places are recognized by one exact division. */
const PLACES_POWER = 1_000_000
/** Below this, a number of units and its division by PLACES_POWER are exact enough to print digit by digit. */
const EXACT_DIGITS = 1e15

/**
 * A growing buffer to which JSON is written byte by byte. Results are mostly small numbers and short texts; creating a
 * JavaScript string for each would cost several times as much as copying bytes.
 */
export class ByteSink {
  bytes: Buffer = NOTHING
  length = 0
  /** Minimum size of the next block. */
  private block = INITIAL_BYTES
  /** Integers beyond 2^53, which most JSON parsers would round, are written as texts. */
  private readonly wideAsText: boolean

  constructor({ wideAsText = false }: { wideAsText?: boolean } = {}) {
    this.wideAsText = wideAsText
  }

  /** Ensures room for `extra` more bytes. Every writer calls it before writing. */
  reserve(extra: number): void {
    if (this.length + extra <= this.bytes.length) return
    // small blocks are taken from a shared block
    const grown = Buffer.allocUnsafe(Math.max(this.block, this.length + extra))
    this.bytes.copy(grown, 0, 0, this.length)
    this.bytes = grown
    this.block = grown.length * 2
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  comma(): void {
    this.byte(COMMA)
  }

  /** Short ASCII text: keywords and numbers. */
  ascii(text: string): void {
    this.reserve(text.length)
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i)
  }

  utf8(text: string): void {
    this.reserve(text.length * 3)
    this.length += this.bytes.write(text, this.length)
  }

  /** Bytes that are already JSON. */
  raw(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start
    this.reserve(count)
    if (count > 48) this.bytes.set(source.subarray(start, end), this.length)
    else for (let i = 0; i < count; i++) this.bytes[this.length + i] = source[start + i] as number
    this.length += count
  }

  /** Writes UTF-8 bytes as a JSON string. Returns false, with nothing written, if escapes are needed. */
  plainText(source: Uint8Array, start: number, end: number): boolean {
    const count = end - start
    this.reserve(count + 2)
    const { bytes } = this
    let at = this.length
    bytes[at++] = QUOTE
    for (let i = start; i < end; i++) {
      const byte = source[i] as number
      if (byte < 32 || byte === QUOTE || byte === BACKSLASH) return false
      bytes[at++] = byte
    }
    bytes[at++] = QUOTE
    this.length = at
    return true
  }

  /** A safe integer (within 2^53). */
  integer(value: number): void {
    this.reserve(20)
    let rest = value
    if (rest < 0) {
      this.bytes[this.length++] = MINUS
      rest = -rest
    }
    if (rest < BILLION) this.digits(rest)
    else {
      const high = Math.floor(rest / BILLION)
      this.digits(high)
      this.paddedDigits(rest - high * BILLION, 9)
    }
  }

  /** Any double; NaN and infinities are null. */
  double(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < EXACT_DIGITS) {
      this.integer(value)
      return
    }
    const units = Math.round(value * PLACES_POWER)
    // a decimal with at most 15 digits that parses back to this double is its shortest form
    if (units / PLACES_POWER === value && Math.abs(units) < EXACT_DIGITS) this.fixed(units, 6, PLACES_POWER)
    else this.ascii(Number.isFinite(value) ? String(value) : 'null')
  }

  /** `units / 10^places` without trailing zeros. `units` has at most 15 digits, `places` is at most 9. */
  fixed(units: number, places: number, power: number): void {
    this.reserve(24)
    let rest = units
    if (rest < 0) {
      this.bytes[this.length++] = MINUS
      rest = -rest
    }
    const whole = Math.floor(rest / power)
    this.integer(whole)
    const fraction = rest - whole * power
    if (fraction === 0) return
    this.bytes[this.length++] = POINT
    this.paddedDigits(fraction, places)
    while (this.bytes[this.length - 1] === ZERO) this.length--
  }

  /** Any text as a JSON string. */
  text(text: string): void {
    const { length } = this
    this.reserve(text.length + 2)
    const { bytes } = this
    let at = length
    bytes[at++] = QUOTE
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) {
        this.utf8(JSON.stringify(text))
        return
      }
      bytes[at++] = code
    }
    bytes[at++] = QUOTE
    this.length = at
  }

  /** A cell as JSON: integers of any size as numbers, NaN and infinities as null. */
  cell(cell: Cell): void {
    switch (typeof cell) {
      case 'number':
        this.double(cell)
        return
      case 'string':
        this.text(cell)
        return
      case 'boolean':
        this.ascii(cell ? 'true' : 'false')
        return
      case 'bigint':
        if (this.wideAsText) this.text(cell.toString())
        else this.ascii(cell.toString())
        return
      default:
        if (cell === null) this.ascii('null')
        else this.list(cell)
    }
  }

  /** Returns the written bytes and continues with a new buffer. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length)
    this.block = Math.max(INITIAL_BYTES, this.bytes.length)
    this.bytes = NOTHING
    this.length = 0
    return taken
  }

  private list(cells: readonly Cell[]): void {
    this.ascii('[')
    cells.forEach((cell, i) => {
      if (i > 0) this.comma()
      this.cell(cell)
    })
    this.ascii(']')
  }

  private digits(value: number): void {
    let count = 1
    for (let bound = 10; bound <= value; bound *= 10) count++
    this.paddedDigits(value, count)
  }

  /** The last `count` digits of a value below 10^9. */
  private paddedDigits(value: number, count: number): void {
    const { bytes } = this
    let rest = value
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const next = (rest / 10) | 0
      bytes[at] = ZERO + rest - next * 10
      rest = next
    }
    this.length += count
  }
}
