import { allowNonce } from '../../headers.ts'
import type { ApiDescription } from '../../openapi.ts'
import type { Resource } from '../../resource.ts'

/** The description of this API, generated on the first request, and a page that shows it. */
export const openapiRoutes: Resource = (app, services) => {
  let description: Promise<ApiDescription> | undefined
  const describe = () => {
    description ??= import('../../openapi.ts').then(({ describeApi }) => describeApi(app.routeTable, services.version))
    return description
  }

  app.get('/api/v1/_openapi', { config: { requires: 'can_get:OpenApi' } }, describe)

  app.get('/swagger/v1', { config: { requires: 'can_show:SwaggerView', page: true } }, async (_request, reply) => {
    const { apiPage } = await import('./page.ts')
    return reply.type('text/html; charset=utf-8').send(apiPage(await describe(), allowNonce(reply, services)))
  })
}
