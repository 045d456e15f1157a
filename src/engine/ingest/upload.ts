/**
 * Size of the chunks in which the engine reads text. Its default is sixteen times the longest line: with long lines, a
 * file of a few dozen megabytes is only two chunks, whose rows are compressed all at once and by one thread at the end.
 */
export const PIECE_BYTES = 8_000_000

/** Encodings, by the names that Node uses. */
export const nodeEncodings = { 'utf-8': 'utf8', 'utf-16': 'utf16le', 'latin-1': 'latin1' } as const

export const limits = {
  columns: 1000,
  previewRows: 50,
  /** Maximum bytes of one line of text; the engine searches the whole line for a delimiter. */
  lineBytes: 2_000_000,
  /** Maximum number of characters of one cell in a preview. */
  cellLength: 200,
  /** Maximum unpacked size, as a multiple of the upload limit. */
  unpackedTimes: 10,
} as const

/** For each name: the earlier name that it repeats, as written there, if there is one. */
export function repeatsIn(names: readonly (string | null)[]): (string | undefined)[] {
  const first = new Map<string, string>()
  return names.map((name) => {
    const key = name?.trim().toLowerCase() ?? ''
    if (name === null || key === '') return undefined
    const before = first.get(key)
    if (before === undefined) first.set(key, name)
    return before
  })
}

/** An error of the file, in words that its owner understands. */
export class FileFault extends Error {}

/** Error: there is nothing after the skipped lines. */
export const tooFewLines = (count: number, unit: 'line' | 'row') =>
  new FileFault(`it has only ${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}.`)

export const tooWide = (width: number) =>
  new FileFault(
    `it has ${width.toLocaleString('en')} columns; at most ${limits.columns.toLocaleString('en')} are possible.`,
  )
