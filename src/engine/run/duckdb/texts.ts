import bindings from '@duckdb/node-bindings'
import { bytesText } from './valueText.ts'
import { type Missing, type Reader, type Write, words } from './vectors.ts'

const utf8 = new TextDecoder()

/**
 * Texts up to this length are stored in the vector itself (16 bytes: length, then text), longer ones behind a pointer.
 */
const INLINE_BYTES = 12

function textBytes(bytes: Uint8Array, lengths: Int32Array, i: number): Uint8Array {
  const length = lengths[4 * i] as number
  const start = 16 * i
  return length <= INLINE_BYTES
    ? bytes.subarray(start + 4, start + 4 + length)
    : bindings.get_data_from_pointer(bytes.buffer as ArrayBuffer, bytes.byteOffset + start + 8, length)
}

/** Result columns of charts repeat few values: a text equal to the previous one is not decoded again. */
export const texts: Reader = (bytes, count) => {
  const items = words(bytes, count * 4)
  let previous = -1
  let text = ''
  return (i) => {
    if (previous < 0 || !sameText(items, previous, i)) text = decodeText(textBytes(bytes, items, i))
    previous = i
    return text
  }
}

const sameText = (items: Int32Array, i: number, j: number): boolean =>
  items[4 * i] === items[4 * j] &&
  items[4 * i + 1] === items[4 * j + 1] &&
  items[4 * i + 2] === items[4 * j + 2] &&
  items[4 * i + 3] === items[4 * j + 3]

/**
 * Locates the bytes of long texts. The engine stores the texts of a vector one after another, and each read of its
 * memory is a native call, so a whole run of adjacent texts is read at once.
 */
class LongTexts {
  source: Uint8Array = new Uint8Array(0)
  start = 0
  private readonly vector: Uint8Array
  private readonly items: Int32Array
  private readonly isMissing: Missing | undefined
  /** Address of the first byte of the run, as two words. The end of the run within `source` is its length. */
  private low = 0
  private high = 0

  constructor(vector: Uint8Array, items: Int32Array, isMissing: Missing | undefined) {
    this.vector = vector
    this.items = items
    this.isMissing = isMissing
  }

  /** Sets `source` and `start` to the position of text `i`. */
  find(i: number): void {
    const low = (this.items[4 * i + 2] as number) >>> 0
    const high = this.items[4 * i + 3] as number
    const start = low - this.low
    if (high === this.high && start >= 0 && start + (this.items[4 * i] as number) <= this.source.length) {
      this.start = start
      return
    }
    this.low = low
    this.high = high
    this.start = 0
    this.source = bindings.get_data_from_pointer(
      this.vector.buffer as ArrayBuffer,
      this.vector.byteOffset + 16 * i + 8,
      this.runLength(i),
    )
  }

  /**
   * Bytes from text `i` on that belong to texts of this vector. Missing values have no text: their bytes are undefined.
   */
  private runLength(i: number): number {
    const { items } = this
    const high = items[4 * i + 3]
    const first = (items[4 * i + 2] as number) >>> 0
    let end = first + (items[4 * i] as number)
    for (let j = i + 1; j < items.length / 4; j++) {
      const length = items[4 * j] as number
      if (this.isMissing?.(j) || length <= INLINE_BYTES) continue
      if ((items[4 * j + 2] as number) >>> 0 !== end || items[4 * j + 3] !== high) break
      end += length
    }
    return end - first
  }
}

/** The engine's texts are valid UTF-8, so most can be copied as JSON. */
export function textsAsJson(bytes: Uint8Array, count: number, isMissing: Missing | undefined): Write {
  const items = words(bytes, count * 4)
  const long = new LongTexts(bytes, items, isMissing)
  return (i, sink) => {
    const length = items[4 * i] as number
    let source = bytes
    let start = 16 * i + 4
    if (length > INLINE_BYTES) {
      long.find(i)
      source = long.source
      start = long.start
    }
    if (!sink.plainText(source, start, start + length)) {
      sink.text(utf8.decode(source.subarray(start, start + length)))
    }
  }
}

function decodeText(bytes: Uint8Array): string {
  if (bytes.length > INLINE_BYTES) return utf8.decode(bytes)
  let text = ''
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i] as number
    if (code > 127) return utf8.decode(bytes)
    text += String.fromCharCode(code)
  }
  return text
}

export const blobs: Reader = (bytes, count) => {
  const items = words(bytes, count * 4)
  return (i) => bytesText(textBytes(bytes, items, i))
}
