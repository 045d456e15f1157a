import { enqueue } from '../jobs/jobs.ts'
import type { Trx } from '../storage/schema.ts'

/** The kind of the jobs that warm up the cache. */
export const WARM_UP_JOB = 'warmUp'

const MINUTE_MS = 60_000

/**
 * Schedules a warm-up after new data: at the beginning of the next minute, for all tables that are loaded by then. One
 * waiting job is enough.
 */
export async function warmUpSoon(trx: Trx, now: number): Promise<void> {
  const waiting = await trx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', WARM_UP_JOB)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  if (waiting) return
  const dueOn = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS
  await enqueue(trx, { kind: WARM_UP_JOB, subjectId: 0, key: `data@${dueOn}`, dueOn }, now)
}
