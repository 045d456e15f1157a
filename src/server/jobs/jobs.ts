import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db, Row, Tables, Trx } from '../storage/schema.ts'

export type Job = Row<'jobs'>

/** The lease of a job ended, or another worker holds it: what this worker has done is not recorded. */
export class LeaseLost extends Error {
  constructor({ kind, id }: Pick<Job, 'kind' | 'id'>) {
    super(`job ${id} (${kind}) has another holder`)
    this.name = 'LeaseLost'
  }
}

/** Stores a job, unless it was stored before. */
export async function enqueue(
  db: Db | Trx,
  { kind, subjectId, key, dueOn }: { kind: string; subjectId: number; key: string; dueOn: number },
  now: number,
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      kind,
      subject_id: subjectId,
      idempotency_key: key,
      state: 'waiting',
      due_on: dueOn,
      start_after: dueOn,
      created_on: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'idempotency_key']).doNothing())
    .execute()
}

/**
 * Jobs that wait, or whose lease has ended. The terms on `state` and `start_after` are for the index: without them,
 * SQLite reads every finished job of a kind. They exclude no job: a lease ends after the planned start of its job.
 */
const canStart =
  (now: number) =>
  (eb: ExpressionBuilder<Tables, 'jobs'>): Expression<SqlBool> =>
    eb.and([
      eb('state', 'in', ['waiting', 'running']),
      eb('start_after', '<=', now),
      eb.or([eb('state', '=', 'waiting'), eb('lease_until', '<', now)]),
    ])

/** Jobs of these kinds wait while another one of the same kind runs. */
const hasTurn =
  (single: readonly string[], now: number) =>
  (eb: ExpressionBuilder<Tables, 'jobs'>): Expression<SqlBool> =>
    eb.or([
      eb('kind', 'not in', ['', ...single]),
      eb.not(
        eb.exists(
          eb
            .selectFrom('jobs as other')
            .select('other.id')
            .whereRef('other.kind', '=', 'jobs.kind')
            .where('other.state', '=', 'running')
            .where('other.lease_until', '>=', now),
        ),
      ),
    ])

/**
 * Leases the job that has waited longest to this holder; undefined if no job is due. A job whose holder did not extend
 * its lease is leased again, with a higher fence. Of each kind in `single`, one job runs at a time, but two workers
 * that look at the same moment may start two.
 */
export async function claim(
  db: Db,
  kinds: readonly string[],
  { holder, leaseMs, now, single = [] }: { holder: string; leaseMs: number; now: number; single?: readonly string[] },
): Promise<Job | undefined> {
  for (;;) {
    const found = await db
      .selectFrom('jobs')
      .select(['id', 'fence', 'state', 'attempt'])
      .where('kind', 'in', [...kinds])
      .where(canStart(now))
      .where(hasTurn(single, now))
      .orderBy('start_after')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!found) return undefined
    const job = await db
      .updateTable('jobs')
      .set({
        state: 'running',
        fence: found.fence + 1,
        attempt: found.attempt + 1,
        holder,
        lease_until: now + leaseMs,
        started_on: now,
      })
      .where('id', '=', found.id)
      // of two workers that found the job, the second one changes no row
      .where('fence', '=', found.fence)
      .where('state', '=', found.state)
      .returningAll()
      .executeTakeFirst()
    if (job) return job
  }
}

type Held = Pick<Job, 'id' | 'kind' | 'fence'>

/** Changes a job if this worker still holds it, and returns whether it did. */
async function changeHeld(db: Db | Trx, { id, fence }: Held, values: Partial<Omit<Job, 'id'>>): Promise<boolean> {
  const changed = await db
    .updateTable('jobs')
    .set(values)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const extendLease = (db: Db, job: Held, leaseUntil: number): Promise<boolean> =>
  changeHeld(db, job, { lease_until: leaseUntil })

/**
 * Runs a transaction in which the job is locked and held by this worker.
 * @throws LeaseLost if this worker does not hold it; then nothing is written
 */
export function whileHeld<T>(db: Db, job: Held, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (!(await changeHeld(trx, job, { fence: job.fence }))) throw new LeaseLost(job)
    return work(trx)
  })
}

const LONGEST_ERROR = 2000

/** Ends a job. Call it in `whileHeld`. */
export async function finish(trx: Trx, job: Held, error: string | null, now: number): Promise<void> {
  const state = error === null ? 'done' : 'failed'
  await changeHeld(trx, job, {
    state,
    error: error === null ? null : error.slice(0, LONGEST_ERROR),
    finished_on: now,
    holder: null,
    lease_until: null,
  })
}

/** Schedules another attempt. */
export async function retryLater(db: Db, job: Held, startAfter: number, error: string): Promise<void> {
  await changeHeld(db, job, {
    state: 'waiting',
    start_after: startAfter,
    error: error.slice(0, LONGEST_ERROR),
    holder: null,
    lease_until: null,
  })
}

/** Hands a job over to any worker, as if it had not been started. */
export async function release(db: Db, job: Held & Pick<Job, 'attempt'>): Promise<void> {
  await changeHeld(db, job, { state: 'waiting', attempt: job.attempt - 1, holder: null, lease_until: null })
}

/** Deletes finished jobs. Schedules never go back, so an old run is not repeated. */
export async function deleteFinished(db: Db, before: number): Promise<void> {
  await db.deleteFrom('jobs').where('finished_on', '<', before).execute()
}
