import { randomBytes } from 'node:crypto'
import type { JobRun } from '../jobs/kind.ts'
import type { Services } from '../services.ts'
import type { Trx } from '../storage/schema.ts'
import { REPORT_JOB } from './reportSchedule.ts'

/** Maximum number of tables of earlier runs that a run removes, newest first. */
const MOST_LEFT = 20
const NAME = 'sextant_'

/** The names of the tables that receive rows until they replace the table of a report. */
export interface StagedTables {
  own: string
  /**
   * Tables of runs that may have been cut off. Removing them also ends a run that has lost its job and does not know it
   * yet.
   */
  left: string[]
}

/**
 * A new name for each run, so that a late run never removes a table of the run that took its job over. The name is
 * stored before its table exists.
 */
export async function stageTable({ db, now }: Services, run: JobRun): Promise<StagedTables> {
  const own = NAME + randomBytes(8).toString('hex')
  const left = await db
    .selectFrom('job_effects')
    .innerJoin('jobs', 'jobs.id', 'job_effects.job_id')
    .select('job_effects.name')
    .where('jobs.kind', '=', REPORT_JOB)
    .where('jobs.subject_id', '=', run.subjectId)
    .where('job_effects.name', 'like', `${NAME}%`)
    .orderBy('job_effects.changed_on', 'desc')
    .limit(MOST_LEFT)
    .execute()
  await run.whileHeld((trx) =>
    trx.insertInto('job_effects').values({ job_id: run.jobId, name: own, state: 'begun', changed_on: now() }).execute(),
  )
  return { own, left: left.map(({ name }) => name) }
}

/** Deletes the stored names after a successful run. */
export const forgetStaged = (trx: Trx, { own, left }: StagedTables): Promise<unknown> =>
  trx
    .deleteFrom('job_effects')
    .where('name', 'in', [own, ...left])
    .execute()
