import { hash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { AddressError, TokenError } from '../../errors.ts'
import { metricFamilies } from '../../metrics/families.ts'
import { CONTENT_TYPE, metricsText } from '../../metrics/text.ts'
import type { Resource } from '../../resource.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Headers that a proxy on this machine adds to a request from elsewhere. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

const isLoopback = (address: string) =>
  isIP(address) > 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A proxy on this machine that adds no header still passes on the name under which it was called. */
const namesThisMachine = (hostname: string) => hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))

/**
 * Whether the request comes from a program of this machine, and not from a proxy on behalf of another client. Proxies
 * use HTTP 1.0 by default (nginx); programs that read metrics do not.
 */
function isLocal({ raw, headers, hostname }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress?.replace(/^::ffff:/, '')
  if (address === undefined || raw.httpVersion === '1.0') return false
  if (forwarded.some((name) => headers[name] !== undefined)) return false
  return isLoopback(address) && namesThisMachine(hostname)
}

/**
 * Whether requests may come through a proxy on this machine. Such a proxy may add no header and use the name of this
 * machine, so its requests cannot be distinguished from those of local programs.
 */
const mayHaveProxy = ({ baseUrl, trustProxy }: Config) =>
  trustProxy !== undefined || (baseUrl !== undefined && !namesThisMachine(new URL(baseUrl).hostname))

const equal = (given: string, expected: string) =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))

/**
 * `/metrics` in the text format of Prometheus: for callers with SEXTANT_METRICS_TOKEN, or without this setting for
 * programs of this machine, if there is no proxy. For everybody else the address does not exist.
 */
export const metricsRoutes: Resource = (app, services) => {
  const { metrics, config } = services
  app.addHook('onResponse', async ({ method }, reply) => {
    metrics.requests.add({ method, status: String(reply.statusCode) })
    metrics.requestSeconds.add(reply.elapsedTime / 1000)
  })

  app.get('/metrics', { config: { requires: 'public' } }, async (request, reply) => {
    if (config.metricsToken === undefined) {
      if (mayHaveProxy(config) || !isLocal(request)) throw new AddressError(404)
    } else {
      const [, given = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
      if (!equal(given, config.metricsToken)) throw new TokenError(401, 'The token of the metrics is missing or wrong.')
    }
    return reply.type(CONTENT_TYPE).send(metricsText(await metricFamilies(services)))
  })
}
