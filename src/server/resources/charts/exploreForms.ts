import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { id as idField } from '../../../model/wire/fields.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { datasetIdOf } from '../../../model/wire/stateForm.ts'
import { has } from '../../access/subject.ts'
import { type Author, authorOf, created, recordChange } from '../../entities/changes.ts'
import { chartObject } from '../../entities/chartObject.ts'
import { formDataOf } from '../../entities/charts.ts'
import { dashboardUrl } from '../../entities/dashboards.ts'
import { keepFormData } from '../../entities/formDataKeys.ts'
import { addRelated, forbidden, relations } from '../../entities/owners.ts'
import { formFields } from '../../formFields.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { createChart, updateChart } from './write.ts'

const SaveQuery = z.object({
  action: z.enum(['saveas', 'overwrite']).optional().catch(undefined),
  slice_name: z.string().trim().min(1).max(250).optional(),
  slice_id: idField.optional(),
  save_to_dashboard_id: idField.optional(),
  new_dashboard_name: z.string().trim().min(1).max(500).optional(),
})
type SaveQuery = z.output<typeof SaveQuery>

const places = z.object({ type: z.string().optional(), id: idField.optional() })

const SavedAnswer = z.strictObject({
  can_add: z.boolean(),
  can_download: z.boolean(),
  can_overwrite: z.boolean(),
  form_data: z.record(z.string(), z.unknown()),
  slice: z.record(z.string(), z.unknown()),
  dashboard_url: z.string().nullable(),
  dashboard_id: z.int().nullable(),
})

const invalid = (message: string) => new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, message)

/** Saving a chart, and opening one with posted form data, as older clients do. */
export const exploreForms: Resource = (app, services) => {
  void app.register(async (child: App) => {
    await child.register(multipart)
    for (const url of ['/superset/explore/', '/superset/explore/:type/:id/']) addForm(child, services, url)
  })
}

function addForm(app: App, services: Services, url: string): void {
  app.post(
    url,
    {
      config: {
        requires: 'can_explore:Superset',
        errors: 'C',
        accepts: 'any',
        tokenInParts: true,
        answer: SavedAnswer,
      },
      schema: { params: places, querystring: SaveQuery },
    },
    async (request, reply) => {
      const { params, query } = request
      const fields = await formFields(services, request)
      const formData = parseObject(typeof fields['form_data'] === 'string' ? fields['form_data'] : null)
      if (params.id !== undefined) formData['datasource'] ??= `${params.id}__table`
      const context = typeof fields['query_context'] === 'string' ? fields['query_context'] : undefined
      if (query.action) return saveChart(services, request, query, formData, context)
      const key = await keepFormData(services, request.subject, formData)
      return reply.redirect(`/explore/?form_data_key=${key}`, 302)
    },
  )
}

async function saveChart(
  services: Services,
  request: FastifyRequest,
  query: SaveQuery,
  formData: Record<string, unknown>,
  context: string | undefined,
): Promise<z.output<typeof SavedAnswer>> {
  const { db, now } = services
  const { subject } = request
  if (!has(subject, 'can_write:Chart')) throw forbidden()
  if (query.new_dashboard_name !== undefined && !has(subject, 'can_write:Dashboard')) throw forbidden()
  const author = authorOf(request, now())
  const { slice_id: formChart, ...params } = formData
  const given = query.slice_id ?? (typeof formChart === 'number' ? formChart : undefined)
  const body = {
    viz_type: typeof params['viz_type'] === 'string' ? params['viz_type'] : '',
    params: JSON.stringify(params),
    ...(context === undefined ? {} : { query_context: context }),
  }
  const chartId = await storedChart(services, request, author, { query, given, body, formData })
  const target = await placeOnDashboard(services, request, author, chartId, query)
  const chart = await db.selectFrom('charts').selectAll().where('id', '=', chartId).executeTakeFirstOrThrow()
  return {
    can_add: true,
    can_download: has(subject, 'can_csv:Superset'),
    can_overwrite: true,
    form_data: formDataOf(chart),
    slice: await chartObject(db, chart, now()),
    dashboard_url: target ? dashboardUrl(target) : null,
    dashboard_id: target?.id ?? null,
  }
}

interface Saving {
  query: SaveQuery
  /** The id of the open chart. */
  given: number | undefined
  body: { viz_type: string; params: string; query_context?: string }
  formData: Record<string, unknown>
}

/** The id of the new or changed chart. */
async function storedChart(
  services: Services,
  { subject }: FastifyRequest,
  author: Author,
  { query, given, body, formData }: Saving,
): Promise<number> {
  if (query.action === 'overwrite') {
    if (given === undefined) throw invalid('`slice_id` is missing: there is no chart to overwrite.')
    const named = query.slice_name === undefined ? {} : { slice_name: query.slice_name }
    await updateChart(services, subject, author, given, { ...body, ...named }, undefined)
    return given
  }
  const datasetId = datasetIdOf(formData)
  if (query.slice_name === undefined || datasetId === undefined)
    throw invalid('A new chart needs `slice_name`, and a dataset in its form data.')
  const place = { datasource_id: datasetId, datasource_type: 'table' as const }
  return createChart(services, subject, author, { ...body, ...place, slice_name: query.slice_name })
}

/** Adds the chart to the dashboard of the request, which may be a new one. */
async function placeOnDashboard(
  services: Services,
  { subject }: FastifyRequest,
  author: Author,
  chartId: number,
  { save_to_dashboard_id: known, new_dashboard_name: title }: SaveQuery,
): Promise<{ id: number; slug: string | null } | undefined> {
  const { db } = services
  const id = known ?? (title === undefined ? undefined : await newDashboard(services, author, title))
  if (id === undefined) return undefined
  const current = await db
    .selectFrom('dashboard_charts')
    .select('dashboard_id')
    .where('chart_id', '=', chartId)
    .execute()
  const dashboards = [...new Set([...current.map((row) => row.dashboard_id), id])]
  await updateChart(services, subject, author, chartId, { dashboards }, undefined)
  return db.selectFrom('dashboards').select(['id', 'slug']).where('id', '=', id).executeTakeFirst()
}

async function newDashboard({ db }: Services, author: Author, title: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('dashboards')
      .values({ ...created(author), dashboard_title: title })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRelated(trx, relations.dashboardOwners, id, author.userId === null ? [] : [author.userId])
    await recordChange(trx, author, 'create', { kind: 'Dashboard', id })
    return id
  })
}
