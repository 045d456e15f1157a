/**
 * Pieces in which the engine reads text. By itself it takes sixteen of the longest lines: a file of some dozen megabytes
 * is then two pieces, whose rows are packed all at once and by one thread at the end.
 */
export const PIECE_BYTES = 8_000_000

/** Encodings under the names of the runtime. */
export const nodeEncodings = { 'utf-8': 'utf8', 'utf-16': 'utf16le', 'latin-1': 'latin1' } as const

export const limits = {
  columns: 1000,
  previewRows: 50,
  /** Longest line of text, bytes; the engine looks for a delimiter in the whole of it. */
  lineBytes: 2_000_000,
  /** Text of one cell in a preview. */
  cellLength: 200,
  /** Unpacked size against that of the upload limit. */
  unpackedTimes: 10,
} as const

/** A fault of the file, in words for its owner. */
export class FileFault extends Error {}

/** There is nothing below what is left out. */
export const tooFewLines = (count: number, unit: 'line' | 'row') =>
  new FileFault(`it has only ${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}.`)

export const tooWide = (width: number) =>
  new FileFault(
    `it has ${width.toLocaleString('en')} columns; at most ${limits.columns.toLocaleString('en')} are possible.`,
  )
