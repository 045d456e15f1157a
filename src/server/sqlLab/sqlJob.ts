import { AppError } from '../../model/errors/errors.ts'
import { has, type Subject } from '../access/subject.ts'
import type { JobKind } from '../jobs/kind.ts'
import type { Services } from '../services.ts'
import type { Row, Trx } from '../storage/schema.ts'
import { SQL_JOB } from './queryRows.ts'

/** Number of queries that one worker runs at once; each user has their own limit. */
const PLACES = 8
const PAUSE_MS = 1000
/** Status of the error of a query that its user has stopped. */
const STOPPED = 409
const CUT = 'The server was stopped while the query ran.'

/**
 * Runs queries of SQL Lab in the background. If a worker ends, another one runs its query again, unless the query may
 * have changed something.
 */
export const sqlJob = ({ db, subjects, sqlLab, now }: Services): JobKind => ({
  name: SQL_JOB,
  attempts: 3,
  waitMs: () => PAUSE_MS,
  places: PLACES,
  async run(run) {
    const query = await db.selectFrom('queries').selectAll().where('id', '=', run.subjectId).executeTakeFirst()
    // the query was stopped, or deleted with its user
    if (!query || query.end_time !== null) return undefined
    const user = await subjects.ofUser(query.user_id ?? 0)
    if (!user) return failed(query, 'The user has no account any more.', now())
    if (!mayRun(user.subject)) return failed(query, 'The user may not run SQL any more.', now())
    const beforeChange = async () => {
      let isFirst = false
      await run.once('change', async () => {
        isFirst = true
      })
      if (!isFirst) throw new AppError('GENERIC_BACKEND_ERROR', 500, CUT)
    }
    try {
      await sqlLab.runStored(user.subject, query, { signal: run.signal, beforeChange })
      return undefined
    } catch (error) {
      if (run.signal.aborted || !(error instanceof AppError)) throw error
      // the error is also stored with the query, where the user reads it
      const { message, status } = error
      return status === STOPPED ? undefined : async () => message
    }
  },
  async gaveUp(run) {
    const query = await db.selectFrom('queries').selectAll().where('id', '=', run.subjectId).executeTakeFirst()
    return query && query.end_time === null ? failed(query, CUT, now()) : undefined
  },
  cancelled: async (trx, { subjectId }, message) => end(trx, subjectId, message, now()),
})

/** The same permissions as for the addresses that accept queries. */
const mayRun = (subject: Subject) =>
  has(subject, 'can_execute_sql_query:SQLLab') || has(subject, 'can_sql_json:Superset')

const failed =
  ({ id }: Row<'queries'>, message: string, time: number) =>
  async (trx: Trx) => {
    await end(trx, id, message, time)
    return message
  }

async function end(trx: Trx, id: number, message: string, time: number): Promise<void> {
  await trx
    .updateTable('queries')
    .set({ status: 'failed', error_message: message, end_time: time, changed_on: time })
    .where('id', '=', id)
    .where('end_time', 'is', null)
    .execute()
}
