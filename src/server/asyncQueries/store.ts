import type { AsyncEvent, AsyncJob } from '../../model/query/asyncJob.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'

/** The maximum number of events in one response, as in the contract. */
const EVENTS_PER_CALL = 100

/** The content of an event, besides its job. */
export type JobEnd = Pick<AsyncJob, 'status' | 'errors' | 'result_url'>

export async function openJob(db: Db, job: Row<'async_jobs'>): Promise<void> {
  await db.insertInto('async_jobs').values(job).execute()
}

/**
 * Removes a job and writes its event, both or none. Returns false if it has already been ended: a job has one event at
 * most. `end` undefined: without an event.
 */
export function closeJob(db: Db, id: string, now: number, end: JobEnd | undefined): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const job = await trx.deleteFrom('async_jobs').where('id', '=', id).returningAll().executeTakeFirst()
    if (!job) return false
    if (end) {
      const event = { channel_id: job.channel, job_id: id, user_id: job.user_id, ...end }
      await appendEvent(trx, job.channel, event, now)
    }
    return true
  })
}

/**
 * The row of the channel is locked until the commit, so that a reader never sees an event before one with a smaller id.
 * Ids grow even if the clock is set back.
 */
async function appendEvent(trx: Trx, channel: string, event: Omit<AsyncEvent, 'id'>, now: number): Promise<void> {
  const { last_ms: ms, last_seq: seq } = await trx
    .insertInto('async_channels')
    .values({ channel, last_ms: now, last_seq: 0 })
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet((eb) => ({
        last_ms: eb
          .case()
          .when('async_channels.last_ms', '<', now)
          .then(now)
          .else(eb.ref('async_channels.last_ms'))
          .end(),
        last_seq: eb
          .case()
          .when('async_channels.last_ms', '<', now)
          .then(0)
          .else(eb('async_channels.last_seq', '+', 1))
          .end(),
      })),
    )
    .returning(['last_ms', 'last_seq'])
    .executeTakeFirstOrThrow()
  const event_json = JSON.stringify({ id: `${ms}-${seq}`, ...event })
  await trx.insertInto('async_events').values({ channel, ms, seq, event_json }).execute()
}

/** Extends the leases of these jobs, and returns those that still exist. */
export async function renewJobs(db: Db, ids: readonly string[], leaseUntil: number): Promise<Set<string>> {
  const rows = await db
    .updateTable('async_jobs')
    .set({ lease_until: leaseUntil })
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The position of an event in its channel. */
export interface EventPlace {
  ms: number
  seq: number
}

/** Parses the id of an event: `1607477697866-0`, or only the time. Undefined if the text is not an id. */
export function parseEventId(text: string): EventPlace | undefined {
  const [, ms, seq] = /^(\d{1,15})(?:-(\d{1,9}))?$/.exec(text) ?? []
  return ms === undefined ? undefined : { ms: Number(ms), seq: Number(seq ?? 0) }
}

/** The next events of a channel, oldest first: all that are stored, or those after one. */
export async function readEvents(db: Db, channel: string, after: EventPlace | undefined): Promise<AsyncEvent[]> {
  let query = db.selectFrom('async_events').select('event_json').where('channel', '=', channel)
  if (after) {
    const { ms, seq } = after
    query = query.where((eb) => eb.or([eb('ms', '>', ms), eb.and([eb('ms', '=', ms), eb('seq', '>', seq)])]))
  }
  const rows = await query.orderBy('ms').orderBy('seq').limit(EVENTS_PER_CALL).execute()
  return rows.map(({ event_json }) => JSON.parse(event_json) as AsyncEvent)
}

/** Ids of the jobs of a channel whose node does not work on them any more. */
export async function lostJobs(db: Db, channel: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('async_jobs')
    .select('id')
    .where('channel', '=', channel)
    .where('lease_until', '<', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the channel has this job, on any node. */
export async function hasJob(db: Db, channel: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('async_jobs')
    .select('id')
    .where('id', '=', id)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes old events, which browsers no longer request. */
export async function deleteOldEvents(db: Db, before: number): Promise<void> {
  await db.deleteFrom('async_events').where('ms', '<', before).execute()
  await db.deleteFrom('async_channels').where('last_ms', '<', before).execute()
  await db.deleteFrom('async_jobs').where('lease_until', '<', before).execute()
}
