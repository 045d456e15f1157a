import multipart from '@fastify/multipart'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { parseJson } from '../../../model/wire/json.ts'
import type { Subject } from '../../access/subject.ts'
import { formFields } from '../../formFields.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { queryAnswers } from '../../sqlLab/queryAnswer.ts'
import { seesAllQueries } from '../../sqlLab/queryRights.ts'
import { addDatasetForms } from './legacyDatasets.ts'
import { execute, sendResult, sendResultFile } from './routes.ts'
import { complaints } from './validation.ts'

/** Maximum number of queries in one response. */
const MOST_QUERIES = 1000

/** The calls of SQL Lab as older clients make them. */
export const legacySqlLabRoutes: Resource = (app, services) => {
  addReading(app, services)
  app.post('/superset/sql_json/', { config: { requires: 'can_sql_json:Superset', errors: 'B' } }, (request, reply) =>
    execute(services, request, reply),
  )
  void app.register(async (child: App) => {
    await child.register(multipart)
    addForms(child, services)
    addDatasetForms(child, services)
  })
}

function addReading(app: App, services: Services): void {
  app.get(
    '/superset/results/:key/',
    { config: { requires: 'can_results:Superset', errors: 'B' }, schema: { params: z.object({ key: z.string() }) } },
    ({ subject, params }, reply) => sendResult(services, subject, { key: params.key, offset: 0, rows: null }, reply),
  )
  app.get(
    '/superset/csv/:clientId',
    { config: { requires: 'can_csv:Superset', errors: 'B' }, schema: { params: z.object({ clientId: z.string() }) } },
    ({ subject, params }, reply) => sendResultFile(services, subject, params.clientId, 'csv', reply),
  )
  app.get(
    '/superset/queries/:since',
    {
      config: { requires: 'can_queries:Superset', errors: 'C' },
      schema: { params: z.object({ since: z.string() }) },
    },
    async ({ subject, params }) => {
      const since = Number(params.since)
      if (!Number.isFinite(since)) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'The time must be a number')
      const found = await ownQueries(services, subject).where('changed_on', '>=', since).execute()
      const answers = await queryAnswers(services.db, found)
      return Object.fromEntries(answers.map((answer) => [answer.id, answer]))
    },
  )
  app.get(
    '/superset/search_queries',
    {
      config: { requires: 'can_search_queries:Superset', errors: 'C' },
      schema: { querystring: z.record(z.string(), z.unknown()) },
    },
    ({ subject, query }) => searchQueries(services, subject, query),
  )
}

const ownQueries = ({ db }: Pick<Services, 'db'>, subject: Subject) =>
  db
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', subject.user?.id ?? 0)
    .orderBy('changed_on')
    .limit(MOST_QUERIES)

async function searchQueries({ db }: Services, subject: Subject, asked: Record<string, unknown>) {
  const number = (name: string) => {
    const value = asked[name]
    return value === undefined || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)
  }
  const [userId, databaseId, from, to] = ['user_id', 'database_id', 'from', 'to'].map(number)
  let found = db.selectFrom('queries').selectAll()
  if (!seesAllQueries(subject)) found = found.where('user_id', '=', subject.user?.id ?? 0)
  if (userId !== undefined) found = found.where('user_id', '=', userId)
  if (databaseId !== undefined) found = found.where('database_id', '=', databaseId)
  if (from !== undefined) found = found.where('start_time', '>', from)
  if (to !== undefined) found = found.where('start_time', '<', to)
  if (typeof asked['status'] === 'string' && asked['status'])
    found = found.where('status', '=', asked['status'] as 'success')
  const text = asked['search_text']
  if (typeof text === 'string' && text) found = found.where('sql', 'like', `%${text}%`)
  const limit = Math.max(1, Math.min(number('limit') ?? MOST_QUERIES, MOST_QUERIES))
  return queryAnswers(db, await found.orderBy('start_time').limit(limit).execute())
}

function addForms(app: App, services: Services): void {
  const { sqlLab } = services
  const of = (requires: `${string}:${string}`) =>
    ({ requires, errors: 'C', accepts: 'any', tokenInParts: true }) as const

  app.post('/superset/stop_query/', { config: of('can_stop_query:Superset') }, async (request, reply) => {
    const { client_id: clientId } = await formFields(services, request)
    if (typeof clientId !== 'string') throw new AppError('GENERIC_COMMAND_ERROR', 400, 'client_id is missing')
    await sqlLab.stop(request.subject, clientId)
    return reply.type('application/json').send('"OK"')
  })

  app.post('/superset/validate_sql_json/', { config: of('can_validate_sql_json:Superset') }, async (request) => {
    const { sql, database_id, schema, templateParams } = await formFields(services, request)
    return complaints(services, request.subject, {
      database_id: Number(database_id),
      sql: String(sql ?? ''),
      schema: typeof schema === 'string' && schema ? schema : null,
      templateParams: typeof templateParams === 'string' ? templateParams : null,
    })
  })

  for (const url of ['/superset/estimate_query_cost/:id/', '/superset/estimate_query_cost/:id/:schema/']) {
    app.post(
      url,
      {
        config: of('can_estimate_query_cost:Superset'),
        schema: { params: idParams.extend({ schema: z.string().optional() }) },
      },
      async (request) => {
        const { sql, templateParams } = await formFields(services, request)
        return sqlLab.estimate(request.subject, {
          database_id: request.params.id,
          sql: textOf(sql, 'sql'),
          schema: request.params.schema ?? null,
          templateParams: typeof templateParams === 'string' ? templateParams : null,
        })
      },
    )
  }
}

/** A field with a JSON text. */
function textOf(value: unknown, name: string): string {
  try {
    const text = parseJson(String(value))
    if (typeof text === 'string') return text
  } catch {
    // reported below
  }
  throw new AppError('GENERIC_COMMAND_ERROR', 400, `The field ${name} must be a JSON text`)
}
