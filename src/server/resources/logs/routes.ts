import multipart from '@fastify/multipart'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { ActivityAnswer } from '../../../model/wire/activity.ts'
import { ItemAnswer, ListAnswer, MessageAnswer } from '../../../model/wire/answers.ts'
import { LogRow } from '../../../model/wire/logAnswers.ts'
import { audit } from '../../access/audit.ts'
import { notFound } from '../../entities/owners.ts'
import { formFields } from '../../formFields.ts'
import { namedLanguageOf } from '../../language.ts'
import { itemAnswer, listAnswer, readItemQuery, readQ } from '../../listing/list.ts'
import { idParams, qParam } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { parseActivityQuery, recentActivity } from './activity.ts'
import { eventRows } from './clientEvents.ts'
import { logCollection, logColumns } from './collection.ts'
import { exportLog } from './exportLog.ts'

const path = '/api/v1/log'
const read = { requires: 'can_read:Log' } as const
const activity = { requires: 'can_recent_activity:Log', answer: ActivityAnswer } as const
const userParams = z.object({ userId: idParams.shape.id })
const explodeQuery = z.object({ explode: z.string().max(64).optional() })
const legacyQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).catch(100),
  actions: z.string().optional(),
  distinct: z.string().optional(),
})

/** The audit log, recent activity, and the events that pages report. */
export const logRoutes: Resource = (app, services) => {
  const { db, now } = services

  app.get(`${path}/`, { config: { ...read, answer: ListAnswer(LogRow) }, schema: { querystring: qParam } }, (request) =>
    listAnswer(services, logCollection, request.subject, {
      q: request.query.q,
      language: namedLanguageOf(services, request),
    }),
  )

  app.get(`${path}/export/`, { config: { ...read, file: 'text/csv' } }, async ({ subject, ip }, reply) => {
    await audit(db, { action: 'log_export', subject, address: ip }, now())
    const day = new Date(now()).toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename=log_${day}.csv`)
      .send(exportLog(db))
  })

  app.get(
    `${path}/:id`,
    { config: { ...read, answer: ItemAnswer(LogRow) }, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id }, query }) => {
      const q = readItemQuery(query.q)
      const row = (await logCollection.load([id], { db, subject, now: now(), wanted: new Set(logColumns) })).get(id)
      if (!row) throw notFound()
      return itemAnswer('Log', logColumns, id, row, q)
    },
  )

  // the log is written by the server: the contract's call has no fields that a client may set
  app.post(
    `${path}/`,
    {
      config: { requires: 'can_write:Log', invalid: 422, answer: MessageAnswer },
      schema: { body: z.strictObject({}) },
    },
    async () => {
      throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Only the server writes the log.')
    },
  )

  app.get(`${path}/recent_activity/`, { config: activity, schema: { querystring: qParam } }, async (request) => {
    const { subject, query } = request
    const asked = readQ(query.q, parseActivityQuery)
    return { result: await recentActivity(services, subject, subject.user?.id ?? 0, asked) }
  })

  app.get(
    `${path}/recent_activity/:userId/`,
    { config: activity, schema: { params: userParams, querystring: qParam } },
    async ({ subject, params, query }) => {
      const asked = readQ(query.q, parseActivityQuery)
      return { result: await recentActivity(services, subject, params.userId, asked) }
    },
  )

  app.get(
    '/superset/recent_activity/:userId/',
    {
      config: { requires: 'can_recent_activity:Superset', errors: 'C', answer: ActivityAnswer.shape.result },
      schema: { params: userParams, querystring: legacyQuery },
    },
    ({ subject, params, query }) =>
      recentActivity(services, subject, params.userId, {
        ...parseActivityQuery(query.actions === undefined ? {} : { actions: query.actions.split(',') }),
        distinct: query.distinct !== 'false',
        pageSize: query.limit,
      }),
  )

  // the front end of the original sends its events as multipart
  void app.register(async (child: App) => {
    await child.register(multipart)
    addEventRoute(child, services)
  })
}

function addEventRoute(app: App, services: Services): void {
  const { db, now } = services
  app.post(
    '/superset/log/',
    {
      config: { requires: 'can_log:Superset', errors: 'C', page: true, safe: true, accepts: 'any', tokenInParts: true },
      schema: { querystring: explodeQuery },
    },
    async (request, reply) => {
      const { subject, viewer, query, ip, headers } = request
      const body = await formFields(services, request)
      const sender = { userId: subject.user?.id ?? 0, now: now(), address: ip, referrer: headers.referer }
      // what an administrator opens as another user is not that user's activity
      const rows = subject.user && !viewer ? eventRows(body, query.explode, sender) : []
      if (rows.length > 0) await db.insertInto('logs').values(rows).execute()
      return reply.type('text/html; charset=utf-8').send('')
    },
  )
}
