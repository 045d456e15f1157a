import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FilePreview, Reading } from '../../model/upload/upload.ts'
import { makeScratch, removeScratch } from '../run/scratch.ts'
import { explain } from './faults.ts'
import {
  type IngestAnswer,
  type IngestedTable,
  type IngestOrder,
  readerLimits,
  spawnReader,
  unreadable,
  uploadTimeouts,
} from './ingest.ts'
import { limits } from './upload.ts'

interface StagingOptions {
  source: string
  /** Where the table is created. The caller deletes it or moves it to its final path. */
  target: string
  reading: Reading
  /** The source is still growing until `complete` is called. */
  isGrowing: boolean
  scratchFolder: string
  uploadBytes: number
}

/**
 * A user's file on its way to a table: it is previewed, and loaded with the detected settings before the user confirms.
 */
export interface StagedUpload {
  target: string
  /** Rejects with an AppError whose message names the problem of the file. */
  preview: Promise<FilePreview>
  /** undefined if it was stopped; rejects like `preview`. */
  loaded: Promise<IngestedTable | undefined>
  /** Reports that the source is complete. */
  complete(): void
  stop(): void
}

/** One process does both, so that the file is scanned once, and while it is still arriving. */
export function stageUpload({ source, target, reading, isGrowing, ...options }: StagingOptions): StagedUpload {
  const { scratchFolder, uploadBytes } = options
  const { previewMs, loadMs } = uploadTimeouts(uploadBytes)
  const scratch = makeScratch(scratchFolder)
  const order: IngestOrder = {
    ...readerLimits(scratch),
    source,
    target,
    format: 'csv',
    upload: { reading, maxBytes: uploadBytes * limits.unpackedTimes, work: 'both', isGrowing },
  }
  const clear = () => {
    removeScratch(scratch)
    for (const left of [`${target}.partial`, `${target}.partial.wal`]) rmSync(left, { force: true })
  }
  const ending = new AbortController()
  const child = spawnReader({ order, scratch, compiled: join(scratchFolder, 'compiled') }, ending.signal)
  const preview = Promise.withResolvers<FilePreview>()
  const loaded = Promise.withResolvers<IngestedTable | undefined>()
  // the caller awaits them
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
      endAfter(loadMs)
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
  // a reader that has ended accepts no message
  child.stdin?.on('error', () => undefined)
  child.on('close', (code, killedBy) => {
    clearTimeout(timer)
    clear()
    if (isStopped) loaded.resolve(undefined)
    fail(isLate ? 'it took too long' : `the reader ended with ${killedBy ?? code}`)
  })
  if (!isGrowing) endAfter(previewMs)

  return {
    target,
    preview: preview.promise,
    loaded: loaded.promise,
    complete() {
      endAfter(previewMs)
      child.stdin?.end('whole')
    },
    stop() {
      isStopped = true
      ending.abort()
      clear()
    },
  }
}
