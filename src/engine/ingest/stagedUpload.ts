import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FilePreview, Reading } from '../../model/upload/upload.ts'
import { makeScratch } from '../run/scratch.ts'
import { explain } from './faults.ts'
import {
  type IngestAnswer,
  type IngestedTable,
  type IngestOrder,
  PREVIEW_TIMEOUT_MS,
  readerLimits,
  spawnReader,
  UPLOAD_TIMEOUT_MS,
  unreadable,
} from './ingest.ts'
import { limits } from './upload.ts'

/** A process that was just ended may have made a last file. */
const REMOVE = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 } as const

interface StagingOptions {
  source: string
  /** Where the table is made; the caller deletes it or puts it in its place. */
  target: string
  reading: Reading
  /** The source still grows, until `complete` is called. */
  isGrowing: boolean
  scratchFolder: string
  uploadBytes: number
}

/** A file of a stranger on its way to a table: it is looked at, and loaded as it was seen before anybody asks for it. */
export interface StagedUpload {
  target: string
  /** Rejects with an AppError whose message says what is wrong with the file. */
  preview: Promise<FilePreview>
  /** undefined where it was stopped; rejects as `preview` does. */
  loaded: Promise<IngestedTable | undefined>
  /** Tells that the source is whole. */
  complete(): void
  stop(): void
}

/** One process does both, so that the file is looked at once, and while it still arrives. */
export function stageUpload({ source, target, reading, isGrowing, ...options }: StagingOptions): StagedUpload {
  const { scratchFolder, uploadBytes } = options
  const scratch = makeScratch(scratchFolder)
  const order: IngestOrder = {
    ...readerLimits(scratch),
    source,
    target,
    format: 'csv',
    upload: { reading, maxBytes: uploadBytes * limits.unpackedTimes, work: 'both', isGrowing },
  }
  const clear = () => {
    rmSync(scratch, REMOVE)
    for (const left of [`${target}.partial`, `${target}.partial.wal`]) rmSync(left, { force: true })
  }
  const ending = new AbortController()
  const child = spawnReader({ order, scratch, compiled: join(scratchFolder, 'compiled') }, ending.signal)
  const preview = Promise.withResolvers<FilePreview>()
  const loaded = Promise.withResolvers<IngestedTable | undefined>()
  // whoever needs them awaits them
  preview.promise.catch(() => undefined)
  loaded.promise.catch(() => undefined)

  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isLate = false
  const endAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isLate = true
      ending.abort()
    }, ms)
  }
  const fail = (message: string) => {
    const reason = unreadable(explain(message, source))
    preview.reject(reason)
    loaded.reject(reason)
  }
  const receive = (answer: IngestAnswer) => {
    if (!answer.ok) return fail(answer.message)
    if ('preview' in answer) {
      preview.resolve(answer.preview)
      endAfter(UPLOAD_TIMEOUT_MS)
      return
    }
    if ('unseen' in answer) return fail('the reader responded to another job')
    const { ok: _, ...table } = answer
    loaded.resolve(table)
  }

  let text = ''
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) receive(JSON.parse(line) as IngestAnswer)
  })
  child.on('error', () => undefined)
  // a reader that has ended takes no word any more
  child.stdin?.on('error', () => undefined)
  child.on('close', (code, killedBy) => {
    clearTimeout(timer)
    clear()
    if (isStopped) loaded.resolve(undefined)
    fail(isLate ? 'it took too long' : `the reader ended with ${killedBy ?? code}`)
  })
  if (!isGrowing) endAfter(PREVIEW_TIMEOUT_MS)

  return {
    target,
    preview: preview.promise,
    loaded: loaded.promise,
    complete() {
      endAfter(PREVIEW_TIMEOUT_MS)
      child.stdin?.end('whole')
    },
    stop() {
      isStopped = true
      ending.abort()
      clear()
    },
  }
}
