import { z } from 'zod'
import { isDatasetType } from '../../../model/chart.ts'
import { AppError } from '../../../model/errors.ts'
import { columnOf } from '../../chartData/answerText.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findDataset } from '../../entities/datasets.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'

const Params = z.object({ type: z.string(), id: idParams.shape.id, column: z.string() })

/** How many values are offered to choose from. */
const VALUES_LIMIT = 10_000

const refused = (status: number, message: string) => new AppError('GENERIC_COMMAND_ERROR', status, message)

/** GET /api/v1/datasource/{type}/{id}/column/{column}/values/: the different values of a column. */
export const columnValues: Resource = (app, { access, chartData, db }) => {
  app.get(
    '/api/v1/datasource/:type/:id/column/:column/values/',
    { config: { requires: 'can_get_column_values:Datasource' }, schema: { params: Params } },
    async (request, reply) => {
      const { type, id, column } = request.params
      if (!isDatasetType(type)) throw refused(400, `Invalid datasource type: ${type}`)
      const dataset = await findDataset(db, id)
      if (!dataset) throw refused(404, 'Datasource does not exist')
      // first, so that the names of columns are not told to who may not see them
      await access.canReadData(request.subject, id).catch((error: unknown) => {
        // this route says so in its own style
        throw error instanceof AppError ? refused(error.status, error.message) : error
      })
      if (!dataset.columns.some(({ column_name }) => column_name === column)) {
        throw refused(400, `Column name ${column} does not exist`)
      }
      // no metrics and yet grouped: each value once
      const query = { columns: [column], metrics: [], row_limit: VALUES_LIMIT, apply_fetch_values_predicate: true }
      const [answer] = await chartData.answer(
        { datasource: { id, type: 'table' }, queries: [query] },
        request.subject,
        {
          encoding: 'columns',
          signal: closeSignal(reply),
        },
      )
      const values = answer && answer.rowcount > 0 ? columnOf(answer.body) : Buffer.from('[]')
      return reply
        .type('application/json; charset=utf-8')
        .send(Buffer.concat([Buffer.from('{"result":'), values, Buffer.from('}')]))
    },
  )
}
