import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { installHeaders } from './headers.ts'
import type { App } from './resource.ts'
import type { Services } from './services.ts'

/** An app with one route, which streams this content type. */
function appThatSends(type: string): App {
  const app: App = Fastify()
  // the only service that headers depend on
  installHeaders(app, { secureCookies: true } as Services)
  app.get('/', (_request, reply) => reply.type(type).send(Readable.from(['{}\n'])))
  return app
}

describe('responses sent line by line', () => {
  it.each(['application/x-ndjson; charset=utf-8', 'text/event-stream'])(
    '%s is not buffered by proxies',
    async (type) => {
      const { headers } = await appThatSends(type).inject('/')
      expect(headers['x-accel-buffering']).toBe('no')
    },
  )

  it.each(['application/json', 'text/csv; charset=utf-8', 'application/zip'])('%s may be', async (type) => {
    const { headers } = await appThatSends(type).inject('/')
    expect(headers).not.toHaveProperty('x-accel-buffering')
  })
})
