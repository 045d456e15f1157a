import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AllowedHosts } from '../../engine/run/addresses.ts'
import { JobFailure, NothingHappened } from '../jobs/kind.ts'
import { MessageRefused } from './mail.ts'

const LONGEST_MS = 30_000
const MOST_ANSWER_BYTES = 64 * 1024

interface PostRequest {
  headers: Record<string, string>
  body: string | Buffer
  /** undefined: an administrator chose the address, so it is not checked */
  hosts: AllowedHosts | undefined
  signal: AbortSignal
}

export interface Posted {
  status: number
  body: string
}

/**
 * Posts to another server. Redirects are not followed. The check applies to the IP address of the connection. Throws
 * `NothingHappened` if nothing was sent, `MessageRefused` for an address that is not allowed, and any other error if it
 * is unknown whether the request arrived.
 */
export async function post(url: URL, { headers, body, hosts, signal }: PostRequest): Promise<Posted> {
  if (signal.aborted) throw new NothingHappened(signal.reason)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // an IP address is not looked up, so it is checked here
  if (hosts && isIP(host) !== 0 && !hosts.allows(host, host)) throw notAllowed(host)
  const progress = { isConnected: false }
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const start = url.protocol === 'https:' ? requestHttps : requestHttp
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        lookup: checkedLookup(hosts),
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      } as const
      const request = start(url, options, resolve)
      request.on('socket', (socket) => {
        socket.on(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          progress.isConnected = true
        })
      })
      request.on('error', reject)
      request.end(body)
    })
    return { status: answer.statusCode ?? 0, body: await textOf(answer) }
  } catch (error) {
    if (error instanceof MessageRefused) throw error
    const told = new JobFailure(`The server ${host} did not respond: ${messageOf(error)}`, error)
    throw progress.isConnected ? told : new NothingHappened(told)
  }
}

const messageOf = (error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || 'unknown error'
}

const notAllowed = (host: string) =>
  new MessageRefused(
    `The host "${host}" is inside a private network. An administrator can allow it by the setting SEXTANT_WEBHOOK_HOSTS.`,
  )

/** Looks a name up, and refuses it if one of its addresses is not allowed. */
const checkedLookup =
  (hosts: AllowedHosts | undefined): LookupFunction =>
  (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, found) => {
      const refused = found?.some(({ address }) => hosts !== undefined && !hosts.allows(name, address))
      const [first] = found ?? []
      if (error || first === undefined) done(error ?? new Error('the name has no address'), '', 0)
      else if (refused) done(notAllowed(name), '', 0)
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

/** The beginning of a body. The connection is closed after it. */
async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > MOST_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, MOST_ANSWER_BYTES)
}
