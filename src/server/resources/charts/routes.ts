import { z } from 'zod'
import { ChartCreate, ChartUpdate } from '../../../model/chart/chart.ts'
import { ChartItemAnswer, ChartRow } from '../../../model/chart/chartAnswers.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { MessageAnswer, SavedAnswer } from '../../../model/wire/answers.ts'
import { maxId } from '../../../model/wire/fields.ts'
import { parseIds } from '../../../model/wire/listQuery.ts'
import { authorOf, versionTag } from '../../entities/changes.ts'
import { findChart, formDataOf } from '../../entities/charts.ts'
import { notFound } from '../../entities/owners.ts'
import { rootsOf } from '../../listing/envelope.ts'
import { addFavouriteRoutes } from '../../listing/favouriteRoutes.ts'
import type { FormField } from '../../listing/info.ts'
import { itemAnswer, knownColumns, readItemQuery, readQ } from '../../listing/list.ts'
import { deletedRow, ModelDeleted } from '../../listing/modelForms.ts'
import { addReadRoutes, idParams, qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { chartCollection, chartShowColumns } from './collection.ts'
import { addChartVersions } from './restore.ts'
import { createChart, deleteCharts, updateChart } from './write.ts'

const path = '/api/v1/chart'
const read = { requires: 'can_read:Chart' } as const
const write = { requires: 'can_write:Chart' } as const
const formDataQuery = z.object({ slice_id: z.coerce.number().int().min(0).max(maxId).optional().catch(undefined) })
const sliceName = { slice_name: { type: 'String', required: true, length: [1, 250] } } satisfies Record<
  string,
  FormField
>

/** `/api/v1/chart`: list, item, create, change, delete, stars. Chart data and exports are separate resources. */
export const chartRoutes: Resource = (app, services) => {
  const { db, access, can, now } = services

  addReadRoutes(app, services, {
    path,
    view: 'Chart',
    collection: chartCollection,
    permissions: ['can_export', 'can_write', 'can_read'],
    forms: { add: sliceName, edit: { slice_name: { type: 'String', length: [0, 250] } } },
    related: ['owners', 'created_by', 'changed_by'],
    row: ChartRow,
  })
  addFavouriteRoutes(app, services, { path, view: 'Chart', collection: chartCollection, className: 'slice' })
  addChartVersions(app, services)

  app.get(
    `${path}/:id`,
    { config: { ...read, answer: ChartItemAnswer }, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id }, query }, reply) => {
      const q = readItemQuery(query.q)
      await can(subject, 'read', { kind: 'Chart', id })
      const wanted = rootsOf(knownColumns(q.columns, chartShowColumns))
      const row = (await chartCollection.load([id], { db, subject, now: now(), wanted })).get(id)
      const chart = await findChart(db, id)
      if (!row || !chart) throw notFound()
      reply.header('etag', versionTag(chart.version))
      return itemAnswer('Slice', chartShowColumns, id, row, q)
    },
  )

  // a chart that the caller may not see has no form data, as if it did not exist
  app.get(
    '/api/v1/form_data/',
    {
      config: { requires: 'can_query_form_data:Api', answer: z.record(z.string(), z.unknown()) },
      schema: { querystring: formDataQuery },
    },
    async ({ subject, query: { slice_id } }) => {
      const chart =
        slice_id &&
        (await db
          .selectFrom('charts')
          .selectAll()
          .where('id', '=', slice_id)
          .where(access.visible.charts(subject))
          .executeTakeFirst())
      return chart ? formDataOf(chart) : {}
    },
  )

  app.post(
    `${path}/`,
    { config: { ...write, answer: SavedAnswer, statuses: [201] }, schema: { body: ChartCreate } },
    async (request, reply) => {
      const id = await createChart(services, request.subject, authorOf(request, now()), request.body)
      reply.code(201)
      return { id, result: request.body }
    },
  )

  app.put(
    `${path}/:id`,
    { config: { ...write, answer: SavedAnswer }, schema: { params: idParams, body: ChartUpdate } },
    async (request, reply) => {
      const { id } = request.params
      if (request.body.datasource_id != null && request.body.datasource_type == null) throw missingType()
      const author = authorOf(request, now())
      const version = await updateChart(
        services,
        request.subject,
        author,
        id,
        request.body,
        request.headers['if-match'],
      )
      reply.header('etag', versionTag(version))
      return { id, result: request.body }
    },
  )

  app.delete(
    `${path}/:id`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      await deleteCharts(services, request.subject, authorOf(request, now()), [request.params.id])
      return { message: 'OK' }
    },
  )

  // for clients of very old versions
  app.delete(
    '/chart/api/delete/:id',
    { config: { ...write, errors: 'C', answer: ModelDeleted }, schema: { params: idParams } },
    async (request) => {
      await deleteCharts(services, request.subject, authorOf(request, now()), [request.params.id])
      return deletedRow
    },
  )

  app.delete(
    `${path}/`,
    { config: { ...write, answer: MessageAnswer }, schema: { querystring: qParam } },
    async (request) => {
      const ids = [...new Set(readQ(request.query.q, parseIds))]
      if (ids.length === 0) throw notFound()
      await deleteCharts(services, request.subject, authorOf(request, now()), ids)
      return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'chart' : 'charts'}` }
    },
  )
}

/** The original fails here without a message. */
const missingType = () =>
  new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Arguments are not correct', {
    fields: { datasource_type: ['Missing data for required field.'] },
  })
