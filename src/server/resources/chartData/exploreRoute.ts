import { AppError } from '../../../model/errors/errors.ts'
import { ExploreDataAnswer } from '../../../model/query/chartData.ts'
import { parseQueryContext, QueryContextBody } from '../../../model/query/queryContext.ts'
import { closeSignal } from '../../closeSignal.ts'
import type { Resource } from '../../resource.ts'

/**
 * POST /api/v1/explore/data: the results of a query context by columns, for the chart builder. It is smaller than the
 * response of /api/v1/chart/data, and charts are drawn from columns without converting rows. Dashboards request the
 * same encoding, so both use the same cached results.
 */
export const exploreData: Resource = (app, { chartData }) => {
  app.post(
    '/api/v1/explore/data',
    {
      config: { requires: 'can_read:Chart', safe: true, errors: 'B', answer: ExploreDataAnswer },
      // only for the API description; `parseQueryContext` reports errors
      schema: { body: QueryContextBody },
      validatorCompiler: () => (value: unknown) => ({ value }),
    },
    async (request, reply) => {
      const parsed = parseQueryContext(request.body)
      if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
      const context = { ...parsed.value, result_type: 'full' as const, result_format: 'json' as const }
      const answers = await chartData.answer(context, request.subject, {
        encoding: 'columns',
        args: request.query as Record<string, unknown>,
        signal: closeSignal(reply),
      })
      const commas = answers.flatMap(({ body }, index) => (index ? [COMMA, body] : [body]))
      return reply.type('application/json; charset=utf-8').send(Buffer.concat([RESULT, ...commas, END]))
    },
  )
}

const [RESULT, COMMA, END] = [Buffer.from('{"result":['), Buffer.from(','), Buffer.from(']}')]
