import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { splitAdhocFilters } from '../../../charts/shared/query/filters.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { parseQueryContext } from '../../../model/query/queryContext.ts'
import type { AdhocFilter, QueryContext, ResultType } from '../../../model/query/queryObject.ts'
import { wallClock } from '../../../model/time/wallClock.ts'
import { isRecord, parseJson } from '../../../model/wire/json.ts'
import { has } from '../../access/subject.ts'
import { answerLater, keptAnswers } from '../../asyncQueries/answerLater.ts'
import { fieldsOfAnswer } from '../../chartData/answerText.ts'
import { fromForm } from '../../chartData/chartContext.ts'
import { sendFiles } from '../../chartData/files.ts'
import { sendRevalidated } from '../../chartData/revalidated.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findChart, formDataOf } from '../../entities/charts.ts'
import { findDataset } from '../../entities/datasets.ts'
import { errorBody } from '../../errors.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { filterBoxQueries, type LegacyQuery, legacyQuery } from './legacyCharts.ts'
import type { Form } from './legacyForm.ts'

const Query = z.object({
  form_data: z.string().optional(),
  force: z.string().optional(),
  csv: z.string().optional(),
  query: z.string().optional(),
  results: z.string().optional(),
  samples: z.string().optional(),
})
const KeyParam = z.object({ cacheKey: z.string() })
const SliceParams = z.object({ sliceId: z.coerce.number().int() })
const Params = z.object({ type: z.string().optional(), id: z.coerce.number().int().optional() })

const noDataset = () =>
  new AppError('FAILED_FETCHING_DATASOURCE_INFO_ERROR', 403, 'The dataset associated with this chart no longer exists')

/**
 * `/superset/explore_json/`: chart data by form data, for programs that were written for it. Our own pages send query
 * contexts.
 */
export const exploreJson: Resource = (app, services) => {
  void app.register(async (child: App) => {
    await child.register(multipart)
    const config = {
      requires: 'can_explore_json:Superset',
      runsQueries: true,
      errors: 'C',
      safe: true,
      accepts: 'any',
    } as const
    for (const url of ['/superset/explore_json/', '/superset/explore_json/:type/:id/']) {
      for (const method of ['GET', 'POST'] as const) {
        child.route({
          method,
          url,
          config,
          schema: { params: Params, querystring: Query },
          handler: (request, reply) => answer(services, request, reply).catch(noDatasetReply(reply)),
        })
      }
    }
    child.get(
      '/superset/explore_json/data/:cacheKey',
      {
        config: { requires: 'can_explore_json:Superset', errors: 'C', flag: 'GLOBAL_ASYNC_QUERIES' },
        schema: { params: KeyParam },
      },
      (request, reply) => answerKept(services, request, reply),
    )
    child.route({
      method: 'GET',
      url: '/superset/slice_json/:sliceId',
      config: { ...config, requires: 'can_slice_json:Superset' },
      schema: { params: SliceParams, querystring: Query },
      handler: (request, reply) => answerSlice(services, request, reply).catch(noDatasetReply(reply)),
    })
  })
}

/** The result of a query that ran in the background. */
async function answerKept(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { cacheKey } = request.params as z.output<typeof KeyParam>
  const kept = await services.chartData.requests.find(cacheKey)
  if (!kept?.form) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Cached data not found')
  const [result] = await keptAnswers(services, request.subject, kept)
  reply.type('application/json; charset=utf-8')
  return reply.send(payload(result?.body ?? Buffer.from('{}'), kept.form))
}

/** The contract sends the error about a missing dataset in the list format. */
const noDatasetReply =
  (reply: FastifyReply) =>
  (error: unknown): FastifyReply => {
    if (!(error instanceof AppError) || error.code !== 'FAILED_FETCHING_DATASOURCE_INFO_ERROR') throw error
    return reply.code(error.status).send(errorBody(error, 'B'))
  }

/** `/superset/slice_json/{chart}`: the data of a saved chart. Form data in the address override those of the chart. */
async function answerSlice(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const flags = request.query as z.output<typeof Query>
  const { sliceId } = request.params as z.output<typeof SliceParams>
  const missing = new AppError('GENERIC_COMMAND_ERROR', 404, 'The slice does not exist')
  await services.can(request.subject, 'read', { kind: 'Chart', id: sliceId }).catch((error: unknown) => {
    throw error instanceof AppError ? missing : error
  })
  const chart = await findChart(services.db, sliceId)
  if (!chart) throw missing
  const overrides = flags.form_data === undefined ? {} : objectOf(flags.form_data)
  const form = withoutScripts({ ...formDataOf(chart), ...overrides, slice_id: sliceId })
  return answerForm(services, request, reply, form, typeof form.datasource === 'string' ? form.datasource : '')
}

async function answer(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const flags = request.query as z.output<typeof Query>
  const { type, id } = request.params as z.output<typeof Params>
  const form = await formOf(services, request, flags.form_data)
  const named = typeof form.datasource === 'string' ? form.datasource : id === undefined ? '' : `${id}__${type}`
  return answerForm(services, request, reply, form, named)
}

/** `named`: the dataset, as `5__table`. */
async function answerForm(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  named: string,
): Promise<FastifyReply> {
  const flags = request.query as z.output<typeof Query>
  const match = /^(\d{1,9})__(\w+)$/.exec(named)
  if (!match) throw noDataset()
  const datasetId = Number(match[1])
  await services.access.canReadData(request.subject, datasetId)
  const dataset = await findDataset(services.db, datasetId)
  if (!dataset) {
    throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Datasource does not exist')
  }
  if (flags.csv === 'true' && !has(request.subject, 'can_csv:Superset')) {
    throw new AppError('GENERIC_COMMAND_ERROR', 403, "You don't have the rights to download as csv")
  }
  const isFull = [flags.csv, flags.query, flags.results, flags.samples].every((flag) => flag !== 'true')
  if (form.viz_type === 'filter_box' && isFull) {
    return sendFilterBox(services, request, reply, { form, datasetId, force: flags.force === 'true' })
  }
  // a form without a type is a table
  const typed = { viz_type: 'table', ...form }
  const legacy = fromForm(() => legacyQuery(typed, wallClock(services.now(), services.config.timeZone)))
  if (!legacy) {
    const type = typeof form.viz_type === 'string' ? form.viz_type : JSON.stringify(form.viz_type)
    const message = `Charts of type ${type} are not supported here. Please post a query context to /api/v1/chart/data.`
    throw new AppError('GENERIC_COMMAND_ERROR', 400, message)
  }
  const cacheTimeoutS = dataset.cache_timeout || services.config.cache.timeoutS
  return send(services, request, reply, { form, legacy, datasetId, cacheTimeoutS, flags })
}

interface Asked {
  form: Form
  legacy: LegacyQuery
  datasetId: number
  /** Cache timeout of a failed query. */
  cacheTimeoutS: number
  flags: z.output<typeof Query>
}

async function send(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { form, legacy, datasetId, cacheTimeoutS, flags }: Asked,
): Promise<FastifyReply> {
  const resultType: ResultType =
    flags.query === 'true'
      ? 'query'
      : flags.results === 'true'
        ? 'results'
        : flags.samples === 'true'
          ? 'samples'
          : 'full'
  const context = contextOf(legacy, datasetId, resultType, flags.force === 'true', form)
  const understood = fromForm(() => effectiveForm(form))
  const { chartData, now } = services
  const { subject } = request
  const signal = closeSignal(reply)
  if (flags.csv === 'true') {
    const [file] = await chartData.answer(unshaped(context), subject, { encoding: 'csv', signal, inDataZone: true })
    return sendFiles(reply, file?.file ? [file.file] : [], 'csv', now())
  }
  const isFull = resultType === 'full'
  reply.type('application/json; charset=utf-8')
  try {
    const shape = isFull ? legacy.shape : undefined
    const asked = isFull ? context : unshaped(resultType === 'samples' ? sampled(context) : context)
    const later = isFull
      ? await answerLater(
          services,
          request,
          { context: asked, encoding: 'rows', shape, form: understood, inDataZone: true },
          { path: '/superset/explore_json/data/', reply },
        )
      : undefined
    if (later && 'job' in later) return reply.code(202).send(later.job)
    const [result] = later?.answers ?? (await chartData.answer(asked, subject, { ...plainly, signal, shape }))
    const body = result?.body ?? Buffer.from('{}')
    const sent = isFull ? payload(body, understood) : resultType === 'samples' ? rowsOf(body) : body
    return sendRevalidated(services, request, reply, sent)
  } catch (error) {
    if (!isFull || !(error instanceof AppError) || error.status !== 400) throw error
    // an invalid clause is reported as a message; a failed query is reported in a payload
    if (!error.message.startsWith('Error: ')) throw error
    // this endpoint says "datasource"
    const message = error.message
      .slice('Error: '.length)
      .replace(/^Columns missing in dataset:/, 'Columns missing in datasource:')
    return reply.code(400).send(failedPayload(message, understood, cacheTimeoutS))
  }
}

/** The shapes of the endpoint are computed in the time zone of the data. */
const plainly = { encoding: 'rows', inDataZone: true } as const

/** One response for all filters: their values by column, together with the metadata of the first. */
async function sendFilterBox(
  { chartData }: Services,
  { subject }: FastifyRequest,
  reply: FastifyReply,
  { form, datasetId, force }: { form: Form; datasetId: number; force: boolean },
): Promise<FastifyReply> {
  const asked = fromForm(() => filterBoxQueries(form))
  const signal = closeSignal(reply)
  const answers = await Promise.all(
    asked.map(async ({ column, legacy }) => {
      const context = contextOf(legacy, datasetId, 'full', force, form)
      const [answer] = await chartData.answer(context, subject, { ...plainly, signal, shape: legacy.shape })
      return { column, body: answer?.body ?? Buffer.from('{}') }
    }),
  )
  const lists = answers.map(({ column, body }) => {
    const data = fieldsOfAnswer(body).get('data')?.toString() ?? 'null'
    return `${JSON.stringify(column)}:${data === 'null' ? '[]' : data}`
  })
  const first = answers[0]?.body ?? Buffer.from('{}')
  reply.type('application/json; charset=utf-8')
  return reply.send(
    payload(
      first,
      fromForm(() => effectiveForm(form)),
      Buffer.from(`{${lists.join(',')}}`),
    ),
  )
}

/** A sample has its own row limit; the limit of the form is ignored. */
function sampled(context: QueryContext): QueryContext {
  const queries = context.queries.map((query) => {
    const { row_limit: _, ...rest } = query
    return rest
  })
  return { ...context, queries }
}

const unshaped = (context: QueryContext): QueryContext => ({
  ...context,
  queries: context.queries.map((query) => ({ ...query, post_processing: [] })),
})

function contextOf(legacy: LegacyQuery, id: number, result_type: ResultType, force: boolean, form: Form): QueryContext {
  const parsed = parseQueryContext({
    datasource: { id, type: 'table' },
    queries: [legacy.query],
    form_data: { slice_id: form.slice_id, dashboardId: form.dashboardId },
    result_type,
    force,
  })
  if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
  return parsed.value
}

/** Form data of the body or the address; the id of a chart alone means its saved form data. */
async function formOf(services: Services, request: FastifyRequest, inAddress: string | undefined): Promise<Form> {
  const body = request.isMultipart() ? await fieldsOf(request) : (request.body as Form | null | undefined)
  const posted = body?.form_data === undefined ? {} : objectOf(body.form_data)
  const [first] = Array.isArray(posted.queries) ? (posted.queries as Form[]) : []
  const form: Form = { ...(first ?? posted), ...(inAddress === undefined ? {} : objectOf(inAddress)) }
  withoutScripts(form)
  const isShort = Object.keys(form).every((key) => SHORT_KEYS.includes(key))
  if (!isShort || typeof form.slice_id !== 'number') return form
  const { can, db } = services
  await can(request.subject, 'read', { kind: 'Chart', id: form.slice_id })
  const chart = await findChart(db, form.slice_id)
  return chart ? { ...formDataOf(chart), ...form } : form
}

/** Scripts of older charts are never executed. */
function withoutScripts(form: Form): Form {
  for (const key of ['js_tooltip', 'js_onclick_href', 'js_data_mutator']) delete form[key]
  return form
}

/** Older pages send their form as multipart. */
async function fieldsOf(request: FastifyRequest): Promise<Form> {
  const fields: Form = {}
  try {
    for await (const part of request.parts({ limits: { files: 0, fields: 10, fieldSize: MAX_FORM_BYTES } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
    }
    return fields
  } catch (error) {
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'The form cannot be read.', { cause: error })
  }
}

const MAX_FORM_BYTES = 4 * 1024 * 1024
const SHORT_KEYS = ['slice_id', 'extra_filters', 'adhoc_filters', 'viz_type']

function objectOf(given: unknown): Form {
  try {
    const value: unknown = typeof given === 'string' ? parseJson(given) : given
    if (isRecord(value)) return value
  } catch {
    // a text that is not JSON names no dataset
  }
  throw noDataset()
}

/** The form as it was interpreted: filters in the format of the query. */
function effectiveForm(form: Form): Form {
  const adhoc = Array.isArray(form.adhoc_filters) ? (form.adhoc_filters as AdhocFilter[]) : []
  const { filters, where, having } = splitAdhocFilters(adhoc)
  const { extra_filters: _, ...kept } = form
  return { ...kept, adhoc_filters: adhoc, applied_time_extras: {}, where, having, having_filters: [], filters }
}

const COPIED = [
  'cache_key',
  'cached_dttm',
  'cache_timeout',
  'query',
  'from_dttm',
  'to_dttm',
  'status',
  'stacktrace',
  'rowcount',
  'colnames',
  'coltypes',
  'data',
  'applied_filters',
  'rejected_filters',
]

/** The payload of the legacy endpoint for the result of a query; the rows are copied without parsing them. */
function payload(answer: Buffer, form: Form, data?: Buffer): Buffer {
  const fields = fieldsOfAnswer(answer)
  const isCached = fields.get('is_cached')?.toString() === 'true'
  const head = JSON.stringify({ errors: [], form_data: form, is_cached: isCached }).slice(0, -1)
  const parts = COPIED.flatMap((name) => {
    const value = name === 'data' && data ? data : fields.get(name)
    return value ? [Buffer.from(`,${JSON.stringify(name)}:`), value] : []
  })
  return Buffer.concat([Buffer.from(head), ...parts, Buffer.from('}')])
}

/** The rows of a result, with the names and types of their columns. */
function rowsOf(answer: Buffer): Buffer {
  const fields = fieldsOfAnswer(answer)
  const parts = ['data', 'colnames', 'coltypes'].map((name) =>
    Buffer.concat([Buffer.from(`${JSON.stringify(name)}:`), fields.get(name) ?? Buffer.from('null')]),
  )
  return Buffer.from(`{${parts.join(',')}}`)
}

const failedPayload = (message: string, form_data: Form, cache_timeout: number) => ({
  cache_key: null,
  cached_dttm: null,
  cache_timeout,
  errors: [{ message, error_type: 'VIZ_GET_DF_ERROR', level: 'error', extra: null }],
  form_data,
  is_cached: false,
  query: '',
  from_dttm: null,
  to_dttm: null,
  status: 'failed',
  stacktrace: null,
  rowcount: 0,
  colnames: null,
  coltypes: null,
  applied_filters: [],
  rejected_filters: [],
})
