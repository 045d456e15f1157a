import type { z } from 'zod'
import { ProfileAnswer } from '../../../model/people/userForm.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { seesAllData } from '../../access/subject.ts'
import { chartUrl } from '../../entities/charts.ts'
import { dashboardUrl } from '../../entities/dashboards.ts'
import { notFound } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const shownObjects = 50

/** The data to which the roles of a user give access, by names. */
async function dataOf(
  { db, subjects }: Services,
  userId: number,
): Promise<z.infer<typeof ProfileAnswer>['result']['data']> {
  const known = await subjects.ofUser(userId)
  const { grants } = known?.subject ?? { grants: { databases: new Set<number>(), datasets: new Set<number>() } }
  const [databases, datasets] = await Promise.all([
    db
      .selectFrom('databases')
      .select('database_name as name')
      .where('id', 'in', [0, ...grants.databases])
      .orderBy('database_name')
      .execute(),
    db
      .selectFrom('datasets')
      .select('table_name as name')
      .where('id', 'in', [0, ...grants.datasets])
      .orderBy('table_name')
      .execute(),
  ])
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const all = known !== undefined && seesAllData(known.subject)
  return { all, databases: namesOf(databases), datasets: namesOf(datasets) }
}

/**
 * `GET /api/v1/security/profile/{username}`: a user and the objects that the user created, as far as the caller may see
 * them. Email address, roles and data are for that user and for administrators.
 */
export const profileRoutes: Resource = (app, services) => {
  const { db, access } = services
  app.get<{ Params: { username: string } }>(
    '/api/v1/security/profile/:username',
    { config: { requires: 'can_profile:Superset', answer: ProfileAnswer } },
    async ({ params, subject }) => {
      const user = await db.selectFrom('users').selectAll().where('username', '=', params.username).executeTakeFirst()
      if (!user) throw notFound()
      const isOpen = subject.isAdmin || subject.user?.id === user.id
      const [roles, dashboards, charts] = await Promise.all([
        db
          .selectFrom('roles')
          .innerJoin('user_roles', 'user_roles.role_id', 'roles.id')
          .select('name')
          .where('user_roles.user_id', '=', user.id)
          .orderBy('name')
          .execute(),
        db
          .selectFrom('dashboards')
          .select(['id', 'slug', 'dashboard_title'])
          .where('created_by', '=', user.id)
          .where(access.visible.dashboards(subject))
          .orderBy('changed_on', 'desc')
          .limit(shownObjects)
          .execute(),
        db
          .selectFrom('charts')
          .select(['id', 'slice_name'])
          .where('created_by', '=', user.id)
          .where(access.visible.charts(subject))
          .orderBy('changed_on', 'desc')
          .limit(shownObjects)
          .execute(),
      ])
      return {
        result: {
          id: user.id,
          username: user.username,
          first_name: user.first_name,
          last_name: user.last_name,
          joined: isoTime(user.created_on),
          ...(isOpen
            ? { email: user.email, roles: roles.map(({ name }) => name), data: await dataOf(services, user.id) }
            : {}),
          dashboards: dashboards.map((row) => ({ title: row.dashboard_title ?? '', url: dashboardUrl(row) })),
          charts: charts.map((row) => ({ title: row.slice_name, url: chartUrl(row.id) })),
        },
      }
    },
  )
}
