import { createHash } from 'node:crypto'
import { chmodSync, constants, createReadStream, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { sync } from '../../engine/ingest/durable.ts'
import { BackupError } from './backupError.ts'

/** The files of a backup. */
export const CONTENTS_FILE = 'backup.json'
export const ROWS_FILE = 'metadata.jsonl.gz'
export const KEY_FILE = 'master.key'
export const PLUGINS_FOLDER = 'plugins'

/** A file in the folder `data` itself, on every system. */
const TABLE_FILE = /^data\/[^./\\:\0][^/\\:\0]*$/
/** Names of the files that `/plugins/` serves. */
export const PLUGIN_NAME = /^\w[\w.@-]*\.m?js$/

export const isTableFile = (path: string): boolean => TABLE_FILE.test(path)

const isPluginFile = (path: string) =>
  path.startsWith(`${PLUGINS_FOLDER}/`) && PLUGIN_NAME.test(path.slice(PLUGINS_FOLDER.length + 1))

/** Whether a backup may contain a file with this path. No other files are ever written. */
const isExpected = (path: string) => path === ROWS_FILE || path === KEY_FILE || isTableFile(path) || isPluginFile(path)

const FileFacts = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type FileFacts = z.infer<typeof FileFacts>

/**
 * `backup.json`: the list of the files of a backup, with its versions. Written last, so that a folder without it is not
 * a backup.
 */
const Contents = z.object({
  /** The version of the format. */
  format: z.literal(1),
  /** The version of the schema of the metadata. */
  schema: z.number().int().positive(),
  /** The release that created it. */
  release: z.string(),
  created: z.string(),
  files: z.record(z.string(), FileFacts),
})
export type Contents = z.infer<typeof Contents>

/** Reads the list of the files of a backup. A file that does not belong in a backup is an error. @throws BackupError */
export function readContents(folder: string): Contents {
  const file = join(folder, CONTENTS_FILE)
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new BackupError(`${folder} is not a backup of Sextant: it has no ${CONTENTS_FILE}.`)
  }
  const parsed = Contents.safeParse(jsonOf(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new BackupError(`${file} is damaged, or of a newer release.`)
  const contents = parsed.data
  const stray = Object.keys(contents.files).find((path) => !isExpected(path))
  if (stray !== undefined) throw new BackupError(`${file} names a file that does not belong in a backup: ${stray}`)
  for (const path of [ROWS_FILE, KEY_FILE]) {
    if (!Object.hasOwn(contents.files, path)) throw new BackupError(`${file} does not name ${path}.`)
  }
  return contents
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Size and content of a file. */
export async function factsOf(file: string, signal?: AbortSignal): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(file, { signal })) {
    hash.update(piece)
    bytes += (piece as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Copies a file to a new one that only its owner can read, syncs it to disk, and returns what was copied. Tables are
 * never changed; where the file system can, a copy shares their blocks.
 */
export async function copyPrivately(from: string, to: string, signal?: AbortSignal): Promise<FileFacts> {
  signal?.throwIfAborted()
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  chmodSync(to, 0o600)
  sync(to)
  return factsOf(to, signal)
}

/** Whether a file of a backup exists and is not a link. @throws BackupError */
export function checkIsFile(folder: string, path: string): void {
  const found = lstatSync(join(folder, path), { throwIfNoEntry: false })
  if (!found) throw new BackupError(`The backup is not complete: ${path} is missing.`)
  if (!found.isFile()) throw new BackupError(`The backup is damaged: ${path} is not a file.`)
}

/** @throws BackupError */
export function checkFacts(path: string, found: FileFacts, expected: FileFacts): void {
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) {
    throw new BackupError(`The backup is damaged: ${path} was changed or cut off.`)
  }
}
