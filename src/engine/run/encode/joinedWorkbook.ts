import { type FileHandle, open } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { formatsIn, SHEET_PART, STYLES_PART, type WrittenSheet, workbookOf } from './xlsx.ts'
import { zip } from './zip.ts'

/** A file with one sheet, which `writeFile` wrote for this place. */
export interface SheetFile {
  name: string
  path: string
  sheetAt: number
}

/** The end of an archive without a comment, as `zip` writes it. */
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const PIECE_BYTES = 65_536
/** Maximum size of the styles of a file, which normally have a few dozen formats. */
const MOST_STYLE_BYTES = 1_048_576

/**
 * One workbook of several files, in chunks, created while it is read. Sheets are copied as they are compressed, so their
 * size costs neither time nor memory. Each file is opened when its sheet is copied.
 */
export async function* joinedWorkbook(files: readonly SheetFile[]): AsyncGenerator<Buffer> {
  const sheets: WrittenSheet[] = []
  for (const { name, path, sheetAt } of files) {
    const parts = await partsOf(path)
    const styles = await bytesOf(path, partNamed(parts, STYLES_PART))
    const formats = formatsIn(inflateRawSync(styles, { maxOutputLength: MOST_STYLE_BYTES }).toString())
    const { crc, size, ...place } = partNamed(parts, SHEET_PART)
    sheets.push({ name, sheetAt, formats, packed: { crc, size, pieces: piecesOf(path, place) } })
  }
  yield* zip(workbookOf(sheets))
}

interface Place {
  /** Offset of the compressed bytes in the file. */
  at: number
  length: number
}
interface Part extends Place {
  name: string
  crc: number
  size: number
}

function partNamed(parts: readonly Part[], name: string): Part {
  const found = parts.find((each) => each.name === name)
  if (!found) throw new Error(`the workbook has no part ${name}`)
  return found
}

/** The directory of an archive that `zip` wrote. */
async function partsOf(path: string): Promise<Part[]> {
  return withFile(path, async (file) => {
    const { size: fileBytes } = await file.stat()
    const end = await read(file, fileBytes - END_BYTES, END_BYTES)
    const directory = await read(file, end.readUInt32LE(16), end.readUInt32LE(12))
    const parts: Part[] = []
    for (let at = 0; at < directory.length; ) {
      const nameBytes = directory.readUInt16LE(at + 28)
      parts.push({
        name: directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes),
        crc: directory.readUInt32LE(at + 16),
        length: directory.readUInt32LE(at + 20),
        size: directory.readUInt32LE(at + 24),
        at: directory.readUInt32LE(at + 42) + LOCAL_BYTES + nameBytes,
      })
      at += CENTRAL_BYTES + nameBytes
    }
    return parts
  })
}

const bytesOf = (path: string, { at, length }: Place): Promise<Buffer> =>
  withFile(path, (file) => read(file, at, length))

async function* piecesOf(path: string, { at, length }: Place): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    let left = length
    while (left > 0) {
      const piece = await read(file, at + length - left, Math.min(left, PIECE_BYTES))
      left -= piece.length
      yield piece
    }
  } finally {
    await file.close()
  }
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead !== length) throw new Error(`a file ended at ${position + bytesRead} of ${position + length} bytes`)
  return buffer
}
