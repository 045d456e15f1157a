import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { ids, short } from '../../../model/wire/fields.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { authorOf, lockRow, recordChange } from '../../entities/changes.ts'
import { addRelated, notFound, relations } from '../../entities/owners.ts'
import { placeChart } from '../../entities/placeCharts.ts'
import { formFields } from '../../formFields.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { updateDashboard } from './write.ts'

const SaveForm = z.looseObject({
  dashboard_title: z.string().max(500).optional(),
  css: z.string().nullish(),
  positions: short(z.record(z.string(), z.unknown())),
  last_modified_time: z.number().optional(),
})

const SavedAnswer = z.strictObject({ status: z.literal('SUCCESS'), last_modified_time: z.number() })

const AddForm = z.object({ slice_ids: ids })

const invalid = (message: string) => new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, message)

/** Saving a dashboard, and adding charts to one, as older clients do. */
export function addSaveForms(app: App, services: Services): void {
  const { db, can, access, now } = services
  const form = { errors: 'C', accepts: 'any', tokenInParts: true } as const

  app.post(
    '/superset/save_dash/:id/',
    {
      config: { ...form, requires: 'can_save_dash:Superset', answer: SavedAnswer },
      schema: { params: idParams },
    },
    async (request) => {
      const { subject, params } = request
      const { data } = await formFields(services, request)
      const parsed = SaveForm.safeParse(typeof data === 'string' ? parseObject(data) : undefined)
      if (!parsed.success) throw invalid('Saving a dashboard requires its `positions`.')
      await can(subject, 'write', { kind: 'Dashboard', id: params.id })
      const row = await db.selectFrom('dashboards').selectAll().where('id', '=', params.id).executeTakeFirst()
      if (!row) throw notFound()
      const { dashboard_title, css, last_modified_time: seen, ...metadata } = parsed.data
      if (seen !== undefined && Math.floor(row.changed_on / 1000) > seen) {
        const message = 'This dashboard was changed recently. Please reload dashboard to get latest version.'
        throw new AppError('GENERIC_COMMAND_ERROR', 412, message)
      }
      const author = authorOf(request, now())
      const body = {
        ...(dashboard_title === undefined ? {} : { dashboard_title }),
        ...(css == null ? {} : { css }),
        json_metadata: JSON.stringify({ ...parseObject(row.json_metadata), ...metadata }),
      }
      await updateDashboard(services, subject, author, params.id, body, undefined)
      return { status: 'SUCCESS' as const, last_modified_time: Math.floor(author.now / 1000) }
    },
  )

  app.post(
    '/superset/add_slices/:id/',
    { config: { ...form, requires: 'can_add_slices:Superset' }, schema: { params: idParams } },
    async (request, reply) => {
      const { subject, params } = request
      const { data } = await formFields(services, request)
      const parsed = AddForm.safeParse(typeof data === 'string' ? parseObject(data) : undefined)
      if (!parsed.success) throw invalid('`slice_ids` must be a list of chart ids.')
      await can(subject, 'write', { kind: 'Dashboard', id: params.id })
      const author = authorOf(request, now())
      await db.transaction().execute(async (trx) => {
        if (!(await lockRow(trx, 'dashboards', params.id))) throw notFound()
        const charts = await trx
          .selectFrom('charts')
          .select(['id', 'uuid', 'slice_name'])
          .where('id', 'in', [0, ...parsed.data.slice_ids])
          .where(access.visible.charts(subject))
          .execute()
        const chartIds = charts.map(({ id }) => id)
        await addRelated(trx, relations.dashboardCharts, params.id, chartIds)
        for (const chart of charts) await placeChart(trx, author, chart, [params.id])
        await recordChange(trx, author, 'update', { kind: 'Dashboard', id: params.id }, { charts: chartIds })
      })
      return reply.type('text/html; charset=utf-8').send('SLICES ADDED')
    },
  )
}
