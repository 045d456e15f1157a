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

/** Patterns are made at their first use: there are a thousand, and most processes need none. */
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

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const cut = request.url.indexOf('?')
    const path = cut < 0 ? request.url : request.url.slice(0, cut)
    const methods = methodsAt(path)
    if (request.method === 'OPTIONS' && methods.length > 0) {
      const withHead = methods.includes('GET') ? ['HEAD', ...methods] : methods
      return reply.header('allow', [...withHead, 'OPTIONS'].join(', ')).send('')
    }
    const withSlash = `${path}/`
    if (methods.length === 0 && !path.startsWith('//') && methodsAt(withSlash).includes(request.method)) {
      return reply.redirect(`${services.baseUrl()}${withSlash}${cut < 0 ? '' : request.url.slice(cut)}`, 308)
    }
    const error = new AddressError(methods.length > 0 ? 405 : 404)
    const isPage = !path.startsWith('/api/') && !path.startsWith('/static/')
    if (error.status === 404 && wantsPage(request) && isPage) return sendMissingPage(services, request, reply)
    return reply.code(error.status).send(errorBody(error, 'B'))
  })
}
