import { closeSignal } from '../../closeSignal.ts'
import { TokenError } from '../../errors.ts'
import type { Resource } from '../../resource.ts'
import { apiOf } from './api.ts'

/**
 * `/mcp`: a server of the Model Context Protocol (streamable HTTP, without sessions) for assistants. The credential is
 * an API key. The packages for it are loaded with the first request.
 */
export const mcpRoutes: Resource = (app, services) => {
  // a key that only reads is accepted: tools that change something are not offered to it, and the API refuses them
  app.post('/mcp', { config: { requires: 'signed_in', safe: true } }, async (request, reply) => {
    const { subject } = request
    if (!subject.apiKey) {
      reply.header('www-authenticate', 'Bearer')
      throw new TokenError(401, 'Send an API key: Authorization: Bearer sxk_...')
    }
    const [{ createMcpHandler }, { serverFor }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ])
    const signal = closeSignal(reply)
    const context = { api: apiOf(app, request, signal), services, subject, address: request.ip, signal }
    const handler = createMcpHandler(() => serverFor(context), {
      maxSubscriptions: 0,
      onerror: (error) => services.log.debug({ err: error }, 'an MCP request failed'),
    })
    try {
      const headers = new Headers()
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string' && name !== 'authorization' && name !== 'content-length') headers.set(name, value)
      }
      const body = JSON.stringify(request.body)
      const asked = new Request(`${services.baseUrl()}/mcp`, { method: 'POST', headers, body, signal })
      const answer = await handler.fetch(asked, { parsedBody: request.body })
      const type = answer.headers.get('content-type')
      if (type !== null) reply.type(type)
      return reply.code(answer.status).send(await answer.text())
    } finally {
      await handler.close()
    }
  })
}
