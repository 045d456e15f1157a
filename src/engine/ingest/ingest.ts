import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from '../../model/errors/errors.ts'
import type { ColumnChoice, FilePreview, Reading, TextColumn, UploadFormat } from '../../model/upload/upload.ts'
import type { CatalogTable } from '../contracts.ts'
import { makeScratch, removeScratch } from '../run/scratch.ts'
import { explain } from './faults.ts'
import { limits } from './upload.ts'

export type IngestFormat = 'parquet' | 'csv' | 'json'

export interface IngestOrder {
  source: string
  target: string
  format: IngestFormat
  memoryLimitMb: number
  spillFolder: string
  spillLimitMb: number
  /** A file whose rows come first: those of the table to which the new rows are appended. */
  base?: string
  /** For JSON: the columns of a list of objects, with types of the engine. Default: what the file has. */
  columns?: { name: string; type: string }[]
  /** A file from a user: it is checked before it is loaded, by its content and not by its name. */
  upload?: UploadOrder
}

export interface UploadOrder {
  reading: Reading
  /** The columns to load, in this order. Default: all. */
  columns?: ColumnChoice[]
  /** Only files of these formats. Default: any. */
  formats?: UploadFormat[]
  /** Maximum unpacked size of a packed file. */
  maxBytes: number
  /** Preview it, load it, or preview it and then load it with what the preview detected. */
  work: 'preview' | 'load' | 'both'
  /** The end of the file has not arrived yet. */
  isGrowing?: boolean
}

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
const MEMORY_LIMIT_MB = 2048
/** Memory of its JavaScript: only Excel files are read by it. */
const HEAP_LIMIT_MB = 1024
const SPILL_LIMIT_MB = 20_480

/** A user waits for the preview. Reading 50 rows takes longer only if a file is crafted to be slow. */
const PREVIEW_TIMEOUT_MS = 9_000
const UPLOAD_TIMEOUT_MS = 120_000
/** The usual size limit of uploads. Where it was raised, reading may take longer: at least these bytes in a second. */
const USUAL_BYTES = 100_000_000
const LEAST_PER_SECOND = { preview: 50_000_000, load: 5_000_000 }

/** How long a file may be previewed, and loaded. */
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
  mkdirSync(dirname(target), { recursive: true })
  try {
    const answer = await ingest({ source, target, format, work: 'load', ...options })
    if ('unseen' in answer) throw new UnseenTexts(answer.unseen)
    if ('preview' in answer) throw new Error('the ingest child responded to another job')
    const { ok: _, ...table } = answer
    return table
  } finally {
    for (const left of [`${target}.partial`, `${target}.partial.wal`]) rmSync(left, { force: true })
  }
}

/**
 * The content of a file from a user: format, columns, first rows. Runs in its own process, as `ingestFile`. Rejects
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
      timeoutMs: upload ? uploadTimeouts(upload.uploadBytes)[work === 'preview' ? 'previewMs' : 'loadMs'] : TIMEOUT_MS,
      signal,
    })
    if (!answer.ok) throw failureOf(answer.message, source)
    return answer
  } finally {
    removeScratch(scratch)
  }
}

function failureOf(message: string, source: string): AppError {
  if (!/No space left on device/.test(message)) return unreadable(explain(message, source))
  const cause = new Error(message)
  return new AppError('GENERIC_COMMAND_ERROR', 507, 'The disk of the server is full. Nothing was saved.', { cause })
}

export const unreadable = (message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `The file could not be read: ${message}`)

/** Limits of one reader. */
export const readerLimits = (scratch: string) => ({
  memoryLimitMb: MEMORY_LIMIT_MB,
  spillFolder: join(scratch, 'spill'),
  spillLimitMb: SPILL_LIMIT_MB,
})

interface Run {
  order: IngestOrder
  scratch: string
  /** Where compiled code is cached between children. */
  compiled: string
  timeoutMs: number
  signal?: AbortSignal
}

/** A process that reads one file and ends. It responds on descriptor 3. */
export function spawnReader(
  { order, scratch, compiled }: Pick<Run, 'order' | 'scratch' | 'compiled'>,
  signal: AbortSignal,
): ChildProcess {
  const entry = join(import.meta.dirname, 'ingestChild.ts')
  return spawn(process.execPath, [`--max-old-space-size=${HEAP_LIMIT_MB}`, entry, JSON.stringify(order)], {
    cwd: scratch,
    env: { TZ: 'UTC', HOME: scratch, TMPDIR: scratch, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compiled },
    stdio: [order.upload?.isGrowing ? 'pipe' : 'ignore', 'ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
}

function runChild(run: Run): Promise<IngestAnswer> {
  const tooLate = AbortSignal.timeout(run.timeoutMs)
  return new Promise((resolve, reject) => {
    const child = spawnReader(run, run.signal ? AbortSignal.any([run.signal, tooLate]) : tooLate)
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
      else if (stopped && run.signal?.aborted) reject(stopped)
      else resolve({ ok: false, message: stopped ? 'it took too long' : `the reader ended with ${killedBy ?? code}` })
    })
  })
}
