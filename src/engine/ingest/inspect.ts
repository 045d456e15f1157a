import { isUtf8 } from 'node:buffer'
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { Encoding, UploadFormat } from '../../model/upload/upload.ts'
import { FileFault, limits, nodeEncodings, tooWide } from './upload.ts'

export interface Inspected {
  /** What to read: the file itself, or the file packed in it. */
  path: string
  format: UploadFormat
  /** Only for text: its encoding, and its non-empty lines. */
  encoding?: Encoding
  lines: number
  /** Only for CSV: some lines end with CR LF and others with LF, which the engine does not read. */
  mixesBreaks?: boolean
}

/** Whether a file may still grow. */
export interface Growth {
  isWhole: boolean
  whole: Promise<void>
}

const grown: Growth = { isWhole: true, whole: Promise.resolve() }

const newline = 0x0a
const carriageReturn = 0x0d
const quote = 0x22
const chunkBytes = 1 << 20
const headBytes = 4096
const firstLinesBytes = 65_536
/** How often a growing file is checked for new data. */
const lookAgainMs = 20

/**
 * Checks a user's file before the engine reads it: its format by content, completeness if packed, and no line so long
 * that delimiter detection would take minutes. Text is read while it is still arriving. Throws FileFault.
 */
export async function inspect(
  source: string,
  scratch: string,
  maxBytes: number,
  asked?: Encoding,
  growth: Growth = grown,
): Promise<Inspected> {
  while (!growth.isWhole && head(source).length < headBytes) await more(growth)
  const isText = !isPacked(head(source))
  if (!isText) await growth.whole
  const path = isGzip(head(source)) ? await unpack(source, join(scratch, 'unpacked'), maxBytes) : source
  const start = head(path)
  if (start.length === 0) throw new FileFault('it is empty.')
  if (start.subarray(0, 4).toString('latin1') === 'PAR1') return { path, format: 'parquet', lines: 0 }
  if (start.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { path, format: 'xlsx', lines: 0 }
  if (start.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw new FileFault('it is an old Excel file (.xls). Save it as .xlsx.')
  const encoding = asked ?? (isUtf16(start) ? 'utf-16' : 'utf-8')
  const text = encoding === 'utf-16' ? start.toString('utf16le') : start.toString('utf8')
  if (text.trim() === '') throw new FileFault('it is empty.')
  const format = /^\uFEFF?\s*[[{]/.test(text) ? 'json' : 'csv'
  const counted = await checkText(path, format, encoding, growth)
  if (format === 'csv') checkWidth(path)
  return { path, format, encoding, ...counted }
}

const isGzip = (start: Buffer) => start[0] === 0x1f && start[1] === 0x8b

const magics = ['PAR1', 'PK\x03\x04', '\xd0\xcf\x11\xe0']

const isPacked = (start: Buffer) => isGzip(start) || magics.includes(start.toString('latin1', 0, 4))

const more = ({ whole }: Growth) => Promise.race([whole, sleep(lookAgainMs)])

const isUtf16 = (start: Buffer) => start.subarray(0, 2).toString('hex') === 'fffe'

export function head(path: string, bytes = headBytes): Buffer {
  const buffer = Buffer.alloc(bytes)
  const descriptor = openSync(path, 'r')
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** The first lines of a text, without truncated ones. */
export function firstLines(path: string, encoding: Encoding = 'utf-8'): string[] {
  const start = head(path, firstLinesBytes)
  const lines = start
    .toString(nodeEncodings[encoding])
    .replace(/^\uFEFF/, '')
    .split(/\r?\n|\r/)
  if (start.length === firstLinesBytes && lines.length > 1) lines.pop()
  return lines
}

async function unpack(source: string, target: string, maxBytes: number): Promise<string> {
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new FileFault(`it is larger than ${Math.round(maxBytes / 1e6)} MB when unpacked.`))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(createReadStream(source), createGunzip(), limit, createWriteStream(target, { mode: 0o600 }))
  } catch (error) {
    if (error instanceof FileFault) throw error
    throw new FileFault('it cannot be unpacked: it is damaged or incomplete.')
  }
  return target
}

/** Counts lines. Lines of CSV must be short and in the encoding (the engine checks JSON itself). */
async function checkText(path: string, format: UploadFormat, encoding: Encoding, growth: Growth) {
  let lines = 0
  let returns = 0
  let rest: Buffer = Buffer.alloc(0)
  let isInLine = false
  for await (const chunk of chunksOf(path, growth)) {
    if (encoding !== 'utf-16' && chunk.includes(0)) throw new FileFault('it is not text: it contains binary data.')
    const end = chunk.lastIndexOf(newline) + 1
    isInLine = end < chunk.length
    if (format === 'json') {
      lines += countLines(chunk)
      continue
    }
    // the end of a chunk may split a character; the end of a line never does
    const whole = Buffer.concat([rest, chunk.subarray(0, end)])
    if (end > 0) {
      checkLines(whole, lines, encoding)
      lines += countLines(whole)
      returns += countReturns(whole)
      rest = Buffer.from(chunk.subarray(end))
    } else rest = Buffer.concat([rest, chunk])
    if (rest.length > limits.lineBytes) throw tooLong(lines + 1)
  }
  checkLines(rest, lines, encoding)
  return {
    lines: lines + (isInLine ? 1 : 0),
    ...(encoding !== 'utf-16' && returns > 0 && returns < lines && (await mixesBreaks(path)) && { mixesBreaks: true }),
  }
}

/** Whether some lines end with LF and others with CR LF. Line breaks inside quotes belong to a value. */
async function mixesBreaks(path: string): Promise<boolean> {
  const seen = new Set<boolean>()
  let isInQuotes = false
  let before = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === quote) isInQuotes = !isInQuotes
      else if (byte === newline && !isInQuotes) seen.add(before === carriageReturn)
      before = byte
    }
    if (seen.size > 1) return true
  }
  // a quote that never closes delimits nothing
  return isInQuotes
}

/** The lines that end with CR LF. */
function countReturns(text: Buffer): number {
  let returns = 0
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) returns += 1
  return returns
}

function countLines(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) lines += 1
  return lines
}

function checkLines(text: Buffer, before: number, encoding: Encoding): void {
  if (encoding === 'utf-8' && !isUtf8(text))
    throw new FileFault(`line ${before + badLine(text)}: the text is not UTF-8.`)
  let line = before + 1
  for (let from = 0; from < text.length; line += 1) {
    const at = text.indexOf(newline, from)
    const to = at < 0 ? text.length : at
    if (to - from > limits.lineBytes) throw tooLong(line)
    from = to + 1
  }
}

/** With thousands of columns, the engine takes seconds before it reports their number. */
function checkWidth(path: string): void {
  const text = head(path, limits.lineBytes).toString('latin1')
  const line = text.slice(0, text.indexOf('\n') + 1 || undefined)
  const width = Math.max(...[...',;|\t'].map((delimiter) => line.split(delimiter).length))
  if (width > limits.columns) throw tooWide(width)
}

const tooLong = (line: number) => new FileFault(`line ${line}: it is longer than ${limits.lineBytes / 1e6} MB.`)

/** Which of these lines (from 1) is not UTF-8. */
function badLine(text: Buffer): number {
  let line = 1
  for (let from = 0; from < text.length; line += 1) {
    const at = text.indexOf(newline, from)
    const to = at < 0 ? text.length : at
    if (!isUtf8(text.subarray(from, to))) return line
    from = to + 1
  }
  return line
}

async function* chunksOf(path: string, growth: Growth): AsyncGenerator<Buffer> {
  const descriptor = openSync(path, 'r')
  const buffer = Buffer.alloc(chunkBytes)
  try {
    for (;;) {
      // checked before reading: data added in between is read as well
      const { isWhole } = growth
      const read = readSync(descriptor, buffer)
      if (read > 0) yield buffer.subarray(0, read)
      else if (isWhole) return
      else await more(growth)
    }
  } finally {
    closeSync(descriptor)
  }
}
