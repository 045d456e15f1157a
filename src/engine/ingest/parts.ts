import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { head } from './inspect.ts'
import { FileFault } from './upload.ts'

/** A table in several files: files that were sent together, or those of a ZIP. */

/** Maximum number of files of one table. */
export const MOST_PARTS = 200

/** The path of the n-th of several files that were sent together, counted from 1. */
export const partPath = (source: string, number: number) => (number === 1 ? source : `${source}.${number}`)

/** The files that were sent together. */
export function partsOf(source: string): string[] {
  const parts = [source]
  while (existsSync(partPath(source, parts.length + 1))) parts.push(partPath(source, parts.length + 1))
  return parts
}

const isParquet = (path: string) => head(path).toString('latin1', 0, 4) === 'PAR1'

/** Throws FileFault unless all are Parquet files: several files of another kind cannot be read together. */
export function requireParquet(parts: readonly { path: string; name: string }[]): void {
  const other = parts.find(({ path }) => !isParquet(path))
  if (other) throw new FileFault(`${other.name} is not a Parquet file. Only Parquet files can be uploaded together.`)
}

const kindOf = (name: string) => (/\.([^./]+)$/.exec(name)?.[1] ?? '').toLowerCase()
const isData = ({ fileName }: Entry) =>
  !fileName.endsWith('/') && !fileName.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

/**
 * Unpacks the files of a ZIP into a folder; undefined if it is a workbook, or not a valid ZIP. The files must be of one
 * kind. Throws FileFault.
 */
export async function unpackZip(source: string, folder: string, maxBytes: number) {
  const zip = await openPromise(source, { autoClose: false }).catch(() => undefined)
  if (!zip) return undefined
  try {
    const entries = await entriesOf(zip)
    if (!entries) return undefined
    if (entries.length === 0) throw new FileFault('the ZIP has no files.')
    if (new Set(entries.map(({ fileName }) => kindOf(fileName))).size > 1)
      throw new FileFault('Multiple file extensions are not allowed for columnar uploads.')
    if (entries.length > MOST_PARTS) throw new FileFault(`the ZIP has more than ${MOST_PARTS} files.`)
    let left = maxBytes
    const count = (bytes: number) => {
      left -= bytes
      return left >= 0
    }
    const parts: { path: string; name: string }[] = []
    for (const [index, entry] of entries.entries()) {
      const path = join(folder, `part-${index + 1}`)
      await unpack(zip, entry, path, count, maxBytes)
      parts.push({ path, name: entry.fileName })
    }
    return parts
  } finally {
    zip.close()
  }
}

/** The entries with data, in the order of their names; undefined for a workbook. */
async function entriesOf(zip: ZipFile): Promise<Entry[] | undefined> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === '[Content_Types].xml') return undefined
      if (entry.isEncrypted()) throw new FileFault('the ZIP is encrypted.')
      if (isData(entry)) entries.push(entry)
      if (entries.length > MOST_PARTS) break
    }
  } catch (error) {
    if (error instanceof FileFault) throw error
    return undefined
  }
  return entries.toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1))
}

/**
 * Throws FileFault for a workbook that is larger than `maxBytes` when unpacked. Its reader unpacks no more than the
 * sizes in the ZIP.
 */
export async function requireSize(source: string, maxBytes: number): Promise<void> {
  const zip = await openPromise(source, { autoClose: false }).catch(() => undefined)
  // the reader of the workbook will report the error
  if (!zip) return
  try {
    let bytes = 0
    for await (const { uncompressedSize } of zip.eachEntry()) bytes += uncompressedSize
    if (bytes > maxBytes) throw tooLarge(maxBytes)
  } catch (error) {
    if (error instanceof FileFault) throw error
  } finally {
    zip.close()
  }
}

const tooLarge = (maxBytes: number) =>
  new FileFault(`it is larger than ${Math.round(maxBytes / 1e6)} MB when unpacked.`)

/** Unpacks an entry, and counts its bytes: the sizes that a ZIP states may be wrong. */
async function unpack(zip: ZipFile, entry: Entry, path: string, count: (bytes: number) => boolean, maxBytes: number) {
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (count(chunk.length)) done(null, chunk)
      else done(tooLarge(maxBytes))
    },
  })
  try {
    await pipeline(await zip.openReadStreamPromise(entry), limit, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    if (error instanceof FileFault) throw error
    throw new FileFault('it cannot be unpacked: it is damaged or incomplete.')
  }
}
