import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import { LeaseLost } from '../jobs/jobs.ts'
import { JobFailure, type JobKind, type JobRun, NothingHappened } from '../jobs/kind.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { runCondition } from './condition.ts'
import { deliver, forgetTold, tellOwners } from './deliver.ts'
import { fillTable, tableOf } from './fillTable.ts'
import { ownersOf, runnerOf } from './owners.ts'
import { begin, isInGrace, NOT_STARTED, type Outcome, recordCancelled, recordOf, workingTimeoutS } from './reportLog.ts'
import { REPORT_JOB } from './reportSchedule.ts'

const MINUTE_MS = 60_000
/** Pauses after each failed attempt. A mail server that defers a mail accepts it after some minutes. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]

type Report = Row<'report_schedules'>

/** Runs alerts and reports when they are due. */
export const reportJob = (services: Services): JobKind => ({
  name: REPORT_JOB,
  attempts: PAUSES_MS.length + 1,
  waitMs: (attempt) => PAUSES_MS[attempt - 1] ?? MINUTE_MS,
  async run(run) {
    const report = await readReport(services, run.subjectId)
    // deleted or switched off since it was due
    if (!report?.active || !services.flags.isOn('ALERT_REPORTS')) return undefined
    const log = await begin(services, run, report)
    if (log.isRefused) return async () => NOT_STARTED
    const outcome = await attempt(services, run, report)
    return recordOf(services, log, outcome.state === 'Error' ? await told(services, run, report, outcome) : outcome)
  },
  async gaveUp(run, error) {
    const report = await readReport(services, run.subjectId)
    if (!report) return undefined
    const log = await begin(services, run, report)
    return recordOf(services, log, await told(services, run, report, failure(error)))
  },
  startedAgain: forgetTold,
  cancelled: (trx, job, message) => recordCancelled(trx, job, message, services.now()),
})

const readReport = ({ db }: Services, id: number): Promise<Report | undefined> =>
  db.selectFrom('report_schedules').selectAll().where('id', '=', id).executeTakeFirst()

/** How a run ended. Throws if another attempt makes sense, and if this worker has to stop. */
async function attempt(services: Services, run: JobRun, report: Report): Promise<Outcome> {
  const timeoutS = workingTimeoutS(report)
  const timeout = AbortSignal.timeout(Math.min(timeoutS * 1000, 2 ** 31 - 1))
  const signal = AbortSignal.any([run.signal, timeout])
  try {
    return await runOnce(services, run, report, signal)
  } catch (error) {
    if (error instanceof LeaseLost || run.signal.aborted) throw error
    if (timeout.aborted) return failure(new JobFailure(`The run took longer than ${timeoutS} seconds.`))
    if (error instanceof NothingHappened && !run.isLastAttempt) throw error
    return failure(error)
  }
}

async function runOnce(services: Services, run: JobRun, report: Report, signal: AbortSignal): Promise<Outcome> {
  const subject = await runnerOf(services, report)
  if (!subject) {
    return { state: 'Error', isPaused: true, error: 'Paused: its owners have left or may not run it any more.' }
  }
  const table = tableOf(report)
  if (table) {
    await fillTable(services, run, { report, ...table }, subject, signal)
    if (!(await hasRecipients(services, report.id))) return { state: 'Success' }
  }
  if (report.type === 'Report') return sent(services, run, { report, subject, value: null }, signal)
  if (isInGrace(report, run.dueOn, await lastSuccess(services, report.id))) return { state: 'On Grace' }
  const result = await runCondition(services, report, subject, signal)
  if (!result.ok) return { state: 'Error', error: result.message }
  const { value, row, expected = null } = result
  const found = { value, row: row && JSON.stringify(row) }
  if (!result.isTriggered) return { state: 'Not triggered', ...found }
  return { ...(await sent(services, run, { report, subject, value, expected }, signal)), ...found }
}

const hasRecipients = async ({ db }: Services, reportId: number): Promise<boolean> =>
  (await db.selectFrom('report_recipients').select('id').where('report_id', '=', reportId).executeTakeFirst()) !==
  undefined

async function sent(
  services: Services,
  run: JobRun,
  what: { report: Report; subject: Subject; value: number | null; expected?: string | null },
  signal: AbortSignal,
): Promise<Outcome> {
  const unknown = await deliver(services, run, what, signal)
  if (unknown.length === 0) return { state: 'Success' }
  const names = unknown.join(', ')
  return { state: 'Error', error: `Outcome unknown: sending was cut off, so the message to ${names} may have arrived.` }
}

const lastSuccess = async ({ db }: Services, reportId: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('report_logs')
      .select('scheduled_dttm')
      .where('report_id', '=', reportId)
      .where('state', '=', 'Success')
      .orderBy('scheduled_dttm', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.scheduled_dttm

/** The sentence of an expected failure; anything else is a bug, which the log of the server describes. */
function failure(error: unknown): Outcome {
  const cause = error instanceof NothingHappened ? error.cause : error
  if (cause instanceof AppError || cause instanceof JobFailure) return { state: 'Error', error: cause.message }
  return { state: 'Error', error: 'Unexpected error. See the log of the server for details.', cause }
}

/** Notifies the owners if possible; otherwise the log reports that they were not notified. */
async function told(services: Services, run: JobRun, report: Report, outcome: Outcome): Promise<Outcome> {
  if (outcome.cause) services.log.error({ err: outcome.cause }, `the report ${report.id} failed`)
  try {
    await tellOwners(services, run, report, await ownersOf(services, report.id), outcome.error ?? '')
    return outcome
  } catch (cause) {
    if (cause instanceof LeaseLost || run.signal.aborted) throw cause
    services.log.warn({ err: cause }, `the owners of the report ${report.id} could not be told`)
    const { error = '' } = outcome
    const sentence = error === '' || /[.!?]$/.test(error) ? error : `${error}.`
    return { ...outcome, error: `${sentence} The owners could not be notified by email.`.trimStart() }
  }
}
