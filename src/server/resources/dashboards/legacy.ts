import multipart from '@fastify/multipart'
import { DashboardCopyAnswer } from '../../../model/dashboard/dashboardAnswers.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { authorOf } from '../../entities/changes.ts'
import { chartObject } from '../../entities/chartObject.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { formFields } from '../../formFields.ts'
import { deletedRow, ModelDeleted } from '../../listing/modelForms.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { copyDashboard, readCopyForm } from './copy.ts'
import { addSaveForms } from './saveForms.ts'
import { deleteDashboards } from './write.ts'

/** Dashboards as older clients copy, save and delete them. */
export const legacyDashboardRoutes: Resource = (app, services) => {
  // the front end of the original sends multipart forms
  void app.register(async (child: App) => {
    await child.register(multipart)
    addCopyRoute(child, services)
    addSaveForms(child, services)
  })

  app.delete(
    '/dashboard/api/delete/:id',
    { config: { requires: 'can_write:Dashboard', errors: 'C', answer: ModelDeleted }, schema: { params: idParams } },
    async (request) => {
      await deleteDashboards(services, request.subject, authorOf(request, services.now()), [request.params.id])
      return deletedRow
    },
  )
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
