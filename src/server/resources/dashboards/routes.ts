import { z } from 'zod'
import { DashboardCreate, DashboardUpdate } from '../../../model/dashboard/dashboard.ts'
import {
  DashboardChartsAnswer,
  DashboardDatasetsAnswer,
  DashboardItemAnswer,
  DashboardRow,
  DashboardSavedAnswer,
} from '../../../model/dashboard/dashboardAnswers.ts'
import { MessageAnswer, SavedAnswer } from '../../../model/wire/answers.ts'
import { parseIds } from '../../../model/wire/listQuery.ts'
import { authorOf, versionTag } from '../../entities/changes.ts'
import { dashboardChartObject } from '../../entities/chartObject.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { notFound } from '../../entities/owners.ts'
import { addFavouriteRoutes } from '../../listing/favouriteRoutes.ts'
import type { FormField } from '../../listing/info.ts'
import { readQ } from '../../listing/list.ts'
import { addReadRoutes, idParams, qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { dashboardCollection } from './collection.ts'
import { addLaterRoutes } from './laterRoutes.ts'
import { readableDashboard } from './readable.ts'
import { addDashboardVersions } from './restore.ts'
import { shownDatasets } from './shownDatasets.ts'
import { addDashboardWorkbook } from './workbook.ts'
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

const itemColumns = new Set(['position_json', 'json_metadata', 'css', 'owners', 'roles', 'is_editor'])

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
  addDashboardWorkbook(app, services)
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
        is_editor: isEditor,
        ...result
      } = row
      const charts = await findDashboardCharts(db, id)
      reply.header('etag', versionTag(version))
      const editor = isEditor === true ? { is_editor: true } : {}
      return { result: { ...result, ...editor, charts: charts.map((chart) => chart.slice_name) } }
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
      return { result: await shownDatasets(services, subject, dashboard) }
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
  // a permission of later releases: for readers who may not open the chart builder, but may see the rows behind a mark
  permissions: [{ view: 'Dashboard', names: 'can_drill', roles: ['Alpha', 'Gamma'] as const }],
})
