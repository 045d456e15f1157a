import { AppError } from '../../../model/errors/errors.ts'
import { parseFields } from '../../../model/wire/fields.ts'
import { DashboardPermalink } from '../../../model/wire/stateForm.ts'
import { has } from '../../access/subject.ts'
import { attachFile, mimeTypes } from '../../chartData/files.ts'
import { closeSignal } from '../../closeSignal.ts'
import { dashboardWorkbook } from '../../dashboardData/dashboardWorkbook.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { readableDashboard } from './readable.ts'

/** `POST /api/v1/dashboard/{id}/workbook/`: the data of its charts as XLSX, with the filters of the body. */
export function addDashboardWorkbook(app: App, services: Services): void {
  app.post(
    '/api/v1/dashboard/:id/workbook/',
    {
      config: { requires: 'can_read:Dashboard', safe: true, body: DashboardPermalink, file: mimeTypes.xlsx },
      schema: { params: idParams },
    },
    async ({ subject, params, body }, reply) => {
      const dashboard = await readableDashboard(services, subject, String(params.id))
      if (!has(subject, 'can_csv:Superset')) throw new AppError('GENERIC_COMMAND_ERROR', 403, 'Forbidden')
      const parsed = parseFields(DashboardPermalink, body ?? {})
      if (!parsed.ok) {
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Invalid request', { fields: parsed.fields })
      }
      const wishes = { state: parsed.value, signal: closeSignal(reply) }
      const workbook = await dashboardWorkbook(services, dashboard, subject, wishes)
      return attachFile(reply, 'xlsx', services.now()).send(workbook)
    },
  )
}
