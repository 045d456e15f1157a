import type { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseError, type ExecParams, parseError } from '@clickhouse/client'
import { EngineFailure } from '../../run/engine.ts'
import type { ConnectionTarget } from '../shared/connectionFailure.ts'
import { parseExactJson } from '../shared/exactJson.ts'
import { errorText, LONGEST_ERROR, sentTooMuch } from '../shared/receiving.ts'

/** A response of the HTTP interface whose body was not read yet. */
export interface Responded {
  body: Readable
  /** Marks an error inside the body; older servers do not mark it. */
  exceptionTag: string | undefined
}

const NEWLINE = 0x0a
const RETURN = 0x0d

/**
 * Sends a statement. The client package itself would collect the text of an error, of a line and of a whole list
 * without a limit.
 *
 * @throws ClickHouseError if the server responds with an error
 */
export async function respond(client: ClickHouseClient, statement: ExecParams): Promise<Responded> {
  const response = await client.exec({ ...statement, decompress_response_stream: false, ignore_error_response: true })
  const { stream, response_headers: headers, http_status_code: status = 0 } = response
  if (status < 200 || status > 299 || headers['x-clickhouse-exception-code'] !== undefined) {
    throw errorOf((await errorText(stream)).trim() || `HTTP ${status}`)
  }
  const tag = headers['x-clickhouse-exception-tag']
  return { body: stream, exceptionTag: typeof tag === 'string' ? tag : undefined }
}

/** The server responded, but not like ClickHouse: a proxy, another server. */
const notClickHouse = (text: string, cause: unknown) =>
  new EngineFailure('connection', `The server does not respond like a ClickHouse server: ${text.slice(0, 300)}`, {
    cause,
  })

function errorOf(text: string): Error {
  const error = parseError(text)
  return error instanceof ClickHouseError ? error : notClickHouse(text, error)
}

/** Parses JSON of a response, with integers beyond 2^53 as bigint. */
export function parsedResponse(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch (error) {
    throw notClickHouse(text, error)
  }
}

/**
 * The lines of a body, without line breaks: one list for each chunk that arrives.
 *
 * @throws EngineFailure if a line is longer than `most`
 * @throws ClickHouseError if the body ends with an error
 */
export async function* linesOf(
  { body, exceptionTag }: Responded,
  most: number,
  target: ConnectionTarget,
): AsyncGenerator<string[], undefined> {
  let begun: Buffer[] = []
  let begunBytes = 0
  let failed = false
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const lines: string[] = []
    let from = 0
    for (let at: number = failed ? -1 : chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const line = begun.length > 0 ? Buffer.concat([...begun, chunk.subarray(from, at)]) : chunk.subarray(from, at)
      begun = []
      begunBytes = 0
      from = at + 1
      // strings in rows escape this character, so it can only precede the error that ends the body
      failed = exceptionTag !== undefined && line.at(-1) === RETURN
      if (failed) break
      lines.push(line.toString())
    }
    begun.push(chunk.subarray(from))
    begunBytes += chunk.length - from
    if (failed && begunBytes > LONGEST_ERROR) break
    if (begunBytes > most) throw sentTooMuch(target, most)
    if (lines.length > 0) yield lines
  }
  if (failed) throw errorOf(Buffer.concat(begun).subarray(0, LONGEST_ERROR).toString())
  return undefined
}
