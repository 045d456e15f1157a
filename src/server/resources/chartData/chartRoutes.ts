import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { AsyncJob } from '../../../model/query/asyncJob.ts'
import { ChartDataAnswer } from '../../../model/query/chartData.ts'
import { parseQueryContext, QueryContextBody } from '../../../model/query/queryContext.ts'
import type { QueryContext } from '../../../model/query/queryObject.ts'
import { parseJson } from '../../../model/wire/json.ts'
import { has } from '../../access/subject.ts'
import { answerLater, keptAnswers } from '../../asyncQueries/answerLater.ts'
import { contextOfFormData, savedContext } from '../../chartData/chartContext.ts'
import { sendFiles } from '../../chartData/files.ts'
import type { AnswerOptions, QueryAnswer } from '../../chartData/queryAnswer.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findChart, formDataOf } from '../../entities/charts.ts'
import { findDataset } from '../../entities/datasets.ts'
import { asAppError, BrokenBodyError, errorBody, sendError } from '../../errors.ts'
import { formFields } from '../../formFields.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const KeyParam = z.object({ cacheKey: z.string() })
const DataQuery = z.object({ format: z.string().optional(), type: z.string().optional(), force: z.string().optional() })

/** POST /api/v1/chart/data and GET /api/v1/chart/{id}/data/. */
export const chartDataOfCharts: Resource = (app, services) => {
  // downloads post a form, urlencoded or multipart
  void app.register(async (child: App) => {
    await child.register(multipart)
    addDataRoute(child, services)
  })

  app.get(
    '/api/v1/chart/:id/data/',
    {
      config: { requires: 'can_read:Chart', runsQueries: true, answer: ChartDataAnswer, accepted: AsyncJob },
      schema: { params: idParams, querystring: DataQuery },
    },
    async (request, reply) => {
      const { id } = request.params
      const { format, type, force } = request.query
      await services.can(request.subject, 'read', { kind: 'Chart', id })
      const chart = await findChart(services.db, id)
      const dataset = chart?.datasource_id == null ? undefined : await findDataset(services.db, chart.datasource_id)
      if (!chart || !dataset) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      const context = savedContext(chart) ?? (await contextOfFormData(chart, dataset))
      if (!context) {
        const message = 'Chart has no query context saved. Please save the chart again.'
        throw new AppError('GENERIC_COMMAND_ERROR', 400, message)
      }
      const wished = {
        ...context,
        // settings of the chart's table are saved with the chart, not with its query
        ...(type === 'post_processed' ? { form_data: formDataOf(chart) } : {}),
        result_type: type ?? 'full',
        result_format: format ?? 'json',
        force: force === 'true',
      }
      return sendAnswers(checked(wished), request, reply, services, { mayBeLater: true })
    },
  )
}

function addDataRoute(app: App, services: Services): void {
  app.post(
    '/api/v1/chart/data',
    {
      config: {
        requires: 'can_read:Chart',
        runsQueries: true,
        safe: true,
        accepts: 'any',
        tokenInParts: true,
        answer: ChartDataAnswer,
        accepted: AsyncJob,
      },
      // only for the API description; `parseQueryContext` reports errors
      schema: { body: QueryContextBody },
      validatorCompiler: () => (value: unknown) => ({ value }),
      errorHandler: (error, request, reply) => {
        const failure = asAppError(error, request)
        // the contract sends this error in the list format
        if (!(failure instanceof BrokenBodyError)) return sendError(failure, request, reply)
        return reply.code(failure.status).send(errorBody(failure, 'B'))
      },
    },
    async (request, reply) =>
      sendAnswers(await contextOfBody(services, request), request, reply, services, { mayBeLater: true }),
  )
}

/** GET /api/v1/chart/data/{cache_key}: a cached result, with the caller's own permissions. */
export const keptChartData: Resource = (app, services) => {
  app.get(
    '/api/v1/chart/data/:cacheKey',
    { config: { requires: 'can_read:Chart', answer: ChartDataAnswer }, schema: { params: KeyParam } },
    async (request, reply) => {
      const { cacheKey } = request.params
      const ofJob = await services.chartData.requests.find(cacheKey)
      if (ofJob?.encoding === 'rows' && !ofJob.form) {
        return sendRows(reply, await keptAnswers(services, request.subject, ofJob))
      }
      const context = await services.chartData.contextOf(cacheKey)
      if (!context) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      const result_type = context.result_type === 'post_processed' ? 'post_processed' : 'full'
      const kept = { ...context, result_type, result_format: 'json' } as const
      return sendAnswers(kept, request, reply, services, { fromCache: 'result' })
    },
  )
}

/** The query context of a request: its JSON, or JSON text in the form field `form_data` (downloads). */
async function contextOfBody(services: Services, request: FastifyRequest): Promise<QueryContext> {
  const type = request.headers['content-type'] ?? ''
  if (/^application\/([\w.-]+\+)?json/.test(type)) return checked(request.body)
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) throw notJson()
  const { form_data: text } = await formFields(services, request)
  try {
    return checked(parseJson(String(text)))
  } catch (error) {
    throw error instanceof SyntaxError ? notJson() : error
  }
}

const notJson = () => new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Request is not JSON')

function checked(body: unknown): QueryContext {
  const parsed = parseQueryContext(body)
  if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
  return parsed.value
}

async function sendAnswers(
  context: QueryContext,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { fromCache, mayBeLater = false }: Pick<AnswerOptions, 'fromCache'> & { mayBeLater?: boolean } = {},
): Promise<FastifyReply> {
  const { chartData, now } = services
  const signal = closeSignal(reply)
  const args = request.query as Record<string, unknown>
  const format = context.result_format ?? 'json'
  if (format === 'json') {
    const isFull = (context.result_type ?? 'full') === 'full'
    const later =
      mayBeLater && isFull
        ? await answerLater(services, request, { context, encoding: 'rows', args }, { path: PATH_OF_RESULTS, reply })
        : undefined
    if (later && 'job' in later) return reply.code(202).send(later.job)
    const options = { encoding: 'rows', args, signal, ...(fromCache && { fromCache }) } as const
    return sendRows(reply, later?.answers ?? (await chartData.answer(context, request.subject, options)))
  }
  if (!has(request.subject, 'can_csv:Superset')) throw new AppError('GENERIC_COMMAND_ERROR', 403, 'Forbidden')
  if (context.queries.length === 0) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Empty query result')
  const answers = await chartData.answer(context, request.subject, { encoding: format, args, signal })
  const files = answers.flatMap(({ file }) => file ?? [])
  // results that are not tables (the text of a query, a list of grains) have no file format
  if (files.length < answers.length) {
    for (const file of files) await rm(file, { force: true })
    throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Only rows can be downloaded as a file. Please request JSON.')
  }
  return sendFiles(reply, files, format, now())
}

const PATH_OF_RESULTS = '/api/v1/chart/data/'

function sendRows(reply: FastifyReply, answers: readonly QueryAnswer[]): FastifyReply {
  const commas = answers.flatMap(({ body }, index) => (index ? [COMMA, body] : [body]))
  return reply.type('application/json; charset=utf-8').send(Buffer.concat([RESULT, ...commas, END]))
}

const [RESULT, COMMA, END] = [Buffer.from('{"result":['), Buffer.from(','), Buffer.from(']}')]
