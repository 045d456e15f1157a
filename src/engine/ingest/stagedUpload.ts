import { join } from 'node:path'
import type { FilePreview, Reading } from '../../model/upload/upload.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { makeScratch, removeScratch } from '../run/scratch.ts'
import { ownFolder } from './durable.ts'
import { type IngestAnswer, type IngestedTable, readerLimits, readingFailure, uploadTimeouts } from './ingest.ts'
import type { IngestOrder } from './ingestOrder.ts'
import { type Reader, type ReaderRun, spawnReader, withoutNamespaces } from './readerProcess.ts'
import { limits } from './upload.ts'

interface StagingOptions {
  source: string
  /** Where the table is created. The caller deletes it or moves it to its final path. */
  target: string
  reading: Reading
  /** Whether the source is still growing, until `complete` is called. */
  isGrowing: boolean
  scratchFolder: string
  sandbox: Sandbox
  uploadBytes: number
}

/**
 * A user's file on its way to a table: it is previewed, and loaded with the detected settings before the user confirms.
 */
export interface StagedUpload {
  target: string
  /** Rejects with an AppError whose message names the problem of the file. */
  preview: Promise<FilePreview>
  /** undefined if the load was stopped; rejects like `preview`. */
  loaded: Promise<IngestedTable | undefined>
  /** Reports that the source is complete. */
  complete(): void
  stop(): void
}

/** One process previews and loads the file, so that it is scanned only once, while it is still arriving. */
export function stageUpload({ source, target, reading, isGrowing, ...options }: StagingOptions): StagedUpload {
  const { scratchFolder, sandbox, uploadBytes } = options
  const { previewMs, loadMs } = uploadTimeouts(uploadBytes)
  const scratch = makeScratch(scratchFolder)
  const own = ownFolder(target)
  const order: IngestOrder = {
    ...readerLimits(scratch),
    source,
    target: own.file,
    format: 'csv',
    upload: { reading, maxBytes: uploadBytes * limits.unpackedTimes, work: 'both', isGrowing },
  }
  const clear = () => {
    removeScratch(scratch)
    own.remove()
  }
  const ending = new AbortController()
  const preview = Promise.withResolvers<FilePreview>()
  const loaded = Promise.withResolvers<IngestedTable | undefined>()
  // the caller awaits these promises later
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
    const reason = readingFailure(message, source)
    preview.reject(reason)
    loaded.reject(reason)
  }
  const receive = (answer: IngestAnswer) => {
    if (isStopped) return
    if (!answer.ok) return fail(answer.message)
    if ('preview' in answer) {
      preview.resolve(answer.preview)
      endAfter(loadMs)
      return
    }
    if ('unseen' in answer) return fail('the reader responded to another job')
    try {
      own.keep()
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error))
    }
    const { ok: _, ...table } = answer
    loaded.resolve(table)
  }

  let isWhole = false
  const begin = (run: ReaderRun): Reader => {
    const reader = spawnReader(run, ending.signal)
    const { child } = reader
    let text = ''
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      const lines = (text + chunk.toString()).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) receive(JSON.parse(line) as IngestAnswer)
    })
    child.on('error', () => undefined)
    // a reader that has ended does not accept a message
    child.stdin?.on('error', () => undefined)
    child.on('close', (code, killedBy) => {
      if (reader.isUnconfinable() && !ending.signal.aborted) {
        current = begin(withoutNamespaces(run))
        return
      }
      clearTimeout(timer)
      clear()
      if (isStopped) loaded.resolve(undefined)
      fail(isLate ? 'it took too long' : `the reader ended with ${killedBy ?? code}`)
    })
    if (isWhole) child.stdin?.end('whole')
    return reader
  }
  const compiled = join(scratchFolder, 'compiled')
  let current = begin({ order, scratch, compiled, sandbox, timeoutMs: previewMs + loadMs })
  if (!isGrowing) endAfter(previewMs)

  return {
    target,
    preview: preview.promise,
    loaded: loaded.promise,
    complete() {
      endAfter(previewMs)
      isWhole = true
      current.child.stdin?.end('whole')
    },
    stop() {
      isStopped = true
      ending.abort()
      clear()
    },
  }
}
