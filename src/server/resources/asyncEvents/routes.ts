import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { AsyncEventsAnswer } from '../../../model/query/asyncJob.ts'
import { channelOf, EVENTS_PERMISSION } from '../../asyncQueries/channels.ts'
import { parseEventId } from '../../asyncQueries/store.ts'
import type { Resource } from '../../resource.ts'
import { eventSocket } from './socket.ts'

const Query = z.object({
  last_id: z
    .string()
    .refine((text) => parseEventId(text) !== undefined, 'Not the id of an event.')
    .optional(),
})
const JobParam = z.object({ jobId: z.uuid() })

const policy = { requires: EVENTS_PERMISSION, flag: 'GLOBAL_ASYNC_QUERIES' } as const

const notAuthorized = () => new AppError('GENERIC_BACKEND_ERROR', 401, 'Not authorized')

/** Events of queries that run in the background, for the channel of the browser (its cookie) or of the API user. */
export const asyncEventRoutes: Resource = (app, services) => {
  app.get(
    '/api/v1/async_event/',
    { config: { ...policy, answer: AsyncEventsAnswer }, schema: { querystring: Query } },
    async (request) => {
      const channel = await channelOf(services, request)
      if (channel === undefined) throw notAuthorized()
      const { last_id } = request.query
      const after = last_id === undefined ? undefined : parseEventId(last_id)
      return { result: await services.asyncQueries.events(channel, after) }
    },
  )

  // `safe`: changes nothing that is stored permanently, only ends a query early
  app.delete(
    '/api/v1/async_event/:jobId',
    {
      config: { ...policy, safe: true, answer: z.strictObject({ message: z.string() }) },
      schema: { params: JobParam },
    },
    async (request) => {
      const channel = await channelOf(services, request)
      if (channel === undefined) throw notAuthorized()
      const isEnded = await services.asyncQueries.cancel(channel, request.params.jobId)
      if (!isEnded) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      return { message: 'OK' }
    },
  )

  eventSocket(app, services)
}
