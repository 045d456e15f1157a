import { once } from 'node:events'
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Content as it is stored in an archive: compressed by DEFLATE. */
export interface PackedContent {
  crc: number
  /** Bytes before compression. */
  size: number
  pieces: Pieces
}

/** One file of an archive. Its content is requested after all previous files are written. */
export type ZipEntry = { name: string; content: Pieces } | { name: string; packed: PackedContent }

const LOCAL_HEADER = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL_HEADER = 0x02014b50
const END = 0x06054b50
/** Sizes follow the content, because they are not known before; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 20
/** The 64-bit ZIP format is not written: callers limit the size far below it. */
const MAX_BYTES = 0xffffffff
/** 1 January 1980: the format has no "no date". */
const NO_DATE = 0x0021
/** Speed over size: an export waits for this. */
const LEVEL = 3

/**
 * A ZIP archive in chunks, created while it is read: only the current chunk is in memory, for any size.
 * @throws RangeError if a file or the archive exceeds 4 GB
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { name } = entry
    const nameBytes = Buffer.from(name)
    const start = offset
    const head = localHeader(nameBytes)
    offset += head.length
    yield head
    const sums = { crc: 0, size: 0, packed: 0 }
    if ('packed' in entry) Object.assign(sums, { crc: entry.packed.crc, size: entry.packed.size })
    for await (const piece of 'packed' in entry ? entry.packed.pieces : deflated(entry.content, sums)) {
      sums.packed += piece.length
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    }
    offset += sums.packed
    if (sums.size > MAX_BYTES || offset > MAX_BYTES) throw new RangeError(`${name} is too large for an archive`)
    const descriptor = words([4, DESCRIPTOR], [4, sums.crc], [4, sums.packed], [4, sums.size])
    offset += descriptor.length
    yield descriptor
    directory.push(centralHeader(nameBytes, sums, start))
  }
  const bytes = directory.reduce((sum, part) => sum + part.length, 0)
  yield Buffer.concat(directory)
  yield words([4, END], [2, 0], [2, 0], [2, directory.length], [2, directory.length], [4, bytes], [4, offset], [2, 0])
}

async function* deflated(content: Pieces, sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of content) {
      sums.crc = crc32(piece, sums.crc)
      sums.size += piece.length
      yield piece
    }
  }
  const deflate = createDeflateRaw({ level: LEVEL })
  // if a source fails, `yield*` below throws its error
  pipeline(Readable.from(counted(), { objectMode: false }), deflate, () => undefined)
  yield* deflate
  if (!deflate.closed) await once(deflate, 'close')
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    words(
      [4, LOCAL_HEADER],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, NO_DATE],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])

const centralHeader = (
  name: Buffer,
  { crc, packed, size }: { crc: number; packed: number; size: number },
  start: number,
): Buffer =>
  Buffer.concat([
    words(
      [4, CENTRAL_HEADER],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, NO_DATE],
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, start],
    ),
    name,
  ])

/** Little-endian words of two or four bytes. */
function words(...parts: [width: 2 | 4, value: number][]): Buffer {
  const bytes = Buffer.alloc(parts.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of parts) {
    bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
