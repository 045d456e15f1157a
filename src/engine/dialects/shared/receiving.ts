import type { Readable } from 'node:stream'
import { EngineFailure } from '../../run/engine.ts'
import type { ConnectionTarget } from './connectionFailure.ts'

/** Limits on what a driver reads into memory, so that no server can fill it. Results are read in parts. */

const MB = 1_048_576
/** Maximum size of one row, message or page. */
export const LARGEST_PART = 64 * MB
/** Maximum size of all rows of one of our own statements, such as the list of all tables. */
export const LARGEST_LIST = 256 * MB
/** Maximum number of bytes of an error message that are read. */
export const LONGEST_ERROR = 16_384

export const sentTooMuch = ({ host, port }: ConnectionTarget, most: number): EngineFailure =>
  new EngineFailure(
    'tooLarge',
    `The database at "${host}", port ${port}, sent a part of its response that is larger than ${most / MB} MB.`,
  )

/** Counts what a server sends until the driver consumes it. */
export class PartLimit {
  private readonly target: ConnectionTarget
  private bytes = 0
  private most = LARGEST_PART

  constructor(target: ConnectionTarget) {
    this.target = target
  }

  /** Counts bytes; returns the failure if there are too many. */
  add(bytes: number): EngineFailure | undefined {
    this.bytes += bytes
    return this.bytes > this.most ? sentTooMuch(this.target, this.most) : undefined
  }

  /** Starts to count the next part, whose limit is `most` bytes: the driver has consumed the previous one. */
  reset(most = LARGEST_PART): void {
    this.bytes = 0
    this.most = most
  }
}

/** The text of a whole response. @throws EngineFailure if it is longer than `most` bytes */
export async function wholeText(body: Readable, most: number, target: ConnectionTarget): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > most) throw sentTooMuch(target, most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The beginning of a response that should be an error. */
export async function errorText(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= LONGEST_ERROR) break
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_ERROR).toString()
}
