import { Cron } from 'croner'

/** Maximum number of cached schedules: parsing one takes as long as computing a time, and each is used often. */
const MOST_CRONS = 500
const crons = new Map<string, Cron>()

/**
 * Schedules of reports and of background work: five cron fields in a time zone. The rules for changes of the clock are
 * described in docs/schedules.md.
 */
function cronOf(crontab: string, timeZone: string): Cron {
  const key = `${timeZone} ${crontab}`
  let cron = crons.get(key)
  if (!cron) {
    // lists and ranges of hours are fixed times too: `30 2,14 * * *` runs once on the day on which 02:30 occurs twice
    cron = new Cron(crontab.trim(), { timezone: timeZone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
    if (crons.size >= MOST_CRONS) crons.clear()
    crons.set(key, cron)
  }
  return cron
}

/** Whether a text is a cron expression: five fields, or a name such as `@daily`. */
export function isCrontab(crontab: string): boolean {
  try {
    return Boolean(cronOf(crontab, 'UTC'))
  } catch {
    return false
  }
}

/**
 * The first time after `afterMs` (UTC epoch milliseconds) at which a schedule is due; null if it is never due, for
 * example on 31 February.
 */
export function nextDue(crontab: string, timeZone: string, afterMs: number): number | null {
  return cronOf(crontab, timeZone).nextRun(new Date(afterMs))?.getTime() ?? null
}
