import { sweepSessions } from '../access/sessions.ts'
import { KEEP_EVENTS_MS } from '../asyncQueries/asyncQueries.ts'
import { deleteOldEvents } from '../asyncQueries/store.ts'
import { backupJob } from '../backup/backupJob.ts'
import { emptyTrash } from '../entities/trash.ts'
import { reportJob } from '../reports/reportJob.ts'
import type { Services } from '../services.ts'
import { sqlJob } from '../sqlLab/sqlJob.ts'
import { warmUpJob } from '../warmUp/warmUpJob.ts'
import { WARM_UP_JOB } from '../warmUp/warmUpSchedule.ts'
import { deleteFinished } from './jobs.ts'
import type { JobKind } from './kind.ts'

const KEEP_FINISHED_MS = 30 * 86_400_000
const MINUTE_MS = 60_000

/** Every kind of background work. */
export const jobKinds = (services: Services): readonly JobKind[] => [
  cleanup(services),
  reportJob(services),
  backupJob(services),
  warmUpJob(services),
  sqlJob(services),
]

/** Kinds whose jobs may be cancelled while they run. */
export const stoppableKinds: ReadonlySet<string> = new Set(['cleanup', 'backup', WARM_UP_JOB])

/** Deletes expired data: sessions, keys of unsaved state, the trash, finished jobs. */
const cleanup = ({ db, config, now }: Pick<Services, 'db' | 'config' | 'now'>): JobKind => ({
  name: 'cleanup',
  isStoppable: true,
  crontab: '23 * * * *',
  attempts: 3,
  waitMs: (attempt) => attempt * MINUTE_MS,
  async run() {
    await sweepSessions(db, config.session, now())
    await db.deleteFrom('key_values').where('expires_on', '<', now()).execute()
    await deleteOldEvents(db, now() - KEEP_EVENTS_MS)
    await emptyTrash(db, now())
    await deleteFinished(db, now() - KEEP_FINISHED_MS)
    return undefined
  },
})
