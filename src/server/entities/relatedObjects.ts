import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'

/** Charts selected by a condition, and their dashboards; both restricted to what the user may see. */
export async function relatedObjects({ db, access }: Services, subject: Subject, condition: RawBuilder<unknown>) {
  const charts = await db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'viz_type'])
    .where(sql<SqlBool>`${condition}`)
    .where(access.visible.charts(subject))
    .orderBy('id')
    .execute()
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['id', 'json_metadata', 'slug', 'dashboard_title as title'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('dashboard_charts')
          .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
          .select('dashboard_charts.chart_id')
          .whereRef('dashboard_charts.dashboard_id', '=', 'dashboards.id')
          .where(sql<SqlBool>`${condition}`),
      ),
    )
    .where(access.visible.dashboards(subject))
    .orderBy('id')
    .execute()
  return {
    charts: { count: charts.length, result: charts },
    dashboards: { count: dashboards.length, result: dashboards },
  }
}
