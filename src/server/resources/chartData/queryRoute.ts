import multipart from '@fastify/multipart'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { ChartDataAnswer } from '../../../model/query/chartData.ts'
import { parseQueryContext } from '../../../model/query/queryContext.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { closeSignal } from '../../closeSignal.ts'
import { formFields } from '../../formFields.ts'
import type { App, Resource } from '../../resource.ts'

/** POST /api/v1/query/: a query context in a form field, as very old clients send it. The results have no envelope. */
export const formQuery: Resource = (app, services) => {
  void app.register(async (child: App) => {
    await child.register(multipart)
    child.post(
      '/api/v1/query/',
      {
        config: {
          requires: 'can_query:Api',
          runsQueries: true,
          errors: 'C',
          accepts: 'any',
          tokenInParts: true,
          body: QueryForm,
          answer: QueryAnswers,
        },
      },
      async (request, reply) => {
        const { query_context: text } = await formFields(services, request)
        const parsed = parseQueryContext(parseObject(typeof text === 'string' ? text : null))
        if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
        const context = { ...parsed.value, result_type: 'full' as const, result_format: 'json' as const }
        const answers = await services.chartData.answer(context, request.subject, {
          encoding: 'rows',
          signal: closeSignal(reply),
        })
        const commas = answers.flatMap(({ body }, index) => (index ? [COMMA, body] : [body]))
        return reply.type('application/json').send(Buffer.concat([OPEN, ...commas, CLOSE]))
      },
    )
  })
}

/** `query_context` is JSON text. */
const QueryForm = z.object({ query_context: z.string() })
const QueryAnswers = ChartDataAnswer.shape.result
const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]
