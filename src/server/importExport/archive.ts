import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, fromBufferPromise } from 'yauzl'

/** Text of a bundle's YAML files by their path inside the bundle (`charts/Genders_56.yaml`), in name order. */
export type BundleFiles = Map<string, string>

/** Resource limits of an archive of configuration files; real archives are far below them. */
export const archiveLimits = {
  entries: 10_000,
  fileBytes: 20 * 1024 * 1024,
  totalBytes: 200 * 1024 * 1024,
  /** Maximum ratio of unpacked to packed size, checked once an archive unpacks to more than `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 5 * 1024 * 1024,
  depth: 12,
  timeMs: 10_000,
}
export type ArchiveLimits = typeof archiveLimits

/** A rejected archive. The message is one sentence for the user. */
export class ArchiveError extends Error {}

/**
 * Reads the YAML files of a ZIP. The top folder of exports is stripped. Files with names that start with `.` or `_`,
 * and files that are not YAML, are skipped. The whole archive is rejected for links, absolute and parent paths,
 * encrypted entries and anything over the limits. Nothing is written to disk.
 */
export async function readZip(bytes: Buffer, limits: ArchiveLimits = archiveLimits): Promise<BundleFiles> {
  const deadline = Date.now() + limits.timeMs
  const zip = await fromBufferPromise(bytes).catch(() => {
    throw new ArchiveError('Not a ZIP file')
  })
  if (zip.entryCount > limits.entries) throw new ArchiveError('The ZIP file contains too many files')
  const found = new Map<string, string>()
  let unpacked = 0
  let entries = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (++entries > limits.entries) throw new ArchiveError('The ZIP file contains too many files')
      checkEntry(entry, limits)
      if (entry.fileName.endsWith('/') || !isWanted(entry.fileName)) continue
      unpacked += entry.uncompressedSize
      if (unpacked > limits.totalBytes) throw new ArchiveError('The ZIP file is too large when unpacked')
      if (unpacked > limits.ratioFromBytes && unpacked > limits.ratio * bytes.length)
        throw new ArchiveError('The ZIP file unpacks to far more than its own size')
      if (found.has(entry.fileName)) throw new ArchiveError('The ZIP file contains a file twice')
      const stream = await zip.openReadStreamPromise(entry)
      // The sizes in the directory are only claims; the bytes are counted again while they are read.
      found.set(entry.fileName, await collect(stream, limits.fileBytes, deadline))
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError('The ZIP file is damaged', { cause: error })
  } finally {
    zip.close()
  }
  return withoutTopFolder(found)
}

/** Reads the YAML files below a folder, by the same rules as `readZip`; links are not followed. */
export async function readFolder(folder: string, limits: ArchiveLimits = archiveLimits): Promise<BundleFiles> {
  const found = new Map<string, string>()
  let entries = 0
  async function walk(path: string, name: string, depth: number): Promise<void> {
    if (depth > limits.depth) throw new ArchiveError('The folder is nested too deeply')
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (++entries > limits.entries) throw new ArchiveError('The folder contains too many files')
      const entryName = name === '' ? entry.name : `${name}/${entry.name}`
      if (entry.isDirectory()) await walk(join(path, entry.name), entryName, depth + 1)
      else if (entry.isFile() && isWanted(entryName)) {
        const text = await readFile(join(path, entry.name))
        if (text.length > limits.fileBytes) throw new ArchiveError(`${entryName} is too large`)
        found.set(entryName, text.toString('utf8'))
      }
    }
  }
  await walk(folder, '', 0)
  return withoutTopFolder(found)
}

/** The upper half of the external attributes is the Unix mode; 0o12 is the type "symbolic link". */
const isLink = (entry: Entry) => entry.externalFileAttributes >>> 28 === 0o12

function checkEntry(entry: Entry, limits: ArchiveLimits): void {
  const parts = entry.fileName.split(/[/\\]/)
  if (parts.includes('..') || /^([/\\]|[a-z]:)/i.test(entry.fileName) || entry.fileName.includes('\0'))
    throw new ArchiveError('The ZIP file contains a path outside of the archive')
  if (parts.length > limits.depth) throw new ArchiveError('The ZIP file is nested too deeply')
  if (isLink(entry)) throw new ArchiveError('The ZIP file contains a link')
  if (entry.isEncrypted()) throw new ArchiveError('The ZIP file is encrypted')
  if (entry.uncompressedSize > limits.fileBytes)
    throw new ArchiveError('The ZIP file contains a file that is too large')
}

function isWanted(path: string): boolean {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  return /\.ya?ml$/i.test(name) && !parts.some((part) => part.startsWith('.') || part.startsWith('_'))
}

async function collect(stream: AsyncIterable<Buffer>, maxBytes: number, deadline: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > maxBytes) throw new ArchiveError('The ZIP file contains a file that is too large')
    if (Date.now() > deadline) throw new ArchiveError('The ZIP file takes too long to unpack')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Exports put everything into one folder. A manually zipped bundle may lack it: then nothing is stripped. */
function withoutTopFolder(files: BundleFiles): BundleFiles {
  const strip = !files.has('metadata.yaml')
  const stripped = [...files].map(([path, text]): [string, string] => [
    strip && path.includes('/') ? path.slice(path.indexOf('/') + 1) : path,
    text,
  ])
  return new Map(stripped.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
