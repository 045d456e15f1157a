import type { Socket } from 'node:net'
import type { ErrorCode } from '../../model/errors/errors.ts'
import type { LeftOut } from '../../model/query/leftOut.ts'
import type { TextPosition } from '../../model/sqlLab/sqlLabAnswers.ts'
import type {
  CatalogAnswer,
  CatalogQuestion,
  ConnectionSpec,
  EngineJob,
  LoadOrder,
  PiecedRows,
  Reached,
} from '../contracts.ts'
import type { JudgeRequest, ReaderAnswer } from '../gate/sql/protocol.ts'

/**
 * The messages between the web process and its children: frames on one pipe, each a JSON head and a binary body. The
 * IPC channel of `child_process` is not used, because it would serialize and copy bodies of tens of megabytes.
 */

export interface ChildSettings {
  /** Upper bound for the engine's own buffers; the limit of the watchdog is higher. */
  memoryLimitMb: number
  threads: number
  /** Private folder for spill files. Only the child uses it; it is deleted when the child ends. */
  spillFolder: string
  spillLimitMb: number
  /** Real paths of the only folders that may contain file databases. */
  fileFolders: string[]
  /** Hosts beyond the public internet that drivers may connect to; absent: any. */
  privateHosts?: readonly string[]
}

export type Request =
  | { kind: 'open'; connection: ConnectionSpec; settings: ChildSettings }
  | { kind: 'run'; job: Omit<EngineJob, 'connection'> }
  | { kind: 'judge'; request: JudgeRequest }
  | { kind: 'describe'; sql: string; timeoutMs: number; schema?: string }
  | { kind: 'catalog'; question: CatalogQuestion; timeoutMs: number }
  | { kind: 'estimate'; sql: string; timeoutMs: number; schema?: string }
  | { kind: 'change'; sql: string; timeoutMs: number; schema?: string }
  | { kind: 'load'; order: LoadOrder; timeoutMs: number }
  | { kind: 'ping'; timeoutMs: number }

export type RequestKind = Request['kind']

/**
 * `id` links a response to its request; `user`: the impersonated user, if any; `cancel`: the id of the request to
 * interrupt, without a response of its own; `areYouHere` is answered at once with `isHere`.
 */
export type ToChild = { id: number; request: Request; user?: string } | { cancel: number } | { areYouHere: true }

/** The kind of a failure, from which the web process creates the error of the contract. */
export type FailureKind = 'engine' | 'connection' | 'cancelled' | 'tooLarge' | 'diskFull' | 'postProcessing' | 'bug'

export interface Failure {
  kind: FailureKind
  message: string
  code?: ErrorCode
  /** Connection options that caused the error. */
  invalid?: string[]
  /** Where in the SQL the error is. */
  position?: TextPosition
}

export interface RunFacts {
  rowcount: number
  sqlMs: number
  totalMs: number
  pieces?: PiecedRows
  /** Only if a file was written: otherwise the result contains these facts. */
  leftOut?: LeftOut
}

/**
 * Responses by kind of request. For a `run`, the body of the frame is the encoded result; it is empty if a file was
 * written.
 */
export interface Answers {
  open: null
  run: RunFacts
  judge: ReaderAnswer
  describe: { name: string; type: string }[]
  catalog: CatalogAnswer
  estimate: Record<string, string>[]
  change: { rowcount: number | null }
  load: { rows: number }
  ping: Reached
}

export type FromChild =
  | { id: number; answer: Answers[RequestKind] }
  | { id: number; failure: Failure }
  | { isHere: true }

const HEADER_BYTES = 8

/** A frame up to this size is joined and sent in one write. */
const JOINED_BYTES = 65_536

/**
 * Writes one frame: two 32-bit lengths, the JSON head, the body. Chunks of a large body are sent without joining them.
 */
export function writeFrame(socket: Socket, head: ToChild | FromChild, body: readonly Buffer[] = []): void {
  const json = Buffer.from(JSON.stringify(head))
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  const bodyBytes = body.reduce((bytes, part) => bytes + part.length, 0)
  header.writeUInt32LE(json.length, 0)
  header.writeUInt32LE(bodyBytes, 4)
  if (bodyBytes < JOINED_BYTES) {
    socket.write(Buffer.concat([header, json, ...body]))
    return
  }
  socket.cork()
  socket.write(header)
  socket.write(json)
  for (const part of body) socket.write(part)
  socket.uncork()
}

/** Reassembles frames from the chunks of a socket. A body is copied once, into a buffer of its exact size. */
export class FrameReader {
  private readonly onFrame: (head: unknown, body: Buffer) => void
  private readonly header = Buffer.allocUnsafe(HEADER_BYTES)
  private frame: Buffer | undefined
  private headBytes = 0
  private filled = 0

  constructor(onFrame: (head: unknown, body: Buffer) => void) {
    this.onFrame = onFrame
  }

  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const target = this.frame ?? this.header
      const take = Math.min(target.length - this.filled, chunk.length - at)
      chunk.copy(target, this.filled, at, at + take)
      this.filled += take
      at += take
      if (this.filled === target.length) this.complete()
    }
  }

  private complete(): void {
    this.filled = 0
    if (this.frame === undefined) {
      this.headBytes = this.header.readUInt32LE(0)
      // not from the shared pool: a cached body must not keep a pool page alive
      this.frame = Buffer.allocUnsafeSlow(this.headBytes + this.header.readUInt32LE(4))
      return
    }
    const frame = this.frame
    this.frame = undefined
    this.onFrame(JSON.parse(frame.toString('utf8', 0, this.headBytes)), frame.subarray(this.headBytes))
  }
}
