import { z } from 'zod'
import type { Resource } from '../../resource.ts'

const Domains = z.array(z.string()).nullable()

/** Further host names of this server for parallel requests: none, because HTTP/2 and streams make them unnecessary. */
export const availableDomains: Resource = (app) => {
  app.get(
    '/api/v1/available_domains/',
    {
      config: {
        requires: 'can_read:AvailableDomains',
        answer: z.strictObject({ result: z.strictObject({ domains: Domains }) }),
      },
    },
    async () => ({ result: { domains: null } }),
  )
  app.get(
    '/superset/available_domains/',
    { config: { requires: 'can_available_domains:Superset', errors: 'C', answer: Domains } },
    async (_request, reply) => reply.type('text/json; charset=utf-8').send('null'),
  )
}
