import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Encoding } from '../../model/upload/upload.ts'
import { FileFault, limits, nodeEncodings, tooWide } from './upload.ts'

/** Features of a text file for which the engine's reader has no option. The file is changed before it is read. */
export interface Tidying {
  /** spaces after a delimiter or at the start of a line are dropped */
  trimStart: boolean
  /** an empty line becomes a row without values */
  keepBlankLines: boolean
  delimiter: string
  /** lines before the header */
  skipRows: number
}

/**
 * Writes the changed text in UTF-8. Line breaks inside quotes belong to their value. @throws FileFault if the result is
 * larger than `maxBytes`: each blank line is filled with as many delimiters as there are columns
 */
export async function tidyText(
  source: string,
  target: string,
  encoding: Encoding,
  how: Tidying,
  maxBytes: number,
): Promise<void> {
  const tidy = createTidy(how)
  const why = how.keepBlankLines ? 'with its blank lines' : 'in UTF-8'
  let bytes = 0
  const tidied = (chunk: string): string => {
    const text = tidy(chunk)
    bytes += Buffer.byteLength(text)
    if (bytes > maxBytes) throw new FileFault(`it is larger than ${Math.round(maxBytes / 1e6)} MB ${why}.`)
    return text
  }
  const each = new Transform({
    decodeStrings: false,
    transform(chunk: string, _encoding, done) {
      try {
        done(null, tidied(chunk))
      } catch (error) {
        done(error as Error)
      }
    },
  })
  await pipeline(
    createReadStream(source, { encoding: nodeEncodings[encoding] }),
    each,
    createWriteStream(target, { mode: 0o600 }),
  )
}

/** Transforms text chunk by chunk. Pure except for what it remembers of earlier chunks. */
export function createTidy({ trimStart, keepBlankLines, delimiter, skipRows }: Tidying): (piece: string) => string {
  let line = 0
  let isFirst = true
  let isQuotedField = false
  let isInQuotes = false
  let isFieldStart = true
  let isLineEmpty = true
  let width = 0
  let heldReturn = ''

  return (piece) => {
    let out = ''
    let from = 0
    const text = isFirst ? piece.replace(/^\uFEFF/, '') : piece
    isFirst = false
    for (let at = 0; at < text.length; at += 1) {
      const letter = text[at]
      if (heldReturn !== '') {
        // a carriage return before a line feed is part of the line break, and follows the delimiters that fill a blank
        // line
        if (letter !== '\n') out += heldReturn
        heldReturn = ''
      }
      if (letter === '"' && (isFieldStart || isQuotedField)) {
        isInQuotes = !isInQuotes
        isQuotedField = true
      } else if (isInQuotes) continue
      else if (letter === '\n') {
        if (keepBlankLines && isLineEmpty && line > skipRows) {
          out += text.slice(from, at) + (width === 0 ? '""' : delimiter.repeat(width))
          from = at
        }
        line += 1
        isFieldStart = true
        isQuotedField = false
        isLineEmpty = true
        continue
      } else if (letter === '\r') {
        out += text.slice(from, at)
        from = at + 1
        heldReturn = letter
        continue
      } else if (letter === delimiter) {
        if (line === skipRows) width += 1
        if (width >= limits.columns) throw tooWide(width + 1)
        isFieldStart = true
        isQuotedField = false
        isLineEmpty = false
        continue
      } else if (letter === ' ' && isFieldStart && trimStart) {
        out += text.slice(from, at)
        from = at + 1
        continue
      }
      isFieldStart = false
      isLineEmpty = false
    }
    return out + text.slice(from)
  }
}
