import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { AsyncJob } from '../../../model/query/asyncJob.ts'
import { ExploreDataAnswer } from '../../../model/query/chartData.ts'
import { parseQueryContext, QueryContextBody } from '../../../model/query/queryContext.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { answerLater, keptAnswers } from '../../asyncQueries/answerLater.ts'
import type { QueryAnswer } from '../../chartData/queryAnswer.ts'
import { sendRevalidated } from '../../chartData/revalidated.ts'
import { closeSignal } from '../../closeSignal.ts'
import type { Resource } from '../../resource.ts'

const path = '/api/v1/explore/data'
/** `q` is the query context as JSON text. */
const AsAddress = z.object({ q: z.string() })
const KeyParam = z.object({ cacheKey: z.string() })

/**
 * /api/v1/explore/data: the results of a query context by columns, for the chart builder. The response is smaller than
 * that of /api/v1/chart/data, and charts are drawn from columns without converting rows. Dashboards request the same
 * encoding, so both use the same cached results. With GET, browsers store the response. With `Prefer: respond-async`, a
 * long query is a job, and its result is at /api/v1/explore/data/{cache_key}.
 */
export const exploreData: Resource = (app, services) => {
  const config = { requires: 'can_read:Chart', errors: 'B', answer: ExploreDataAnswer } as const
  const laterConfig = { ...config, accepted: AsyncJob, runsQueries: true } as const

  function send(request: FastifyRequest, reply: FastifyReply, answers: readonly QueryAnswer[]): FastifyReply {
    const parts = answers.flatMap((each, index) => (index ? [COMMA, each.body] : [each.body]))
    reply.type('application/json; charset=utf-8')
    return sendRevalidated(services, request, reply, Buffer.concat([RESULT, ...parts, END]))
  }

  async function answer(body: unknown, args: Record<string, unknown>, request: FastifyRequest, reply: FastifyReply) {
    const parsed = parseQueryContext(body)
    if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
    const context = { ...parsed.value, result_type: 'full' as const, result_format: 'json' as const }
    const asked = { context, encoding: 'columns', args } as const
    const later = await answerLater(services, request, asked, { path: `${path}/`, reply, byWish: true })
    if (later && 'job' in later) return reply.code(202).send(later.job)
    const options = { encoding: 'columns', args, signal: closeSignal(reply) } as const
    return send(request, reply, later?.answers ?? (await services.chartData.answer(context, request.subject, options)))
  }

  app.post(
    path,
    {
      config: { ...laterConfig, safe: true },
      // only for the API description; `parseQueryContext` reports errors
      schema: { body: QueryContextBody },
      validatorCompiler: () => (value: unknown) => ({ value }),
    },
    (request, reply) => answer(request.body, request.query as Record<string, unknown>, request, reply),
  )

  app.get(
    path,
    { config: { ...laterConfig, flag: 'CLIENT_CACHE' }, schema: { querystring: AsAddress } },
    (request, reply) => answer(parseObject(request.query.q), {}, request, reply),
  )

  app.get(
    `${path}/:cacheKey`,
    { config: { ...config, flag: 'GLOBAL_ASYNC_QUERIES' }, schema: { params: KeyParam } },
    async (request, reply) => {
      const kept = await services.chartData.requests.find(request.params.cacheKey)
      if (kept?.encoding !== 'columns') throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      return send(request, reply, await keptAnswers(services, request.subject, kept))
    },
  )
}

const [RESULT, COMMA, END] = [Buffer.from('{"result":['), Buffer.from(','), Buffer.from(']}')]
