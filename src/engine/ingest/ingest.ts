import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, DISK_IS_FULL } from '../../model/errors/errors.ts'
import type { FilePreview, TextColumn } from '../../model/upload/upload.ts'
import type { CatalogTable } from '../contracts.ts'
import { machineMemoryMb, memoryPlan } from '../run/machineMemory.ts'
import { NO_SANDBOX, type Sandbox } from '../run/sandbox.ts'
import { makeScratch, removeScratch } from '../run/scratch.ts'
import { ownFolder } from './durable.ts'
import { explain } from './faults.ts'
import type { IngestFormat, UploadOrder } from './ingestOrder.ts'
import { type ReaderRun, spawnReader, withoutNamespaces } from './readerProcess.ts'
import { limits } from './upload.ts'

export interface IngestedTable {
  rows: number
  bytes: number
  columns: CatalogTable['columns']
  /** Columns that are text although the preview showed another type. */
  texts?: TextColumn[]
}

/** No table is created before the user has seen which of its columns turned out to be text. */
export class UnseenTexts extends Error {
  readonly texts: TextColumn[]
  constructor(texts: TextColumn[]) {
    super('columns were shown with another type and are text')
    this.texts = texts
  }
}

export type IngestAnswer =
  | ({ ok: true } & IngestedTable)
  | { ok: true; preview: FilePreview }
  | { ok: true; unseen: TextColumn[] }
  | { ok: false; message: string }

const formats: [RegExp, IngestFormat][] = [
  [/\.parquet$/i, 'parquet'],
  [/\.(csv|tsv)(\.gz)?$/i, 'csv'],
  [/\.(json|jsonl|ndjson)(\.gz)?$/i, 'json'],
]

/** How a file with this name is read, and the name of its table; undefined for files without a table. */
export function tableFile(fileName: string): { table: string; format: IngestFormat } | undefined {
  for (const [pattern, format] of formats) {
    if (pattern.test(fileName)) return { table: fileName.replace(pattern, ''), format }
  }
  return undefined
}

const TIMEOUT_MS = 600_000
const SPILL_LIMIT_MB = 20_480

/** A user waits for the preview. Reading 50 rows takes longer only if a file is crafted to be slow. */
const PREVIEW_TIMEOUT_MS = 9_000
const UPLOAD_TIMEOUT_MS = 120_000
/**
 * The usual size limit of uploads in bytes, and the minimum speed in bytes per second: if the limit was raised, a
 * larger file may take longer to read.
 */
const USUAL_BYTES = 100_000_000
const LEAST_PER_SECOND = { preview: 50_000_000, load: 5_000_000 }

/** How long the preview and the load of a file may take. */
export function uploadTimeouts(uploadBytes: number) {
  const more = Math.max(0, uploadBytes - USUAL_BYTES) * 1000
  // timers take whole milliseconds
  return {
    previewMs: PREVIEW_TIMEOUT_MS + Math.round(more / LEAST_PER_SECOND.preview),
    loadMs: UPLOAD_TIMEOUT_MS + Math.round(more / LEAST_PER_SECOND.load),
  }
}

interface IngestOptions {
  signal?: AbortSignal
  scratchFolder?: string
  /** How the process is sandboxed; default: only by its own restrictions. */
  sandbox?: Sandbox
  /** The generation to which the rows are appended. */
  base?: string
  /** See IngestOrder. */
  columns?: { name: string; type: string }[]
  /** Set for a file from a user; `format` is then ignored. */
  upload?: Pick<UploadOrder, 'reading' | 'columns' | 'formats'> & { uploadBytes: number }
}

/**
 * Reads one file into one new DuckDB file (table `main.data`) in its own process, which ends afterwards. `target` is
 * created completely or not at all. Rejects with an AppError whose message names the problem of the file, and with
 * UnseenTexts if columns have another type than shown.
 */
export async function ingestFile(
  source: string,
  format: IngestFormat,
  target: string,
  options: IngestOptions = {},
): Promise<IngestedTable> {
  const own = ownFolder(target)
  try {
    const answer = await ingest({ source, target: own.file, format, work: 'load', ...options })
    if ('unseen' in answer) throw new UnseenTexts(answer.unseen)
    if ('preview' in answer) throw new Error('the ingest child responded to another job')
    own.keep()
    const { ok: _, ...table } = answer
    return table
  } finally {
    own.remove()
  }
}

/**
 * The content of a file from a user: format, columns, first rows. Runs in its own process, like `ingestFile`. Rejects
 * with an AppError whose message names the problem and, for text, the line.
 */
export async function previewFile(
  source: string,
  options: IngestOptions & Required<Pick<IngestOptions, 'upload'>>,
): Promise<FilePreview> {
  const answer = await ingest({ source, target: '', format: 'csv', work: 'preview', ...options })
  if (!('preview' in answer)) throw new Error('the ingest child responded to another job')
  return answer.preview
}

async function ingest({
  source,
  target,
  format,
  work,
  signal,
  scratchFolder = tmpdir(),
  sandbox = NO_SANDBOX,
  base,
  columns,
  upload,
}: IngestOptions & { source: string; target: string; format: IngestFormat; work: 'preview' | 'load' }) {
  if (statSync(source, { throwIfNoEntry: false })?.size === 0) throw unreadable('it is empty.')
  const scratch = makeScratch(scratchFolder)
  try {
    const answer = await runChild({
      order: {
        ...readerLimits(scratch),
        source,
        target,
        base,
        columns,
        format,
        upload: upload && {
          reading: upload.reading,
          columns: upload.columns,
          formats: upload.formats,
          maxBytes: upload.uploadBytes * limits.unpackedTimes,
          work,
        },
      },
      scratch,
      compiled: join(scratchFolder, 'compiled'),
      sandbox,
      timeoutMs: upload ? uploadTimeouts(upload.uploadBytes)[work === 'preview' ? 'previewMs' : 'loadMs'] : TIMEOUT_MS,
      signal,
    })
    if (!answer.ok) throw readingFailure(answer.message, source)
    return answer
  } finally {
    removeScratch(scratch)
  }
}

/** The failure of a reader, in words that the owner of the file understands. */
export function readingFailure(message: string, source: string): AppError {
  if (!/No space left on device/.test(message)) return unreadable(explain(message, source))
  const cause = new Error(message)
  return new AppError('GENERIC_COMMAND_ERROR', 507, DISK_IS_FULL, { cause })
}

const unreadable = (message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `The file could not be read: ${message}`)

/** Limits of one reader. If what it sorts does not fit in memory, it is written to disk. */
export const readerLimits = (scratch: string) => ({
  memoryLimitMb: memoryPlan(machineMemoryMb()).engineMb,
  spillFolder: join(scratch, 'spill'),
  spillLimitMb: SPILL_LIMIT_MB,
})

function runChild(run: ReaderRun & { signal?: AbortSignal }): Promise<IngestAnswer> {
  const tooLate = AbortSignal.timeout(run.timeoutMs)
  return new Promise((resolve, reject) => {
    const { child, isUnconfinable } = spawnReader(run, run.signal ? AbortSignal.any([run.signal, tooLate]) : tooLate)
    let text = ''
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    let stopped: Error | undefined
    child.on('error', (error) => {
      stopped = error
    })
    child.on('close', (code, killedBy) => {
      if (text !== '') resolve(JSON.parse(text) as IngestAnswer)
      else if (isUnconfinable()) resolve(runChild(withoutNamespaces(run)))
      else if (stopped && run.signal?.aborted) reject(stopped)
      else resolve({ ok: false, message: stopped ? 'it took too long' : `the reader ended with ${killedBy ?? code}` })
    })
  })
}
