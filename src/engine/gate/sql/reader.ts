import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { compiledCodeOf } from '../../run/compiledCode.ts'
import { busy } from '../../run/failures.ts'
import { refusalOf } from './answerRequest.ts'
import type { ReaderAnswer, ReaderAnswers, ReaderReply, ReaderRequest } from './protocol.ts'

export interface SqlReader {
  /** Rejects with AppError 503 if too many requests wait. SQL that crashes the parser is rejected. */
  ask<K extends ReaderRequest['kind']>(request: Extract<ReaderRequest, { kind: K }>): Promise<ReaderAnswers[K]>
  close(): void
}

const TOO_COMPLEX = 'The SQL is too complex to be checked. Please simplify it'

/** Maximum time for one request; real SQL takes a millisecond. */
const TIMEOUT_MS = 5000
/** Maximum time for the first request, which also waits for the process to start. */
const START_TIMEOUT_MS = 20_000
/** The process ends when it has not been used for this time. */
const IDLE_MS = 300_000
const QUEUE_LIMIT = 500

/** SQL up to this number of characters is parsed in a separate process, so that it does not wait for longer SQL. */
const SHORT = 4000

interface Asked {
  request: ReaderRequest
  /** Time of the request plus a millisecond per character: short SQL is first, but long SQL is not delayed forever. */
  due: number
  resolve: (answer: ReaderAnswer) => void
}

const lengthOf = (request: ReaderRequest) => ('sql' in request ? request.sql : request.text).length

/**
 * Parses SQL in a separate process, one text at a time, the shortest of simultaneous requests first. The process starts
 * with the first request. A process that hangs or dies is replaced, and its current SQL is rejected.
 */
export function createSqlReader({ timeoutMs = TIMEOUT_MS } = {}): SqlReader {
  const queue: Asked[] = []
  let child: ChildProcess | undefined
  let isWarm = false
  let current: Asked | undefined
  let timer: NodeJS.Timeout | undefined

  const settle = (answer: ReaderAnswer) => {
    clearTimeout(timer)
    const asked = current
    current = undefined
    asked?.resolve(answer)
    next()
  }

  const drop = () => {
    const gone = child
    child = undefined
    isWarm = false
    gone?.removeAllListeners()
    gone?.kill('SIGKILL')
  }

  const fail = () => {
    drop()
    if (current) settle(refusalOf(current.request, TOO_COMPLEX))
  }

  function start(): ChildProcess {
    const started = fork(join(import.meta.dirname, 'readerChild.ts'), {
      // the process needs none of our other environment variables
      env: { TZ: 'UTC', NODE_NO_WARNINGS: '1', ...compiledCodeOf(process.env) },
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', ({ answer, isSpent }: ReaderReply) => {
      if (isSpent) drop()
      else isWarm = true
      settle(answer)
    })
    started.on('error', fail)
    started.on('exit', fail)
    return started
  }

  /** Removes the next request from the queue. */
  function takeNext(): Asked | undefined {
    const first = queue.reduce((found, { due }, at) => (due < (queue[found]?.due ?? due) ? at : found), 0)
    return queue.splice(first, 1)[0]
  }

  function next(): void {
    current = takeNext()
    if (!current) {
      // neither the child process nor the timer keeps this process alive
      child?.unref()
      child?.channel?.unref()
      timer = setTimeout(drop, IDLE_MS)
      timer.unref()
      return
    }
    child ??= start()
    child.ref()
    child.channel?.ref()
    timer = setTimeout(fail, isWarm ? timeoutMs : START_TIMEOUT_MS)
    child.send(current.request, (error) => {
      if (error) fail()
    })
  }

  return {
    ask<K extends ReaderRequest['kind']>(request: Extract<ReaderRequest, { kind: K }>) {
      if (queue.length >= QUEUE_LIMIT) return Promise.reject(busy())
      return new Promise<ReaderAnswers[K]>((resolve) => {
        queue.push({ request, due: performance.now() + lengthOf(request), resolve: resolve as Asked['resolve'] })
        if (current) return
        clearTimeout(timer)
        next()
      })
    },
    close: drop,
  }
}

/** Two readers, each in a separate process: one for short SQL, one for long SQL, which would delay the other. */
export function createSqlReaders(options: { timeoutMs?: number } = {}): SqlReader {
  const short = createSqlReader(options)
  const long = createSqlReader(options)
  return {
    ask: (request) => (lengthOf(request) <= SHORT ? short : long).ask(request),
    close() {
      short.close()
      long.close()
    },
  }
}

let shared: SqlReader | undefined
/** The reader of this process. */
export const sharedSqlReader = (): SqlReader => {
  shared ??= createSqlReaders()
  return shared
}
