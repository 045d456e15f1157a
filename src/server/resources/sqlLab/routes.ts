import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { PlanAnswer } from '../../../model/sqlLab/queryPlan.ts'
import {
  EditorDialect,
  EstimateAnswer,
  FormatAnswer,
  ResultAnswer,
  SampleAnswer,
  StartAnswer,
  SubmittedAnswer,
} from '../../../model/sqlLab/sqlLabAnswers.ts'
import { EstimateBody, ExecuteBody, FormatBody } from '../../../model/sqlLab/sqlLabForms.ts'
import { parseFields } from '../../../model/wire/fields.ts'
import { integer, objectOf, QueryViolation, textOf } from '../../../model/wire/listQuery.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import type { Subject } from '../../access/subject.ts'
import { mimeTypes, sendFile } from '../../chartData/files.ts'
import { closeSignal } from '../../closeSignal.ts'
import { readQ } from '../../listing/list.ts'
import { idParams, qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { editorDialect } from '../../sqlLab/editorDialect.ts'
import { checkTables, editorDatabase } from '../../sqlLab/editorReader.ts'
import { databaseMissing, queryGone, resultsGone } from '../../sqlLab/faults.ts'
import { formattedSql } from '../../sqlLab/formattedSql.ts'
import { queryAnswer, type StoredQuery } from '../../sqlLab/queryAnswer.ts'
import { checkQueryOwner } from '../../sqlLab/queryRights.ts'
import { firstRows, resultAnswer } from '../../sqlLab/resultAnswer.ts'
import { jsonOf, writeResult } from '../../sqlLab/resultFile.ts'
import { columnsOf, findResult, resultRows } from '../../sqlLab/results.ts'
import type { InspectionRequest } from '../../sqlLab/sqlLab.ts'
import { startAnswer } from '../../sqlLab/startAnswer.ts'

const path = '/api/v1/sqllab'
/** Without a format, the response is CSV, as in the contract. */
const exportQuery = z.object({ format: z.enum(['csv', 'xlsx', 'json']).default('csv') })
type ResultFormat = z.infer<typeof exportQuery>['format']
const JSON_TYPE = 'application/json; charset=utf-8'

/** `/api/v1/sqllab`: running SQL, its results, and what the editor starts with. */
export const sqlLabRoutes: Resource = (app, services) => {
  const { sqlLab } = services
  const mayExecute = { requires: 'can_execute_sql_query:SQLLab', errors: 'B' } as const
  /** Runs nothing that changes data. */
  const inspects = { ...mayExecute, safe: true } as const

  app.get(
    `${path}/`,
    { config: { requires: 'can_execute_sql_query:SQLLab', answer: StartAnswer } },
    async ({ subject }) => ({
      result: await startAnswer(services, subject),
    }),
  )

  app.get(
    `${path}/dialect/:id/`,
    {
      config: { requires: 'can_execute_sql_query:SQLLab', answer: z.strictObject({ result: EditorDialect }) },
      schema: { params: idParams },
    },
    async ({ subject, params: { id } }) => {
      await editorDatabase(services, subject, id)
      return { result: editorDialect((await services.connections.of(id, null)).dialect) }
    },
  )

  app.post(
    `${path}/execute/`,
    { config: { ...mayExecute, body: ExecuteBody, answer: ResultAnswer, accepted: SubmittedAnswer } },
    (request, reply) => execute(services, request, reply),
  )

  app.get(
    `${path}/results/`,
    {
      config: { requires: 'can_get_results:SQLLab', errors: 'B', answer: ResultAnswer },
      schema: { querystring: qParam },
    },
    async ({ subject, query }, reply) => {
      const asked = readResultsQuery(query.q)
      if ('message' in asked) return reply.code(400).send(asked)
      return sendResult(services, subject, asked, reply)
    },
  )

  app.get(
    `${path}/export/:clientId/`,
    {
      config: { requires: 'can_export_csv:SQLLab', errors: 'B', file: 'text/csv' },
      schema: { params: z.object({ clientId: z.string() }), querystring: exportQuery },
    },
    ({ subject, params, query }, reply) => sendResultFile(services, subject, params.clientId, query.format, reply),
  )

  app.post(
    `${path}/estimate/`,
    {
      config: {
        requires: 'can_estimate_query_cost:Superset',
        errors: 'B',
        safe: true,
        body: EstimateBody,
        answer: EstimateAnswer,
      },
    },
    async ({ subject, body }, reply) => {
      const parsed = parseFields(EstimateBody, body)
      if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
      return { result: await sqlLab.estimate(subject, inspectionOf(parsed.value)) }
    },
  )

  app.post(
    `${path}/plan/`,
    { config: { ...inspects, body: EstimateBody, answer: PlanAnswer } },
    async ({ subject, body }, reply) => {
      const parsed = parseFields(EstimateBody, body)
      if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
      return { result: await sqlLab.plan(subject, inspectionOf(parsed.value)) }
    },
  )

  app.post(
    `${path}/sample/`,
    { config: { ...inspects, body: EstimateBody, answer: SampleAnswer } },
    async ({ subject, body }, reply) => {
      const parsed = parseFields(EstimateBody, body)
      if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
      const { columns, rows } = await sqlLab.sample(subject, inspectionOf(parsed.value), closeSignal(reply))
      return reply.type(JSON_TYPE).send(`{"result":{"columns":${JSON.stringify(columns)},"data":[${rows}]}}`)
    },
  )

  app.post(
    `${path}/format_sql/`,
    { config: { ...inspects, body: FormatBody, answer: FormatAnswer } },
    async ({ body }, reply) => {
      const parsed = parseFields(FormatBody, body)
      if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
      return { result: await formattedSql(services, parsed.value) }
    },
  )
}

function inspectionOf({ template_params: given, ...request }: EstimateBody): InspectionRequest {
  const templateParams = typeof given === 'string' || given == null ? (given ?? null) : JSON.stringify(given)
  return { ...request, templateParams }
}

/** Runs a query. With `runAsync`, if the database allows it, a job runs it: status 202 with the waiting query. */
export async function execute(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { sqlLab, db } = services
  const parsed = parseFields(ExecuteBody, request.body)
  if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
  if (parsed.value.runAsync) {
    const submitted = await sqlLab.submit(request.subject, parsed.value)
    if (submitted) return reply.code(202).send({ query: await queryAnswer(db, submitted) })
  }
  const caller = { address: request.ip, left: closeSignal(reply) }
  const { query, last } = await sqlLab.execute(request.subject, parsed.value, caller)
  const answer = await queryAnswer(db, query)
  const rows = last ? firstRows(last, parsed.value.answer_rows ?? null) : ''
  const isCut = last !== undefined && (parsed.value.answer_rows ?? Number.POSITIVE_INFINITY) < last.rowcount
  return reply.type(JSON_TYPE).send(resultAnswer(answer, last?.pieces?.columns ?? [], rows, isCut))
}

interface ResultsQuery {
  key: string
  offset: number
  rows: number | null
}

const NEEDS_KEY = "Not a valid rison schema 'key' is a required property"

function readResultsQuery(q: unknown): ResultsQuery | { message: string } {
  try {
    return readQ(q, (value) => {
      const options = objectOf(value)
      const key = textOf(options, 'key')
      if (key === undefined) throw new QueryViolation("'key' is a required property")
      const rows = integer(options, 'rows')
      return { key, offset: Math.max(0, integer(options, 'offset') ?? 0), rows: rows ?? null }
    })
  } catch (error) {
    if (error instanceof AppError && error.status === 400) {
      return { message: error.message.includes("'key'") ? NEEDS_KEY : error.message }
    }
    throw error
  }
}

/** The rows of a result that is still stored. `offset` and `rows`: a page of them. */
export async function sendResult(
  services: Services,
  subject: Subject,
  { key, offset, rows }: ResultsQuery,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, now, config } = services
  const result = await findResult(db, key, now())
  if (!result) throw resultsGone()
  const query = await db.selectFrom('queries').selectAll().where('id', '=', result.query_id).executeTakeFirst()
  if (!query) throw queryGone()
  await checkReader(services, subject, query)
  const most = rows === null || rows < 0 ? config.limits.rows : rows
  const text = await resultRows(db, result, { offset, rows: most, now: now() })
  const isCut = rows !== null && offset + most < result.rows
  return reply.type(JSON_TYPE).send(resultAnswer(await queryAnswer(db, query), columnsOf(result), text, isCut))
}

/** Rights may have been revoked since the query ran. */
async function checkReader(services: Services, subject: Subject, query: StoredQuery): Promise<void> {
  checkQueryOwner(subject, query)
  const { access, connections, db } = services
  const database = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', query.database_id)
    .where(access.visible.databases(subject))
    .executeTakeFirst()
  if (!database) throw databaseMissing()
  const tables = (
    JSON.parse(query.sql_tables ?? '[]') as { catalog: string | null; schema: string | null; table: string }[]
  ).map(({ table, ...place }) => ({ ...place, name: table }))
  const { schema } = query
  await checkTables(
    services,
    { subject, database, catalog: null, schema },
    await connections.of(database.id, subject),
    tables,
  )
}

/** The last result of a query as a file. */
export async function sendResultFile(
  services: Services,
  subject: Subject,
  clientId: string,
  format: ResultFormat,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, now, config, newFile } = services
  const query = await db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  if (!query) throw queryGone()
  await checkReader(services, subject, query)
  const result = query.results_key === null ? undefined : await findResult(db, query.results_key, now())
  if (!result) throw resultsGone()
  const stamp = isoTime(now()).slice(0, 19).replaceAll(/[-:]/g, '')
  const tab = (query.tab_name ?? 'query').replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')
  const name = encodeURIComponent(`sqllab_${tab}_${stamp}.${format}`)
  const attach = (type: string) =>
    reply.type(type).header('content-disposition', `attachment; filename*=UTF-8''${name}`)
  if (format === 'json') return attach(JSON_TYPE).send(Readable.from(jsonOf(db, result, now())))
  const path = newFile()
  await writeResult(db, result, columnsOf(result), { path, format, maxBytes: config.limits.exportBytes, now: now() })
  return sendFile(attach(mimeTypes[format]), path)
}
