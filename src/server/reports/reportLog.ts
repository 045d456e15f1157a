import { randomUUID } from 'node:crypto'
import { GRACE_PERIOD_S, WORKING_TIMEOUT_S } from '../../model/report/reportTerms.ts'
import type { JobRecord, JobRun } from '../jobs/kind.ts'
import type { Services } from '../services.ts'
import type { Row, Trx } from '../storage/schema.ts'
import { unscheduleReports } from './reportSchedule.ts'

type Report = Row<'report_schedules'>

/** How a run ended. */
export interface Outcome {
  state: 'Success' | 'Error' | 'Not triggered' | 'On Grace'
  error?: string
  /** The failure, if it is a bug. */
  cause?: unknown
  /** The report is switched off until somebody changes it. */
  isPaused?: boolean
  value?: number | null
  row?: string | null
}

/** A run in the log of a report. */
export interface ReportRun {
  id: number
  report: Report
  /** The previous run has not ended. */
  isRefused: boolean
}

const DAY_MS = 86_400_000

/** How long a run may take. */
export const workingTimeoutS = ({ working_timeout }: Report): number => working_timeout ?? WORKING_TIMEOUT_S

/** An alert that was sent is silent for its grace period. */
export function isInGrace({ grace_period }: Report, dueOn: number, lastSuccess: number | undefined): boolean {
  return lastSuccess !== undefined && dueOn - lastSuccess < (grace_period ?? GRACE_PERIOD_S) * 1000
}

export const NOT_STARTED = 'The previous run has not ended. This one was not started.'

/** Enters a run into the log; a further attempt finds its entry. A run is refused while the previous one is active. */
export function begin({ now }: Pick<Services, 'now'>, run: JobRun, report: Report): Promise<ReportRun> {
  return run.whileHeld(async (trx) => {
    const { dueOn } = run
    const rows = await trx
      .selectFrom('report_logs')
      .select(['id', 'scheduled_dttm', 'start_dttm', 'state'])
      .where('report_id', '=', report.id)
      .where((eb) => eb.or([eb('scheduled_dttm', '=', dueOn), eb('state', '=', 'Working')]))
      .execute()
    const own = rows.find(({ scheduled_dttm }) => scheduled_dttm === dueOn)
    const time = now()
    const others = rows.filter(
      (row) => row !== own && row.state === 'Working' && (row.start_dttm ?? 0) > time - workingTimeoutS(report) * 1000,
    )
    if (own && own.state !== 'Working' && others.length > 0) return { id: own.id, report, isRefused: true }
    if (own) {
      // the run has ended, and a user has started it again
      if (own.state !== 'Working') {
        await trx
          .updateTable('report_logs')
          .set({ state: 'Working', start_dttm: time, end_dttm: null, error_message: null })
          .where('id', '=', own.id)
          .execute()
        await trx.updateTable('report_schedules').set({ last_state: 'Working' }).where('id', '=', report.id).execute()
      }
      return { id: own.id, report, isRefused: false }
    }
    const entry = { uuid: randomUUID(), report_id: report.id, scheduled_dttm: dueOn, start_dttm: time }
    if (others.length > 0) {
      await trx
        .insertInto('report_logs')
        .values({ ...entry, end_dttm: time, state: 'Error', error_message: NOT_STARTED })
        .execute()
      return { id: 0, report, isRefused: true }
    }
    const overdue = rows.map(({ id }) => id)
    if (overdue.length > 0) {
      await trx
        .updateTable('report_logs')
        .set({ state: 'Error', end_dttm: time, error_message: 'The run did not end within its working timeout.' })
        .where('id', 'in', overdue)
        .execute()
    }
    const { id } = await trx
      .insertInto('report_logs')
      .values({ ...entry, state: 'Working' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.updateTable('report_schedules').set({ last_state: 'Working' }).where('id', '=', report.id).execute()
    return { id, report, isRefused: false }
  })
}

/** The end of a run, in the log and in the report; entries beyond its retention are deleted. */
export const recordOf =
  ({ now }: Pick<Services, 'now'>, { id, report }: ReportRun, outcome: Outcome): JobRecord =>
  async (trx) => {
    const { state, error = null, value = null, row = null, isPaused = false } = outcome
    const time = now()
    await trx
      .updateTable('report_logs')
      .set({ state, end_dttm: time, error_message: error, value, value_row_json: row })
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('report_schedules')
      .set({
        last_state: state,
        last_eval_dttm: time,
        // a run in the grace period evaluates nothing
        ...(state === 'On Grace' ? {} : { last_value: value, last_value_row_json: row }),
        ...(isPaused ? { active: false } : {}),
      })
      .where('id', '=', report.id)
      .execute()
    if (isPaused) await unscheduleReports(trx, [report.id])
    const failure = state === 'Error' ? (error ?? undefined) : undefined
    if (report.log_retention === null) return failure
    await trx
      .deleteFrom('report_logs')
      .where('report_id', '=', report.id)
      .where('scheduled_dttm', '<', time - report.log_retention * DAY_MS)
      .execute()
    return failure
  }

/** Adds the entry that is missing if a run is canceled before its first attempt. Returns whether it did. */
async function entered(
  trx: Trx,
  { subjectId, dueOn }: Pick<JobRun, 'subjectId' | 'dueOn'>,
  message: string,
  now: number,
): Promise<boolean> {
  const report = await trx.selectFrom('report_schedules').select('id').where('id', '=', subjectId).executeTakeFirst()
  const known = await trx
    .selectFrom('report_logs')
    .select('id')
    .where('report_id', '=', subjectId)
    .where('scheduled_dttm', '=', dueOn)
    .executeTakeFirst()
  if (!report || known) return false
  const times = { scheduled_dttm: dueOn, start_dttm: now, end_dttm: now }
  await trx
    .insertInto('report_logs')
    .values({ uuid: randomUUID(), report_id: subjectId, ...times, state: 'Error', error_message: message })
    .execute()
  return true
}

/** Records in the log that a run was canceled. */
export async function recordCancelled(
  trx: Trx,
  { subjectId, dueOn }: Pick<JobRun, 'subjectId' | 'dueOn'>,
  message: string,
  now: number,
): Promise<void> {
  const ended = await trx
    .updateTable('report_logs')
    .set({ state: 'Error', end_dttm: now, error_message: message })
    .where('report_id', '=', subjectId)
    .where('scheduled_dttm', '=', dueOn)
    .where('state', '=', 'Working')
    .returning('id')
    .executeTakeFirst()
  if (!ended && !(await entered(trx, { subjectId, dueOn }, message, now))) return
  await trx.updateTable('report_schedules').set({ last_state: 'Error' }).where('id', '=', subjectId).execute()
}
