import { z } from 'zod'
import { UserCharts, UserDashboards } from '../../../model/people/userLists.ts'
import type { Subject } from '../../access/subject.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { changedCharts, changedDashboards, chartsOf, starredCharts, starredDashboards } from './lists.ts'

const byId = z.object({ userId: idParams.shape.id })
const byName = z.object({ username: z.string() })

const chartLists = { created_slices: changedCharts, fave_slices: starredCharts, user_slices: chartsOf }
const dashboardLists = { created_dashboards: changedDashboards, fave_dashboards: starredDashboards }

/**
 * Objects that a user created and starred, at the addresses of older clients: plain lists of what the caller may see.
 */
export const userListRoutes: Resource = (app, services) => {
  const ownId = (subject: Subject) => subject.user?.id ?? 0

  for (const [name, list] of Object.entries(dashboardLists)) {
    const config = { requires: `can_${name}:Superset`, errors: 'C', answer: UserDashboards } as const
    app.get(`/superset/${name}/:userId/`, { config, schema: { params: byId } }, ({ subject, params }) =>
      list(services, subject, params.userId),
    )
  }
  for (const [name, list] of Object.entries(chartLists)) {
    const config = { requires: `can_${name}:Superset`, errors: 'C', answer: UserCharts } as const
    app.get(`/superset/${name}/:userId/`, { config, schema: { params: byId } }, ({ subject, params }) =>
      list(services, subject, params.userId),
    )
    app.get(`/superset/${name}`, { config }, ({ subject }) => list(services, subject, ownId(subject)))
  }

  app.get(
    '/superset/fave_dashboards_by_username/:username/',
    {
      config: { requires: 'can_fave_dashboards_by_username:Superset', errors: 'C', answer: UserDashboards },
      schema: { params: byName },
    },
    async ({ subject, params }) => {
      const { username } = params
      const user = await services.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirst()
      return user ? starredDashboards(services, subject, user.id) : []
    },
  )
}
