/**
 * Entry point of a query child: one embedded database or remote connection, several queries at a time. It reads
 * requests from the pipe on descriptor 3 and ends when the pipe closes, so that no child outlives the web process.
 */
import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import type { CatalogAnswer, CatalogAnswers, CatalogPlace, CatalogQuestion } from '../contracts.ts'
import { answerJob } from './answer.ts'
import { type CatalogReader, type Engine, EngineFailure, type RequestOptions } from './engine.ts'
import { type Opened, openEngine } from './openEngine.ts'
import { type Failure, FrameReader, type FromChild, type Request, type ToChild, writeFrame } from './protocol.ts'

const pipe = new Socket({ fd: 3, readable: true, writable: true })
/** A child is ended by a kill, so its compile cache is written while it runs, after its first work. */
const KEEP_COMPILED_AFTER_MS = 2000

const running = new Map<number, AbortController>()
let opening: Opened | undefined
let engine: Engine | undefined
let dialectName = ''

async function answer(id: number, request: Request, user?: string): Promise<void> {
  const abort = new AbortController()
  running.set(id, abort)
  try {
    const { answer: facts, body } = await perform(request, user, abort.signal)
    writeFrame(pipe, { id, answer: facts }, body)
  } catch (error) {
    writeFrame(pipe, { id, failure: describeFailure(opening?.explain(error) ?? error, abort.signal) })
  } finally {
    running.delete(id)
  }
}

type Performed = { answer: Extract<FromChild, { answer: unknown }>['answer']; body?: Buffer[] }

async function perform(request: Request, user: string | undefined, signal: AbortSignal): Promise<Performed> {
  switch (request.kind) {
    case 'open':
      opening = await openEngine(request.connection, request.settings)
      dialectName = request.connection.dialect
      engine = opening.engine
      return { answer: null }
    case 'run': {
      const { facts, body } = await answerJob(opened(user), request.job, signal)
      return { answer: facts, body }
    }
    case 'judge': {
      const own = opened(user)
      const { parse } = own
      if (!parse) throw new Error('this engine is not a parser for the gate')
      // loaded only where it is needed
      const { createEmbeddedJudge } = await import('../gate/embedded/judge.ts')
      return { answer: await createEmbeddedJudge((sql) => parse.call(own, sql))(request.request) }
    }
    case 'describe':
      return { answer: await opened(user).describe(request.sql, optionsOf(request, signal)) }
    case 'catalog':
      return { answer: await askCatalog(opened(user), request.question, { signal, timeoutMs: request.timeoutMs }) }
    case 'estimate': {
      const { estimate } = opened(user)
      if (!estimate) throw new EngineFailure('engine', 'Database does not support cost estimation.')
      return { answer: await estimate.call(opened(user), request.sql, optionsOf(request, signal)) }
    }
    case 'change': {
      const { change } = opened(user)
      if (!change) throw new EngineFailure('engine', 'This database can only be read.')
      return { answer: { rowcount: await change.call(opened(user), request.sql, optionsOf(request, signal)) } }
    }
    case 'load': {
      const { order, timeoutMs } = request
      // loaded only where it is needed
      const { loadTable } = await import('./loadTable.ts')
      return { answer: await loadTable(opened(user), dialectName, order, { signal, timeoutMs }) }
    }
    case 'ping':
      await opened(user).ping({ signal, timeoutMs: request.timeoutMs })
      return { answer: { sshHostKey: opening?.sshHostKey() ?? null } }
  }
}

const optionsOf = ({ timeoutMs, schema }: { timeoutMs: number; schema?: string }, signal: AbortSignal) => ({
  signal,
  timeoutMs,
  schema,
})

function askCatalog({ catalog }: Engine, question: CatalogQuestion, options: RequestOptions): Promise<CatalogAnswer> {
  if (!catalog) throw new EngineFailure('engine', 'This database does not list its tables.')
  switch (question.ask) {
    case 'catalogs':
      return catalog.catalogs(options)
    case 'schemas':
      return catalog.schemas(question.catalog, options)
    case 'tables':
      return catalog.tables(question, options)
    case 'table':
      return catalog.table(question, question.table, options)
    case 'newestPartition':
      return catalog.newestPartition?.(question, options) ?? Promise.resolve(null)
    case 'view':
      return catalog.view?.(question, question.table, options) ?? untoldView(catalog, question, options)
  }
}

/** The result of `view` for a database that does not reveal the queries of its views. */
async function untoldView(
  catalog: CatalogReader,
  place: CatalogPlace & { table: string },
  options: RequestOptions,
): Promise<CatalogAnswers['view']> {
  const entry = await catalog.table(place, place.table, options)
  return entry && entry.type !== 'table' ? { sql: null } : null
}

/** Engines by impersonated user. Each contains only a few settings and has no separate connection. */
const acting = new Map<string, Engine>()
const MOST_ACTING = 1000

function opened(user?: string): Engine {
  if (!engine) throw new Error('a child must be opened before it accepts requests')
  if (user === undefined) return engine
  const known = acting.get(user) ?? engine.as?.(user)
  if (!known) throw new Error('this engine does not impersonate users')
  if (acting.size >= MOST_ACTING) acting.clear()
  acting.set(user, known)
  return known
}

/** Messages of database servers are shown to users, so longer ones are truncated. */
const LONGEST_MESSAGE = 16_384

function describeFailure(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { kind: 'cancelled', message: 'The query was cancelled.' }
  if (error instanceof EngineFailure) {
    const { kind, message, code, invalid, position } = error
    return { kind, message: message.slice(0, LONGEST_MESSAGE), code, invalid, position }
  }
  return { kind: 'bug', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

const reader = new FrameReader((head) => {
  const message = head as ToChild
  if ('areYouHere' in message) writeFrame(pipe, { isHere: true })
  else if ('cancel' in message) running.get(message.cancel)?.abort()
  else void answer(message.id, message.request, message.user)
})

setTimeout(flushCompileCache, KEEP_COMPILED_AFTER_MS)
pipe.on('data', (chunk: Buffer) => reader.push(chunk))
// not process.exit: it would wait for a query that is still running in the engine
pipe.on('close', () => process.kill(process.pid, 'SIGKILL'))
pipe.on('error', () => process.kill(process.pid, 'SIGKILL'))
