import { createRequire } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
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

/** The log: JSON lines on standard error, or formatted lines on a terminal. */
export function openLog(config: Config['log']): FastifyBaseLogger {
  const options = { level: config.level, redact: { paths: secrets, censor: '***' }, base: null }
  const pretty = (config.format ?? (process.stderr.isTTY ? 'pretty' : 'json')) === 'pretty'
  if (!pretty || config.level === 'silent') return pino(options, pino.destination({ dest: 2, sync: true }))
  // loaded only where it is used: it takes a tenth of the start time
  const readable = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty
  return pino(options, readable({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }))
}
