import { z } from 'zod'
import { datasourceTypes, isDatasetType } from '../../../model/chart/chart.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { SamplesAnswer } from '../../../model/query/chartData.ts'
import { parseQueryContext, pythonText, QueryFilters } from '../../../model/query/queryContext.ts'
import type { QueryContext } from '../../../model/query/queryObject.ts'
import { fieldErrors, integer } from '../../../model/wire/fields.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findDataset } from '../../entities/datasets.ts'
import type { Resource } from '../../resource.ts'

const SAMPLES_LIMIT = 1000
const pageSizes = `Must be greater than or equal to 1 and less than or equal to ${SAMPLES_LIMIT}.`

const Arguments = z.object({
  datasource_type: z.enum(datasourceTypes),
  datasource_id: integer,
  force: z.stringbool().optional(),
  page: integer.pipe(z.int().min(1)).default(1),
  per_page: z.coerce
    .number(pageSizes)
    .pipe(z.int(pageSizes).min(1, pageSizes).max(SAMPLES_LIMIT, pageSizes))
    .default(SAMPLES_LIMIT),
})

const Payload = QueryFilters.nullable()

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new AppError('GENERIC_COMMAND_ERROR', 400, pythonText(fieldErrors(parsed.error)))
}

/** The contract's status for errors in the query itself on this route. */
const UNPROCESSABLE = 422

/** POST /datasource/samples: a page of the rows behind a chart, and their total number. */
export const samples: Resource = (app, { access, chartData, db }) => {
  app.post(
    '/datasource/samples',
    {
      config: {
        requires: 'can_samples:Datasource',
        runsQueries: true,
        errors: 'C',
        safe: true,
        accepts: 'any',
        answer: SamplesAnswer,
      },
    },
    async (request, reply) => {
      const { datasource_id: id, datasource_type, page, per_page, force } = read(Arguments, withoutEmpty(request.query))
      const payload = read(Payload, request.body ?? null)
      const missing = new AppError('GENERIC_COMMAND_ERROR', 404, 'Datasource does not exist')
      if (!isDatasetType(datasource_type)) throw missing
      await access.canReadData(request.subject, id)
      if (!(await findDataset(db, id))) throw missing
      const context = contextOf({
        datasource: { id, type: 'table' },
        result_type: 'drill_detail',
        force,
        queries: [
          { ...payload, row_limit: per_page, row_offset: (page - 1) * per_page },
          { ...payload, metrics: [COUNT], result_type: 'full' },
        ],
      })
      const options = { encoding: 'rows', signal: closeSignal(reply) } as const
      const [rows, count] = await chartData.answer(context, request.subject, options).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.status !== 400) throw error
        throw new AppError(error.code, UNPROCESSABLE, error.message, { cause: error })
      })
      const paging = JSON.stringify({ page, per_page, total_count: totalOf(count?.body) })
      return reply.type('application/json; charset=utf-8').send(
        Buffer.concat([
          Buffer.from('{"result":'),
          // the paging fields are inserted before the closing brace
          rows ? rows.body.subarray(0, -1) : Buffer.from('{'),
          Buffer.from(`,${paging.slice(1)}}`),
        ]),
      )
    },
  )
}

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }

function contextOf(body: unknown): QueryContext {
  const parsed = parseQueryContext(body)
  if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
  return parsed.value
}

const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(query as Record<string, string>).filter(([, value]) => value !== ''))

/** The single number of a counting query. */
function totalOf(body: Buffer | undefined): number {
  const { data } = JSON.parse(body?.toString() ?? '{"data":[]}') as { data: Record<string, number>[] }
  return data[0]?.['COUNT(*)'] ?? 0
}
