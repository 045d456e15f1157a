import multipart from '@fastify/multipart'
import { z } from 'zod'
import { DashboardCopyAnswer } from '../../../model/dashboard/dashboardAnswers.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { elapsed, isoTime } from '../../../model/wire/wireTime.ts'
import type { Subject } from '../../access/subject.ts'
import { authorOf } from '../../entities/changes.ts'
import { chartObject } from '../../entities/chartObject.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { dashboardLink, dashboardUrl } from '../../entities/dashboards.ts'
import { linkTo } from '../../entities/link.ts'
import { findPeople, nameOf, type People } from '../../entities/people.ts'
import { formFields } from '../../formFields.ts'
import { labelsOf } from '../../listing/envelope.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { copyDashboard, readCopyForm } from './copy.ts'

const readQuery = z.object({ _flt_0_owners: z.coerce.number().int().optional().catch(undefined) })
const columns = [
  'id',
  'dashboard_link',
  'creator',
  'modified',
  'dashboard_title',
  'changed_on',
  'url',
  'changed_by_name',
]
/** Columns for which older clients expect labels, whether they are listed or not. */
const labelled = [
  ...columns,
  '_filter_sets',
  'certification_details',
  'certified_by',
  'changed_by',
  'changed_by_fk',
  'created_by',
  'created_by_fk',
  'created_on',
  'css',
  'description',
  'embedded',
  'external_url',
  'is_managed_externally',
  'json_metadata',
  'owners',
  'position_json',
  'published',
  'report_schedules',
  'roles',
  'slices',
  'slug',
  'uuid',
]

/** Dashboards by the addresses of older clients. */
export const legacyDashboardRoutes: Resource = (app, services) => {
  app.get(
    '/dashboardasync/api/read',
    { config: { requires: 'can_read:Dashboard', errors: 'C' }, schema: { querystring: readQuery } },
    async ({ subject, query }) => {
      const result = await dashboardLinks(services, subject, query._flt_0_owners)
      return {
        count: result.length,
        label_columns: { ...labelsOf(labelled), dashboard_link: 'Dashboard', dashboard_title: 'Title' },
        list_columns: columns,
        modelview_name: 'DashboardModelViewAsync',
        order_columns: ['dashboard_link', 'modified', 'published'],
        page: null,
        page_size: null,
        pks: result.map((row) => row.id),
        result,
      }
    },
  )

  // the front end of the original sends multipart forms
  void app.register(async (child: App) => {
    await child.register(multipart)
    addCopyRoute(child, services)
  })
}

function addCopyRoute(app: App, services: Services): void {
  const { now } = services
  app.post(
    '/superset/copy_dash/:id/',
    {
      config: {
        requires: 'can_copy_dash:Superset',
        errors: 'C',
        accepts: 'any',
        tokenInParts: true,
        answer: DashboardCopyAnswer,
      },
      schema: { params: idParams },
    },
    async (request) => {
      const { subject, params } = request
      const form = readCopyForm((await formFields(services, request))['data'])
      const id = await copyDashboard(services, subject, authorOf(request, now()), params.id, form)
      return legacyObject(services, id)
    },
  )
}

/** The dashboards of one owner, or all, that the caller may see, as links. */
async function dashboardLinks({ db, access, now }: Services, subject: Subject, ownerId: number | undefined) {
  let rows = db
    .selectFrom('dashboards')
    .select(['id', 'slug', 'dashboard_title', 'changed_on', 'changed_by', 'created_by'])
    .where(access.visible.dashboards(subject))
  if (ownerId !== undefined)
    rows = rows.where('id', 'in', (eb) =>
      eb.selectFrom('dashboard_owners').select('dashboard_id').where('user_id', '=', ownerId),
    )
  const found = await rows.orderBy('id').execute()
  const people = await findPeople(
    db,
    found.flatMap((row) => [row.changed_by, row.created_by]),
  )
  return found.map((row) => ({
    id: row.id,
    dashboard_title: row.dashboard_title,
    dashboard_link: dashboardLink(row),
    creator: creatorLink(people, row.created_by),
    modified: `<span class="no-wrap">${elapsed(row.changed_on, now())}</span>`,
    changed_on: isoTime(row.changed_on),
    url: dashboardUrl(row),
    changed_by_name: nameOf(people, row.changed_by),
  }))
}

function creatorLink(people: People, id: number | null): string {
  const person = id === null ? undefined : people.get(id)
  if (!person) return ''
  return linkTo(`/superset/profile/${encodeURIComponent(person.username)}/`, nameOf(people, id))
}

/** The complete dashboard that older clients get after copying one. */
async function legacyObject({ db, now }: Services, id: number) {
  const row = await db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const charts = await findDashboardCharts(db, id)
  const slices = []
  for (const chart of charts) slices.push(await chartObject(db, chart, now()))
  return {
    id,
    metadata: parseObject(row.json_metadata),
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    css: row.css,
    dashboard_title: row.dashboard_title,
    published: row.published,
    slug: row.slug,
    slices,
    position_json: row.position_json === null ? null : parseObject(row.position_json),
    last_modified_time: Math.floor(row.changed_on / 1000),
    is_managed_externally: row.is_managed_externally,
  }
}
