import { createRequire } from 'node:module'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import pino, { type DestinationStream } from 'pino'
import type pinoPretty from 'pino-pretty'
import type { Config } from './config.ts'

/** Paths of values that are never logged. */
const secrets = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-csrftoken"]',
  'req.headers["x-guesttoken"]',
  'password',
  'token',
  '*.password',
  '*.token',
]

/**
 * The URL of a request without the parts that grant rights: one-time links, codes of an identity provider, links by
 * which a recipient unsubscribes.
 */
const shownAddress = (url: string) =>
  url.replace(/^(\/(?:setup|unsubscribe)\/)[^/?]+/, '$1***').replace(/^(\/login\/oidc\/callback)\?.*/, '$1?***')

const shownRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: shownAddress(url),
  host,
  remoteAddress: ip,
})

/** The log: JSON lines on standard error or the given stream, or formatted lines on a terminal. */
export function openLog(config: Config['log'], stream?: DestinationStream): FastifyBaseLogger {
  const options = {
    level: config.level,
    redact: { paths: secrets, censor: '***' },
    base: null,
    serializers: { req: shownRequest },
  }
  if (stream) return pino(options, stream)
  const pretty = (config.format ?? (process.stderr.isTTY ? 'pretty' : 'json')) === 'pretty'
  if (!pretty || config.level === 'silent') return pino(options, pino.destination({ dest: 2, sync: true }))
  // loaded only where it is used: it takes a tenth of the start time
  const readable = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty
  return pino(options, readable({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }))
}
