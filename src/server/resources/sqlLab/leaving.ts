import type { FastifyRequest } from 'fastify'
import { isRecord, parseObject } from '../../../model/wire/json.ts'
import type { Services } from '../../services.ts'

/**
 * A signal that stops a query when its client leaves, for databases with the switch 'Cancel query on window unload
 * event'. Without the switch the query goes on, and the tab reads its result when it is opened again.
 */
export async function leaving({ db }: Pick<Services, 'db'>, request: FastifyRequest): Promise<AbortSignal | undefined> {
  const { body } = request
  const id = isRecord(body) ? Number(body['database_id']) : Number.NaN
  if (!Number.isSafeInteger(id)) return undefined
  const database = await db.selectFrom('databases').select('extra').where('id', '=', id).executeTakeFirst()
  if (parseObject(database?.extra ?? null)['cancel_query_on_windows_unload'] !== true) return undefined
  const stop = new AbortController()
  const { socket } = request.raw
  const leave = () => stop.abort()
  socket.once('close', leave)
  return stop.signal
}
