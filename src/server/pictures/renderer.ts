import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { residentBytes } from '../../engine/run/residentMemory.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { FormatConfig } from '../formatSettings.ts'
import type { PictureReply, PictureRequest } from './protocol.ts'
import { createTurns } from './turns.ts'

/** Limits of the process that draws. */
const HEAP_LIMIT_MB = 256
const MEMORY_LIMIT_MB = 768
const TIMEOUT_MS = 15_000
/** The first picture also waits for the process to start. */
const START_TIMEOUT_MS = 60_000
/** The process ends when it has not been used for this time. */
const IDLE_MS = 120_000
const WATCH_INTERVAL_MS = 250
const QUEUE_LIMIT = 500
/** Maximum number of waiting images of one reader, so that one reader cannot fill the queue for all others. */
const READER_LIMIT = 200

export interface DrawOptions {
  /** The id of the user who waits for the picture: users take turns. Visitors without an account share one turn. */
  reader?: number | undefined
  signal?: AbortSignal
}

export interface Renderer {
  /** @throws AppError if too many pictures wait, or if the picture cannot be drawn within the limits */
  draw(request: PictureRequest, options?: DrawOptions): Promise<Buffer>
  close(): void
}

interface Wanted {
  request: PictureRequest
  resolve: (picture: Buffer) => void
  reject: (error: Error) => void
}

export interface RendererOptions {
  /** Fonts and compiled code are stored here. */
  folder: string
  /** How charts write numbers and times. */
  formats?: FormatConfig
  timeoutMs?: number
  memoryLimitMb?: number
  onFault: (message: string) => void
}

export const pictureFailure = (message: string) => new AppError('GENERIC_BACKEND_ERROR', 422, message)

const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'Too many images are being drawn. Please try again in a moment.', {
    retryAfterS: 2,
  })
const cancelled = () => new AppError('GENERIC_BACKEND_ERROR', 499, 'The image was cancelled.')

function forkChild(folder: string, formats: RendererOptions['formats']): ChildProcess {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return fork(join(import.meta.dirname, 'pictureChild.ts'), [join(folder, 'fonts'), JSON.stringify(formats ?? {})], {
    // the process needs none of our environment variables
    env: {
      TZ: 'UTC',
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      // the memory of finished images is returned to the system
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '1048576',
      MALLOC_MMAP_THRESHOLD_: '1048576',
    },
    execArgv: [
      `--max-old-space-size=${HEAP_LIMIT_MB}`,
      '--max-semi-space-size=1',
      '--expose-gc',
      '--optimize-for-size',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}

/**
 * Draws pictures in a separate process, one at a time; readers take turns. The process starts with the first picture.
 * A process that takes too long or too much memory is ended, and its current picture fails.
 */
export function createRenderer({
  folder,
  formats,
  timeoutMs = TIMEOUT_MS,
  memoryLimitMb = MEMORY_LIMIT_MB,
  onFault,
}: RendererOptions): Renderer {
  const queue = createTurns<Wanted>()
  let child: ChildProcess | undefined
  let isWarm = false
  let isClosed = false
  let current: Wanted | undefined
  let timer: NodeJS.Timeout | undefined
  let watch: NodeJS.Timeout | undefined

  const drop = () => {
    clearInterval(watch)
    const gone = child
    child = undefined
    isWarm = false
    gone?.removeAllListeners()
    // further errors of this process are ignored
    gone?.on('error', () => undefined)
    gone?.kill('SIGKILL')
  }

  const settle = (reply: PictureReply) => {
    clearTimeout(timer)
    const wanted = current
    current = undefined
    if ('picture' in reply) wanted?.resolve(Buffer.from(reply.picture))
    else if ('refusal' in reply) wanted?.reject(pictureFailure(reply.refusal))
    else {
      onFault(reply.fault)
      wanted?.reject(pictureFailure('The image could not be drawn.'))
    }
    next()
  }

  const fail = (reason: string) => {
    drop()
    if (current) settle({ refusal: reason })
  }

  function start(): ChildProcess {
    const started = forkChild(folder, formats)
    started.stderr?.on('data', (text: Buffer) => onFault(text.toString().trim()))
    started.on('message', (reply: PictureReply) => {
      isWarm = true
      settle(reply)
    })
    const ended = () => fail('The chart needs too much memory to be drawn as an image.')
    started.on('error', ended)
    started.on('exit', ended)
    watch = setInterval(() => {
      const bytes = residentBytes(started.pid)
      if (bytes !== undefined && bytes > memoryLimitMb * 1_048_576) ended()
    }, WATCH_INTERVAL_MS)
    watch.unref()
    return started
  }

  function next(): void {
    current = queue.shift()
    if (!current) {
      // neither the process nor the timer keeps our process alive
      child?.unref()
      child?.channel?.unref()
      timer = setTimeout(drop, IDLE_MS)
      timer.unref()
      return
    }
    child ??= start()
    child.ref()
    child.channel?.ref()
    timer = setTimeout(
      () => fail('The chart takes too long to be drawn as an image.'),
      isWarm ? timeoutMs : Math.max(timeoutMs, START_TIMEOUT_MS),
    )
    child.send(current.request, (error) => {
      if (error) fail('The image could not be drawn.')
    })
  }

  return {
    draw(request, { reader, signal } = {}) {
      if (isClosed) return Promise.reject(cancelled())
      if (queue.size >= QUEUE_LIMIT || queue.sizeOf(reader) >= READER_LIMIT) return Promise.reject(busy())
      if (signal?.aborted) return Promise.reject(cancelled())
      return new Promise<Buffer>((resolve, reject) => {
        const leave = () => {
          queue.remove(reader, wanted)
          if (current !== wanted) wanted.reject(cancelled())
        }
        // the signal may outlive thousands of pictures, so its listeners are removed
        const settled = () => signal?.removeEventListener('abort', leave)
        const wanted: Wanted = { request, resolve: after(settled, resolve), reject: after(settled, reject) }
        signal?.addEventListener('abort', leave)
        queue.push(reader, wanted)
        if (current) return
        clearTimeout(timer)
        next()
      })
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      drop()
      for (const { reject } of [...queue.clear(), ...(current ? [current] : [])]) reject(cancelled())
      current = undefined
    },
  }
}

/** A function that calls `first` and `then`. */
const after =
  <T>(first: () => void, then: (value: T) => void) =>
  (value: T) => {
    first()
    then(value)
  }
