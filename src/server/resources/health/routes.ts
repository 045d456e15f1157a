import type { Resource } from '../../resource.ts'
import { storeAnswers } from '../../storage/open.ts'

/**
 * `live`: the process responds. `ready`: it can take requests (the metadata database responds, migrations are done, it
 * is not stopping). The contract's three addresses respond `OK` while the process runs.
 */
export const healthRoutes: Resource = (app, services) => {
  for (const url of ['/health', '/healthcheck', '/ping', '/health/live']) {
    app.get(url, { config: { requires: 'public' } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send('OK'),
    )
  }

  app.get('/health/ready', { config: { requires: 'public' } }, async (_request, reply) => {
    const refuse = (reason: string) => reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason })
    if (services.stopping.aborted) return refuse('stopping')
    try {
      await storeAnswers(services.db)
    } catch (error) {
      services.log.error({ err: error }, 'the metadata store does not respond')
      return refuse('metadata')
    }
    return { status: 'ready' }
  })
}
