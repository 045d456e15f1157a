import { sql } from 'kysely'
import { elapsed, isoTime } from '../../../model/wire/wireTime.ts'
import type { Subject } from '../../access/subject.ts'
import { dashboardLink, dashboardUrl } from '../../entities/dashboards.ts'
import { findPeople, linkToPerson, nameOf } from '../../entities/people.ts'
import type { Services } from '../../services.ts'
import type { Asked, TableView } from './tableView.ts'

const labelled = [
  '_filter_sets',
  'certification_details',
  'certified_by',
  'changed_by',
  'changed_by_fk',
  'changed_on',
  'created_by',
  'created_by_fk',
  'created_on',
  'creator',
  'css',
  'dashboard_link',
  'dashboard_title',
  'description',
  'embedded',
  'external_url',
  'id',
  'is_managed_externally',
  'json_metadata',
  'modified',
  'owners',
  'position_json',
  'published',
  'report_schedules',
  'roles',
  'slices',
  'slug',
  'uuid',
]
const orders = ['dashboard_link', 'modified', 'published']
const orderOf: Readonly<Record<string, string>> = {
  dashboard_link: 'dashboard_title',
  modified: 'changed_on',
  published: 'published',
}

async function findDashboards({ db, access, now }: Services, subject: Subject, asked: Asked) {
  const [creator, owner] = [asked.relations.get('created_by'), asked.relations.get('owners')]
  let wanted = db.selectFrom('dashboards').where(access.visible.dashboards(subject))
  if (creator !== undefined) wanted = wanted.where('created_by', '=', creator)
  if (owner !== undefined)
    wanted = wanted.where('id', 'in', (eb) =>
      eb.selectFrom('dashboard_owners').select('dashboard_id').where('user_id', '=', owner),
    )
  const { count } = await wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const found = await wanted
    .select(['id', 'slug', 'dashboard_title', 'changed_on', 'changed_by', 'created_by', 'published'])
    .orderBy(sql.ref(`dashboards.${orderOf[asked.order ?? ''] ?? 'id'}`), asked.isDescending ? 'desc' : 'asc')
    .orderBy('id')
    .limit(asked.limit)
    .offset(asked.offset)
    .execute()
  const people = await findPeople(
    db,
    found.flatMap((row) => [row.changed_by, row.created_by]),
  )
  const rows = found.map((row) => ({
    id: row.id,
    dashboard_title: row.dashboard_title,
    dashboard_link: dashboardLink(row),
    creator: linkToPerson(people, row.created_by),
    modified: `<span class="no-wrap">${elapsed(row.changed_on, now())}</span>`,
    changed_on: isoTime(row.changed_on),
    url: dashboardUrl(row),
    changed_by_name: nameOf(people, row.changed_by),
    published: row.published,
  }))
  return { count: Number(count), ids: found.map(({ id }) => id), rows }
}

const finding = (columns: readonly string[]): TableView['find'] => {
  return async (services, subject, asked) => {
    const { count, ids, rows } = await findDashboards(services, subject, asked)
    const cut = (row: Record<string, unknown>) => Object.fromEntries(columns.map((column) => [column, row[column]]))
    return { count, ids, rows: rows.map(cut) }
  }
}

const modelColumns = ['dashboard_link', 'creator', 'published', 'modified']
const asyncColumns = [
  'id',
  'dashboard_link',
  'creator',
  'modified',
  'dashboard_title',
  'changed_on',
  'url',
  'changed_by_name',
]

/** Dashboards, at both addresses of old versions. */
export const dashboardTables: readonly TableView[] = [
  {
    url: '/dashboard/api/read',
    name: 'DashboardModelView',
    requires: 'can_read:Dashboard',
    labelled: [...labelled, 'charts'],
    labels: {
      _filter_sets: ' Filter Sets',
      css: 'CSS',
      dashboard_link: 'Dashboard',
      dashboard_title: 'Title',
      json_metadata: 'JSON Metadata',
      position_json: 'Position JSON',
    },
    columns: modelColumns,
    orders,
    find: finding(modelColumns),
  },
  {
    url: '/dashboardasync/api/read',
    name: 'DashboardModelViewAsync',
    requires: 'can_read:Dashboard',
    labelled: [...labelled, ...asyncColumns],
    labels: { dashboard_link: 'Dashboard', dashboard_title: 'Title' },
    columns: asyncColumns,
    orders,
    find: finding(asyncColumns),
  },
]
