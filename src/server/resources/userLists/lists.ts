import { type SqlBool, sql } from 'kysely'
import type { Subject } from '../../access/subject.ts'
import { formDataOf, sliceUrl } from '../../entities/charts.ts'
import { dashboardLink, dashboardUrl } from '../../entities/dashboards.ts'
import { findPeople, nameOf, type People, profileUrl } from '../../entities/people.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'

/** The maximum length of a list: older clients have no paging. */
const MOST = 1000

function shownDashboard(dashboard: Pick<Row<'dashboards'>, 'id' | 'slug' | 'dashboard_title'>, dttm: number) {
  const { id, dashboard_title: title } = dashboard
  return { id, dashboard: dashboardLink(dashboard), title: title ?? '', url: dashboardUrl(dashboard), dttm }
}

const shownChart = ({ id, slice_name, viz_type }: Row<'charts'>, dttm: number) => ({
  id,
  title: slice_name,
  url: sliceUrl(id),
  dttm,
  viz_type,
})

const creator = (people: People, id: number | null) =>
  id === null ? {} : { creator: nameOf(people, id), creator_url: `${profileUrl(people, id)}/` }

const peopleOf = ({ db }: Services, rows: readonly { created_by: number | null }[]) =>
  findPeople(
    db,
    rows.map((row) => row.created_by),
  )

/** Dashboards that a user created or changed last, newest change first. */
export async function changedDashboards({ db, access }: Services, subject: Subject, userId: number) {
  const rows = await db
    .selectFrom('dashboards')
    .selectAll()
    .where((eb) => eb.or([eb('created_by', '=', userId), eb('changed_by', '=', userId)]))
    .where(access.visible.dashboards(subject))
    .orderBy('changed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => shownDashboard(row, row.changed_on))
}

/** Dashboards that a user starred, newest star first. */
export async function starredDashboards(services: Services, subject: Subject, userId: number) {
  const rows = await services.db
    .selectFrom('favourites')
    .innerJoin('dashboards', 'dashboards.id', 'favourites.obj_id')
    .selectAll('dashboards')
    .select('favourites.dttm')
    .where('favourites.user_id', '=', userId)
    .where('favourites.class_name', '=', 'Dashboard')
    .where(services.access.visible.dashboards(subject))
    .orderBy('favourites.dttm', 'desc')
    .limit(MOST)
    .execute()
  const people = await peopleOf(services, rows)
  return rows.map((row) => ({ ...shownDashboard(row, row.dttm), ...creator(people, row.created_by) }))
}

/** Charts that a user created or changed last, newest change first. */
export async function changedCharts({ db, access }: Services, subject: Subject, userId: number) {
  const rows = await db
    .selectFrom('charts')
    .selectAll()
    .where((eb) => eb.or([eb('created_by', '=', userId), eb('changed_by', '=', userId)]))
    .where(access.visible.charts(subject))
    .orderBy('changed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => shownChart(row, row.changed_on))
}

/** Charts that a user starred, newest star first. */
export async function starredCharts(services: Services, subject: Subject, userId: number) {
  const rows = await services.db
    .selectFrom('favourites')
    .innerJoin('charts', 'charts.id', 'favourites.obj_id')
    .selectAll('charts')
    .select('favourites.dttm')
    .where('favourites.user_id', '=', userId)
    .where('favourites.class_name', '=', 'slice')
    .where(services.access.visible.charts(subject))
    .orderBy('favourites.dttm', 'desc')
    .limit(MOST)
    .execute()
  const people = await peopleOf(services, rows)
  return rows.map((row) => ({ ...shownChart(row, row.dttm), ...creator(people, row.created_by) }))
}

/** Charts that a user owns, created, changed last or starred, sorted by title. */
export async function chartsOf({ db, access }: Services, subject: Subject, userId: number) {
  const rows = await db
    .selectFrom('charts')
    .leftJoin('favourites', (join) =>
      join
        .onRef('favourites.obj_id', '=', 'charts.id')
        .on('favourites.class_name', '=', 'slice')
        .on('favourites.user_id', '=', userId),
    )
    .selectAll('charts')
    .select('favourites.dttm as starred_on')
    .where((eb) =>
      eb.or([
        eb('charts.created_by', '=', userId),
        eb('charts.changed_by', '=', userId),
        eb('favourites.user_id', '=', userId),
        sql<SqlBool>`exists (select 1 from chart_owners
          where chart_owners.chart_id = charts.id and chart_owners.user_id = ${userId})`,
      ]),
    )
    .where(access.visible.charts(subject))
    .orderBy('slice_name')
    .orderBy('charts.id')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({ ...shownChart(row, row.starred_on ?? row.changed_on), data: formDataOf(row) }))
}
