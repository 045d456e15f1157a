import type { Services } from '../services.ts'

/** Time in addition to the limit of a statement, for waiting for a slot and storing the result. */
const GRACE_MS = 60_000
/** A query may wait for a slot this many times longer than it may run. */
const WAITING_FACTOR = 10

/** Marks the user's queries as failed whose server stopped before they ended: nothing else would change them. */
export async function endAbandoned(
  { db, now, config }: Pick<Services, 'db' | 'now' | 'config'>,
  userId: number,
): Promise<void> {
  const { queryTimeoutMs } = config.limits
  for (const [status, ms] of [
    ['running', queryTimeoutMs],
    ['pending', queryTimeoutMs * WAITING_FACTOR],
  ] as const) {
    await db
      .updateTable('queries')
      .set({
        status: 'failed',
        error_message: 'The server was stopped while the query ran.',
        end_time: now(),
        changed_on: now(),
      })
      .where('user_id', '=', userId)
      .where('changed_on', '<', now() - ms - GRACE_MS)
      .where('status', '=', status)
      .execute()
  }
}
