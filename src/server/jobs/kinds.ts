import { backupJob } from '../backup/backupJob.ts'
import { reportJob } from '../reports/reportJob.ts'
import type { Services } from '../services.ts'
import { sqlJob } from '../sqlLab/sqlJob.ts'
import { warmUpJob } from '../warmUp/warmUpJob.ts'
import { WARM_UP_JOB } from '../warmUp/warmUpSchedule.ts'
import { cleanup } from './cleanup.ts'
import type { JobKind } from './kind.ts'

/** Every kind of background work. */
export const jobKinds = (services: Services): readonly JobKind[] => [
  cleanup(services),
  reportJob(services),
  backupJob(services),
  warmUpJob(services),
  sqlJob(services),
]

/** Kinds whose jobs may be canceled while they run. */
export const stoppableKinds: ReadonlySet<string> = new Set(['cleanup', 'backup', WARM_UP_JOB])
