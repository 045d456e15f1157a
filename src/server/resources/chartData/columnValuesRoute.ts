import { z } from 'zod'
import { isDatasetType } from '../../../model/chart/chart.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { ColumnValuesAnswer } from '../../../model/query/chartData.ts'
import type { Subject } from '../../access/subject.ts'
import { columnOf } from '../../chartData/answerText.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findDataset } from '../../entities/datasets.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const Params = z.object({ type: z.string(), id: idParams.shape.id, column: z.string() })

const VALUES_LIMIT = 10_000

const refused = (status: number, message: string) => new AppError('GENERIC_COMMAND_ERROR', status, message)

/** The distinct values of a column, as a JSON list. */
async function valuesOf(
  { access, chartData, db }: Services,
  subject: Subject,
  { type, id, column }: z.output<typeof Params>,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!isDatasetType(type)) throw refused(400, `Invalid datasource type: ${type}`)
  // checked first, so that users without access learn neither names of columns nor whether the dataset exists
  await access.canReadData(subject, id).catch((error: unknown) => {
    // these routes have their own error format
    throw error instanceof AppError ? refused(error.status, error.message) : error
  })
  const dataset = await findDataset(db, id)
  if (!dataset) throw refused(404, 'Datasource does not exist')
  if (!dataset.columns.some(({ column_name }) => column_name === column)) {
    throw refused(400, `Column name ${column} does not exist`)
  }
  // an empty list of metrics groups the query by the column, so each value occurs once
  const query = { columns: [column], metrics: [], row_limit: VALUES_LIMIT, apply_fetch_values_predicate: true }
  const context = { datasource: { id, type: 'table' as const }, queries: [query] }
  const [answer] = await chartData.answer(context, subject, { encoding: 'columns', signal })
  return answer && answer.rowcount > 0 ? columnOf(answer.body) : Buffer.from('[]')
}

/** GET /api/v1/datasource/{type}/{id}/column/{column}/values/, and the plain list that older clients request. */
export const columnValues: Resource = (app, services) => {
  const json = 'application/json; charset=utf-8'

  app.get(
    '/api/v1/datasource/:type/:id/column/:column/values/',
    {
      config: { requires: 'can_get_column_values:Datasource', runsQueries: true, answer: ColumnValuesAnswer },
      schema: { params: Params },
    },
    async ({ subject, params }, reply) => {
      const values = await valuesOf(services, subject, params, closeSignal(reply))
      return reply.type(json).send(Buffer.concat([Buffer.from('{"result":'), values, Buffer.from('}')]))
    },
  )

  app.get(
    '/superset/filter/:type/:id/:column/',
    { config: { requires: 'can_filter:Superset', runsQueries: true, errors: 'C' }, schema: { params: Params } },
    async ({ subject, params }, reply) =>
      reply.type(json).send(await valuesOf(services, subject, params, closeSignal(reply))),
  )
}
