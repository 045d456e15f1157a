import { sweepSessions } from '../access/sessions.ts'
import { KEEP_EVENTS_MS } from '../asyncQueries/asyncQueries.ts'
import { deleteOldEvents } from '../asyncQueries/store.ts'
import { emptyTrash } from '../entities/trash.ts'
import type { Services } from '../services.ts'
import type { Db } from '../storage/schema.ts'
import { deleteFinished } from './jobs.ts'
import type { JobKind } from './kind.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const KEEP_FINISHED_MS = 30 * DAY_MS
/** Number of rows deleted by one statement: other statements wait for it. */
const BATCH = 5000

/**
 * Deletes what has expired: sessions, keys of unsaved state, the trash, finished jobs and, where the settings limit
 * their age, entries of the audit log and permalinks.
 */
export const cleanup = ({ db, config, now }: Pick<Services, 'db' | 'config' | 'now'>): JobKind => ({
  name: 'cleanup',
  isStoppable: true,
  crontab: '23 * * * *',
  attempts: 3,
  waitMs: (attempt) => attempt * MINUTE_MS,
  async run({ signal }) {
    const { logDays, permalinkDays } = config.retention
    await sweepSessions(db, config.session, now())
    await db.deleteFrom('key_values').where('expires_on', '<', now()).execute()
    await deleteOldEvents(db, now() - KEEP_EVENTS_MS)
    await emptyTrash(db, now())
    await deleteFinished(db, now() - KEEP_FINISHED_MS)
    if (permalinkDays > 0) await deletePermalinks(db, now() - permalinkDays * DAY_MS)
    if (logDays > 0) await deleteLogs(db, now() - logDays * DAY_MS, signal)
    return undefined
  },
})

async function deletePermalinks(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('key_values')
    .where('resource', 'in', ['dashboard_permalink', 'explore_permalink'])
    // not `created_on`: sharing the same state again renews the existing link
    .where('changed_on', '<', before)
    .execute()
}

async function deleteLogs(db: Db, before: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const oldest = db.selectFrom('logs').select('id').where('dttm', '<', before).orderBy('dttm').limit(BATCH)
    const deleted = await db.deleteFrom('logs').where('id', 'in', oldest).returning('id').execute()
    if (deleted.length < BATCH) return
  }
}
