import { sql } from 'kysely'
import { integer, objectOf, textList } from '../../../model/wire/listQuery.ts'
import { elapsed } from '../../../model/wire/wireTime.ts'
import type { Subject } from '../../access/subject.ts'
import { chartUrl } from '../../entities/charts.ts'
import { dashboardUrl } from '../../entities/dashboards.ts'
import type { Services } from '../../services.ts'

export interface ActivityQuery {
  actions: string[]
  /** Only the newest row for each object and action. */
  distinct: boolean
  page: number
  pageSize: number
}

const defaultActions = ['explore', 'dashboard']
const defaultPageSize = 20
const yearMs = 365 * 86_400_000

/** Reads the parameter `q` of recent activity. */
export function parseActivityQuery(q: unknown): ActivityQuery {
  const options = objectOf(q)
  return {
    actions: textList(options, 'actions') ?? defaultActions,
    distinct: options['distinct'] !== false,
    page: Math.max(0, integer(options, 'page') ?? 0),
    pageSize: Math.max(1, integer(options, 'page_size') ?? defaultPageSize),
  }
}

/** The objects that a user opened recently, newest first; only those that the caller may see and that have a title. */
export async function recentActivity(
  { db, access, now, config }: Services,
  subject: Subject,
  userId: number,
  query: ActivityQuery,
) {
  if (query.actions.length === 0) return []
  const limit = Math.min(query.pageSize, config.limits.pageSize)
  const time = query.distinct ? sql<number>`max(logs.dttm)` : sql<number>`logs.dttm`
  let rows = db
    .selectFrom('logs')
    .leftJoin('charts', 'charts.id', 'logs.slice_id')
    .leftJoin('dashboards', (join) =>
      join.onRef('dashboards.id', '=', 'logs.dashboard_id').on('logs.slice_id', 'is', null),
    )
    .select(['logs.action', 'charts.id as chart_id', 'slice_name'])
    .select(['dashboards.id as dashboard_id', 'dashboards.slug', 'dashboard_title', time.as('time')])
    .where('logs.user_id', '=', userId)
    .where('logs.action', 'in', query.actions)
    .where('logs.dttm', '>', now() - yearMs)
    .where((eb) =>
      eb.or([
        eb.and([eb('slice_name', '<>', ''), access.visible.charts(subject)]),
        eb.and([eb('dashboard_title', '<>', ''), access.visible.dashboards(subject)]),
      ]),
    )
  if (query.distinct)
    rows = rows.groupBy([
      'logs.action',
      'charts.id',
      'slice_name',
      'dashboards.id',
      'dashboards.slug',
      'dashboard_title',
    ])
  const found = await rows
    .orderBy('time', 'desc')
    .limit(limit)
    .offset(query.page * limit)
    .execute()
  return found.flatMap((row) => {
    const item = itemOf(row)
    return item ? [{ action: row.action, ...item, time: row.time, time_delta_humanized: elapsed(row.time, now()) }] : []
  })
}

interface Found {
  chart_id: number | null
  slice_name: string | null
  dashboard_id: number | null
  slug: string | null
  dashboard_title: string | null
}

function itemOf({ chart_id, slice_name, dashboard_id, slug, dashboard_title }: Found) {
  if (chart_id !== null && slice_name)
    return { item_type: 'slice', item_url: chartUrl(chart_id), item_title: slice_name }
  if (dashboard_id === null || !dashboard_title) return undefined
  return { item_type: 'dashboard', item_url: dashboardUrl({ id: dashboard_id, slug }), item_title: dashboard_title }
}
