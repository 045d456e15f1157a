import type { Db } from '../storage/schema.ts'
import { type Job, LeaseLost, whileHeld } from './jobs.ts'
import { NothingHappened } from './kind.ts'

/** See `JobRun.once`. The store records the effect before it begins, and again after it has happened. */
export async function once(
  db: Db,
  job: Job,
  name: string,
  work: () => Promise<void>,
  now: () => number,
): Promise<'done' | 'unknown'> {
  const before = await whileHeld(db, job, async (trx) => {
    const stored = await trx
      .selectFrom('job_effects')
      .select('state')
      .where('job_id', '=', job.id)
      .where('name', '=', name)
      .executeTakeFirst()
    if (!stored) {
      await trx.insertInto('job_effects').values({ job_id: job.id, name, state: 'begun', changed_on: now() }).execute()
    }
    return stored?.state
  }).catch((error: unknown) => {
    // the store failed before the effect began
    throw error instanceof LeaseLost ? error : new NothingHappened(error)
  })
  if (before === 'done') return 'done'
  if (before === 'begun') return 'unknown'
  try {
    await work()
  } catch (error) {
    if (error instanceof NothingHappened) {
      await db.deleteFrom('job_effects').where('job_id', '=', job.id).where('name', '=', name).execute()
    }
    throw error
  }
  await db
    .updateTable('job_effects')
    .set({ state: 'done', changed_on: now() })
    .where('job_id', '=', job.id)
    .where('name', '=', name)
    .execute()
  return 'done'
}
