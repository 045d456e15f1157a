import { z } from 'zod'
import { DashboardCreate, DashboardUpdate } from '../../../model/dashboard/dashboard.ts'
import {
  DashboardChartsAnswer,
  DashboardDatasetsAnswer,
  DashboardItemAnswer,
  DashboardRow,
  DashboardSavedAnswer,
} from '../../../model/dashboard/dashboardAnswers.ts'
import { filterTargets } from '../../../model/dashboard/filterTargets.ts'
import { MessageAnswer, SavedAnswer } from '../../../model/wire/answers.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { parseIds } from '../../../model/wire/listQuery.ts'
import type { Subject } from '../../access/subject.ts'
import { authorOf, versionTag } from '../../entities/changes.ts'
import { dashboardChartObject } from '../../entities/chartObject.ts'
import { findDashboardCharts, formDataOf } from '../../entities/charts.ts'
import { datasetObject, namesIn, trimmedDataset, withoutMaking } from '../../entities/datasetObject.ts'
import { notFound } from '../../entities/owners.ts'
import { addFavouriteRoutes } from '../../listing/favouriteRoutes.ts'
import type { FormField } from '../../listing/info.ts'
import { readQ } from '../../listing/list.ts'
import { addReadRoutes, idParams, qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'
import { dashboardCollection } from './collection.ts'
import { addLaterRoutes } from './laterRoutes.ts'
import { readableDashboard } from './readable.ts'
import { addDashboardVersions } from './restore.ts'
import { createDashboard, deleteDashboards, updateDashboard } from './write.ts'

const path = '/api/v1/dashboard'
const read = { requires: 'can_read:Dashboard' } as const
const write = { requires: 'can_write:Dashboard' } as const
const slugParams = z.object({ idOrSlug: z.string() })

const form = {
  certified_by: { type: 'String' },
  certification_details: { type: 'String' },
  dashboard_title: { type: 'String', length: [0, 500] },
  slug: { type: 'String', length: [1, 255] },
  owners: { type: 'List' },
  roles: { type: 'List' },
  position_json: { type: 'String' },
  css: { type: 'String' },
  json_metadata: { type: 'String' },
  published: { type: 'Boolean' },
} satisfies Record<string, FormField>

const itemColumns = new Set(['position_json', 'json_metadata', 'css', 'owners', 'roles'])

const routes: Resource = (app, services) => {
  const { db, now } = services

  addReadRoutes(app, services, {
    path,
    view: 'Dashboard',
    collection: dashboardCollection,
    permissions: ['can_delete_embedded', 'can_get_embedded', 'can_write', 'can_set_embedded', 'can_export', 'can_read'],
    forms: { add: form, edit: { ...form, slug: { type: 'String', length: [0, 255] } } },
    related: ['owners', 'roles', 'created_by', 'changed_by'],
    row: DashboardRow,
  })
  addDashboardVersions(app, services)
  addLaterRoutes(app, services)
  addFavouriteRoutes(app, services, {
    path,
    view: 'Dashboard',
    collection: dashboardCollection,
    className: 'Dashboard',
  })

  app.get(
    `${path}/:idOrSlug`,
    { config: { ...read, answer: DashboardItemAnswer }, schema: { params: slugParams } },
    async ({ subject, params }, reply) => {
      const { id, version } = await readableDashboard(services, subject, params.idOrSlug)
      const row = (await dashboardCollection.load([id], { db, subject, now: now(), wanted: itemColumns })).get(id)
      if (!row) throw notFound()
      const {
        uuid: _uuid,
        version: _version,
        status: _status,
        changed_on_utc: _utc,
        created_on: _made,
        ...result
      } = row
      const charts = await findDashboardCharts(db, id)
      reply.header('etag', versionTag(version))
      return { result: { ...result, charts: charts.map((chart) => chart.slice_name) } }
    },
  )

  app.get(
    `${path}/:idOrSlug/charts`,
    { config: { ...read, answer: DashboardChartsAnswer }, schema: { params: slugParams } },
    async ({ subject, params }) => {
      const { id } = await readableDashboard(services, subject, params.idOrSlug)
      return { result: (await findDashboardCharts(db, id)).map(dashboardChartObject) }
    },
  )

  app.get(
    `${path}/:idOrSlug/datasets`,
    { config: { ...read, answer: DashboardDatasetsAnswer }, schema: { params: slugParams } },
    async ({ subject, params }) => {
      const dashboard = await readableDashboard(services, subject, params.idOrSlug)
      return { result: await datasetsOf(services, subject, dashboard) }
    },
  )

  app.post(
    `${path}/`,
    { config: { ...write, answer: SavedAnswer, statuses: [201] }, schema: { body: DashboardCreate } },
    async (request, reply) => {
      const { body, subject } = request
      const { id, slug } = await createDashboard(services, subject, authorOf(request, now()), body)
      reply.code(201)
      return { id, result: body.slug == null ? body : { ...body, slug } }
    },
  )

  app.put(
    `${path}/:id`,
    { config: { ...write, answer: DashboardSavedAnswer }, schema: { params: idParams, body: DashboardUpdate } },
    async (request, reply) => {
      const { body, subject, params, headers } = request
      const author = authorOf(request, now())
      const { version, slug } = await updateDashboard(services, subject, author, params.id, body, headers['if-match'])
      reply.header('etag', versionTag(version))
      const result = body.slug == null ? body : { ...body, slug }
      return { id: params.id, result, last_modified_time: Math.floor(author.now / 1000) }
    },
  )

  app.delete(
    `${path}/:id`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      await deleteDashboards(services, request.subject, authorOf(request, now()), [request.params.id])
      return { message: 'OK' }
    },
  )

  app.delete(
    `${path}/`,
    { config: { ...write, answer: MessageAnswer }, schema: { querystring: qParam } },
    async (request) => {
      const ids = [...new Set(readQ(request.query.q, parseIds))]
      if (ids.length === 0) throw notFound()
      await deleteDashboards(services, request.subject, authorOf(request, now()), ids)
      return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'dashboard' : 'dashboards'}` }
    },
  )
}

/** `/api/v1/dashboard`: list, item with its charts and datasets, create, change, delete, stars. */
export const dashboardRoutes: Resource = Object.assign(routes, {
  // later releases of the contract have it: readers who may not open the builder, but what is behind a mark
  permissions: [{ view: 'Dashboard', names: 'can_drill', roles: ['Alpha', 'Gamma'] as const }],
})

/** The datasets of the charts and native filters, each with the columns and metrics that are used. */
async function datasetsOf({ db, access }: Services, subject: Subject, dashboard: Row<'dashboards'>) {
  const used = new Map<number, Set<string>>()
  const note = (datasetId: number, names: Iterable<string>) =>
    used.set(datasetId, new Set([...(used.get(datasetId) ?? []), ...names]))
  for (const chart of await findDashboardCharts(db, dashboard.id)) {
    const context = namesIn(parseObject(chart.query_context))
    note(chart.datasource_id, [...namesIn(formDataOf(chart)), ...context])
  }
  for (const { datasetId, column } of filterTargets(parseObject(dashboard.json_metadata)))
    note(datasetId, column === undefined ? [] : [column])
  if (used.size === 0) return []
  const seen = await db
    .selectFrom('datasets')
    .select('id')
    .where('id', 'in', [...used.keys()])
    .where(access.visible.datasets(subject))
    .execute()
  const visible = new Set(seen.map(({ id }) => id))
  const result = []
  for (const [id, names] of used) {
    const dataset = await datasetObject(db, id)
    if (!dataset) continue
    const trimmed = trimmedDataset(dataset, names)
    result.push(forCaller(subject, visible.has(id) ? trimmed : withoutMaking(trimmed)))
  }
  return result
}

/** Callers without an account do not see the owners and the database of a dataset. */
function forCaller<Trimmed extends { owners: unknown; database: unknown }>(subject: Subject, dataset: Trimmed) {
  if (subject.user) return dataset
  const { owners: _owners, database: _database, ...rest } = dataset
  return rest
}
