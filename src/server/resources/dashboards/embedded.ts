import { z } from 'zod'
import { notFound } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'

const uuidParams = z.object({ uuid: z.string() })

/** Dashboards by the uuid under which they are embedded. There are none. */
export const embeddedDashboardRoutes: Resource = (app) => {
  app.get(
    '/api/v1/embedded_dashboard/:uuid',
    { config: { requires: 'can_read:EmbeddedDashboard' }, schema: { params: uuidParams } },
    async () => {
      throw notFound()
    },
  )
}
