import { nextDue } from '../../model/time/crontab.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'
import { enqueue } from './jobs.ts'

/** A schedule that was not checked for a long time has missed many runs; at most this many are recorded. */
const MOST_SKIPPED = 1000
const BATCH = 100
const DAY_MS = 86_400_000

/** Creates jobs of a kind about one subject at the due moments from now on; replaces its previous schedule. */
export async function setSchedule(
  db: Db | Trx,
  { kind, subjectId, crontab, timeZone }: { kind: string; subjectId: number; crontab: string; timeZone: string },
  now: number,
): Promise<void> {
  const timing = { crontab, time_zone: timeZone }
  const stored = await db
    .selectFrom('job_schedules')
    .select(['crontab', 'time_zone'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  // an unchanged schedule keeps `next_due`, so that a run that is due but not processed yet is not lost
  if (stored?.crontab === crontab && stored.time_zone === timeZone) return
  const values = { ...timing, next_due: nextDue(crontab, timeZone, now) }
  await db
    .insertInto('job_schedules')
    .values({ kind, subject_id: subjectId, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet(values))
    .execute()
}

export async function removeSchedule(db: Db | Trx, kind: string, subjectIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('job_schedules')
    .where('kind', '=', kind)
    .where('subject_id', 'in', [...subjectIds])
    .execute()
}

/**
 * Creates the jobs of all schedules that are due. A schedule and its job change in one transaction, so each moment
 * creates one job, on whichever node. If several moments have passed, because no worker ran, the last of them runs and
 * the previous ones are recorded as skipped. A schedule that cannot be computed, for instance because its time zone is
 * unknown here, does not block others: `onFailure` gets its error.
 */
export async function runSchedules(
  db: Db,
  now: number,
  onFailure: (schedule: Row<'job_schedules'>, error: unknown) => void,
): Promise<void> {
  const failed = new Set<number>()
  for (;;) {
    const due = await db
      .selectFrom('job_schedules')
      .selectAll()
      .where('next_due', '<=', now)
      .where('id', 'not in', [0, ...failed])
      .orderBy('next_due')
      .limit(BATCH)
      .execute()
    for (const schedule of due) {
      try {
        await runSchedule(db, schedule, now)
      } catch (error) {
        failed.add(schedule.id)
        onFailure(schedule, error)
      }
    }
    if (due.length < BATCH) return
  }
}

async function runSchedule(db: Db, schedule: Row<'job_schedules'>, now: number): Promise<void> {
  const { moments, next } = passedMoments(schedule, now)
  await db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('job_schedules')
      .set({ next_due: next })
      .where('id', '=', schedule.id)
      // of two nodes that found the schedule, the second one changes no row; neither does a node with an older crontab
      .where('next_due', '=', schedule.next_due)
      .where('crontab', '=', schedule.crontab)
      .where('time_zone', '=', schedule.time_zone)
      .returning('id')
      .executeTakeFirst()
    if (!moved) return
    const { kind, subject_id: subjectId } = schedule
    const last = moments.at(-1)
    if (last !== undefined) await enqueue(trx, { kind, subjectId, key: `${subjectId}@${last}`, dueOn: last }, now)
    await recordSkipped(trx, schedule, moments.slice(0, -1), now)
  })
}

/** The due moments up to now, in order, and the next one. */
function passedMoments(
  { crontab, time_zone, next_due }: Row<'job_schedules'>,
  now: number,
): { moments: number[]; next: number | null } {
  const moments: number[] = []
  let next = next_due
  while (next !== null && next <= now) {
    moments.push(next)
    if (moments.length > MOST_SKIPPED) moments.shift()
    // after a long time without workers only the last day is examined
    const from: number = moments.length >= MOST_SKIPPED ? Math.max(next, now - DAY_MS) : next
    next = nextDue(crontab, time_zone, from)
  }
  return { moments, next }
}

async function recordSkipped(
  trx: Trx,
  { kind, subject_id }: Row<'job_schedules'>,
  moments: readonly number[],
  now: number,
): Promise<void> {
  const rows = moments.map((moment) => ({
    kind,
    subject_id,
    idempotency_key: `${subject_id}@${moment}`,
    state: 'skipped' as const,
    due_on: moment,
    start_after: moment,
    error: 'No worker was running at this time. A later run took its place.',
    created_on: now,
    finished_on: now,
  }))
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('jobs')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) => conflict.columns(['kind', 'idempotency_key']).doNothing())
      .execute()
  }
}
