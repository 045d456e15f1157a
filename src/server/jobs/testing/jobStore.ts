import { randomUUID } from 'node:crypto'
import { nextDue } from '../../../model/time/crontab.ts'
import { migrate } from '../../storage/migrate.ts'
import { migrations } from '../../storage/migrations/index.ts'
import type { Db } from '../../storage/schema.ts'
import { openSqlite } from '../../storage/sqlite.ts'
import type { JobKind } from '../kind.ts'
import { createWorker } from '../worker.ts'

/** A metadata store in memory. */
export async function memoryStore(): Promise<Db> {
  const db = openSqlite(':memory:')
  await migrate(db, { kind: 'sqlite', migrations, now: () => 0, backup: async () => undefined })
  return db
}

/** A kind of jobs that writes one row of the log for each run. */
export const counted = (more: Partial<JobKind> = {}): JobKind => ({
  name: 'counted',
  attempts: 3,
  waitMs: () => 1000,
  run: async ({ subjectId, dueOn }) => record(`${subjectId}@${dueOn}`),
  ...more,
})

/** Writes a row of the log. */
export const record =
  (action: string) =>
  async (trx: Db): Promise<undefined> => {
    await trx.insertInto('logs').values({ action, dttm: 0 }).execute()
  }

/** Actions of the log, in the order in which they were written. */
export async function recorded(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('logs').select('action').orderBy('id').execute()
  return rows.map(({ action }) => action)
}

/** A worker on a clock that the test moves; it writes no log. */
export function workerOn(db: Db, clock: { now: number }, kinds: readonly JobKind[], more: { leaseMs?: number } = {}) {
  const log = { warn: () => undefined, error: () => undefined }
  return createWorker({ db, kinds, now: () => clock.now, log, holder: randomUUID(), pollMs: 20, ...more })
}

/** All due moments of a schedule in a period. */
export function dueMoments(crontab: string, zone: string, from: number, to: number): number[] {
  const moments: number[] = []
  for (let at = nextDue(crontab, zone, from); at !== null && at <= to; at = nextDue(crontab, zone, at)) moments.push(at)
  return moments
}
