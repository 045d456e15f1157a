import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { AddressError, errorBody } from './errors.ts'
import type { App } from './resource.ts'
import type { Services } from './services.ts'
import { sendPage } from './shell.ts'

export interface KnownRoute {
  method: string
  url: string
  schema: { params?: unknown; querystring?: unknown; body?: unknown } | undefined
  config: FastifyContextConfig
  matches: (path: string) => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route except HEAD: for the API description and for tests. */
    routeTable: KnownRoute[]
  }
}

const escape = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .split(/(:\w+|\*)/)
      .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : escape(part)))
      .join('')}$`,
  )

/** Patterns are created at their first use: there are a thousand, and most processes need none. */
function matcherOf(url: string): (path: string) => boolean {
  let pattern: RegExp | undefined
  return (path) => {
    pattern ??= patternOf(url)
    return pattern.test(path)
  }
}

/** Whether an error should be an HTML page: the client accepts HTML or anything. */
export const wantsPage = (request: FastifyRequest) => /text\/html|\*\/\*/.test(request.headers.accept ?? '')

/** The page for an address without a route, with the navigation of the user. */
export async function sendMissingPage(services: Services, request: FastifyRequest, reply: FastifyReply) {
  return sendPage(services, request, reply, {
    status: 404,
    title: '404: Not found',
    kind: 'missing',
    extras: { status: 404 },
  })
}

/**
 * Responds to requests without a route: a missing trailing slash (308), OPTIONS, a wrong method (405), an unknown
 * address (404).
 */
export function installRouteTable(app: App, services: Services): void {
  const table: KnownRoute[] = []
  app.decorate('routeTable', table)
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue
      table.push({
        method,
        url: route.url,
        schema: route.schema as KnownRoute['schema'],
        config: route.config ?? {},
        matches: matcherOf(route.url),
      })
    }
  })

  const methodsAt = (path: string) => [
    ...new Set(table.filter((route) => route.url !== '/static/*' && route.matches(path)).map((route) => route.method)),
  ]

  const partsOf = ({ url }: FastifyRequest) => {
    const cut = url.indexOf('?')
    return cut < 0 ? { path: url, query: '' } : { path: url.slice(0, cut), query: url.slice(cut) }
  }
  const withSlash = (request: FastifyRequest, reply: FastifyReply) => {
    const { path, query } = partsOf(request)
    return reply.redirect(`${services.baseUrl()}${path}/${query}`, 308)
  }

  // a word that is the name of a call is not the id of an object: /chart/export is /chart/export/
  const named = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.endsWith('/') && !url.includes(':')) for (const each of [method].flat()) named.add(`${each} ${url}`)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 || !/:\w+$/.test(request.routeOptions.url ?? '')) return undefined
    return named.has(`${request.method} ${partsOf(request).path}/`) ? withSlash(request, reply) : undefined
  })

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const { path } = partsOf(request)
    const methods = methodsAt(path)
    if (request.method === 'OPTIONS' && methods.length > 0) {
      const withHead = methods.includes('GET') ? ['HEAD', ...methods] : methods
      return reply.header('allow', [...withHead, 'OPTIONS'].join(', ')).send('')
    }
    if (!path.startsWith('//') && methodsAt(`${path}/`).includes(request.method)) return withSlash(request, reply)
    const error = new AddressError(methods.length > 0 ? 405 : 404)
    const isPage = !path.startsWith('/api/') && !path.startsWith('/static/')
    if (error.status === 404 && wantsPage(request) && isPage) return sendMissingPage(services, request, reply)
    return reply.code(error.status).send(errorBody(error, 'B'))
  })
}
