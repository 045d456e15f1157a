import { removeSchedule, setSchedule } from '../jobs/schedules.ts'
import type { Row, Trx } from '../storage/schema.ts'

/** The kind of the jobs that run alerts and reports. */
export const REPORT_JOB = 'report'

type Timing = Pick<Row<'report_schedules'>, 'id' | 'active' | 'crontab' | 'timezone'>

/** Sets when a report is due. Call it in the transaction of every change of the report. */
export function scheduleReport(trx: Trx, { id, active, crontab, timezone }: Timing, now: number): Promise<void> {
  if (!active) return unscheduleReports(trx, [id])
  return setSchedule(trx, { kind: REPORT_JOB, subjectId: id, crontab, timeZone: timezone }, now)
}

export const unscheduleReports = (trx: Trx, ids: readonly number[]): Promise<void> =>
  removeSchedule(trx, REPORT_JOB, ids)
