import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { ExploreDataAnswer } from '../../../model/query/chartData.ts'
import { parseQueryContext, QueryContextBody } from '../../../model/query/queryContext.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { sendRevalidated } from '../../chartData/revalidated.ts'
import { closeSignal } from '../../closeSignal.ts'
import type { Resource } from '../../resource.ts'

const path = '/api/v1/explore/data'
/** `q` is the query context as JSON text. */
const AsAddress = z.object({ q: z.string() })

/**
 * /api/v1/explore/data: the results of a query context by columns, for the chart builder. It is smaller than the
 * response of /api/v1/chart/data, and charts are drawn from columns without converting rows. Dashboards request the
 * same encoding, so both use the same cached results. With GET, browsers store the response.
 */
export const exploreData: Resource = (app, services) => {
  const config = { requires: 'can_read:Chart', errors: 'B', answer: ExploreDataAnswer } as const

  async function answer(body: unknown, args: Record<string, unknown>, request: FastifyRequest, reply: FastifyReply) {
    const parsed = parseQueryContext(body)
    if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
    const context = { ...parsed.value, result_type: 'full' as const, result_format: 'json' as const }
    const answers = await services.chartData.answer(context, request.subject, {
      encoding: 'columns',
      args,
      signal: closeSignal(reply),
    })
    const parts = answers.flatMap((each, index) => (index ? [COMMA, each.body] : [each.body]))
    reply.type('application/json; charset=utf-8')
    return sendRevalidated(services, request, reply, Buffer.concat([RESULT, ...parts, END]))
  }

  app.post(
    path,
    {
      config: { ...config, safe: true },
      // only for the API description; `parseQueryContext` reports errors
      schema: { body: QueryContextBody },
      validatorCompiler: () => (value: unknown) => ({ value }),
    },
    (request, reply) => answer(request.body, request.query as Record<string, unknown>, request, reply),
  )

  app.get(path, { config: { ...config, flag: 'CLIENT_CACHE' }, schema: { querystring: AsAddress } }, (request, reply) =>
    answer(parseObject(request.query.q), {}, request, reply),
  )
}

const [RESULT, COMMA, END] = [Buffer.from('{"result":['), Buffer.from(','), Buffer.from(']}')]
