import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import { contextOfFormData, filteredContext } from '../chartData/chartContext.ts'
import { openDashboard } from '../dashboardData/openDashboard.ts'
import { findDataset } from '../entities/datasets.ts'
import type { JobKind } from '../jobs/kind.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { WARM_UP_JOB } from './warmUpSchedule.ts'

const DAY_MS = 86_400_000
/** A dashboard that nobody opened for this long is not warmed up. */
const LATELY_MS = 7 * DAY_MS
const MOST_VISITS = 1000
/** Maximum time of a run; the remaining charts are left to the next run. */
const LONGEST_MS = 10 * 60_000
/** How often a waiting warm-up checks again. While queries of users wait, a warm-up waits as well, but not forever. */
const LOOK_MS = 200
const MOST_LOOKS = 150

/**
 * Computes the charts of published dashboards that were opened lately, so that the next reader finds them in the cache:
 * on the schedule of the settings, and after embedded tables got new data. One query runs at a time, with the current
 * rights of the dashboard's last reader, and with the filters with which the dashboard opens. Cached results are not
 * computed again.
 */
export const warmUpJob = (services: Services): JobKind => ({
  name: WARM_UP_JOB,
  crontab: services.config.warmUp.crontab ?? null,
  attempts: 1,
  waitMs: () => 0,
  isStoppable: true,
  isSingle: true,
  async run(run) {
    const enough = AbortSignal.timeout(LONGEST_MS)
    try {
      const counts = await warmUp(services, AbortSignal.any([run.signal, enough]))
      services.log.info(counts, 'charts were warmed up')
    } catch (error) {
      if (run.signal.aborted || !enough.aborted) throw error
    }
    return undefined
  },
})

async function warmUp(services: Services, signal: AbortSignal): Promise<{ warmed: number; failed: number }> {
  const counts = { warmed: 0, failed: 0 }
  for (const { dashboard, subject } of await dashboardsOpenedLately(services)) {
    const opening = await openDashboard(services, dashboard, subject, { signal }).catch((error: unknown) => {
      // users see an AppError when they open the dashboard
      if (signal.aborted || !(error instanceof AppError)) throw error
    })
    if (!opening) {
      counts.failed += 1
      continue
    }
    const { charts, filtersOf } = opening
    for (const chart of charts.values()) {
      if (counts.warmed + counts.failed >= services.config.warmUp.charts) return counts
      await untilIdle(services, signal)
      const outcome = await warmed(services, { chart, dashboard, subject, filters: { ...filtersOf(chart.id) } }, signal)
      if (outcome) counts[outcome] += 1
    }
  }
  return counts
}

interface Opened {
  dashboard: Row<'dashboards'>
  /** Who opened it last, with their current rights. */
  subject: Subject
}

/** Published dashboards that users opened recently, the most recent one first. */
async function dashboardsOpenedLately({ db, now, subjects, can }: Services): Promise<Opened[]> {
  const visits = await db
    .selectFrom('logs')
    .innerJoin('dashboards', 'dashboards.id', 'logs.dashboard_id')
    .select(['logs.dashboard_id', 'logs.user_id'])
    .select((eb) => eb.fn.max('logs.dttm').as('time'))
    .where('logs.action', '=', 'dashboard')
    .where('logs.dttm', '>', now() - LATELY_MS)
    .where('logs.user_id', 'is not', null)
    .where('dashboards.published', '=', true)
    .groupBy(['logs.dashboard_id', 'logs.user_id'])
    .orderBy('time', 'desc')
    .limit(MOST_VISITS)
    .execute()
  const found = new Map<number, Opened>()
  for (const { dashboard_id: id, user_id: userId } of visits) {
    if (id === null || userId === null || found.has(id)) continue
    const subject = (await subjects.ofUser(userId))?.subject
    const mayRead = subject && (await can(subject, 'read', { kind: 'Dashboard', id }).then(isTrue, isRefused))
    if (!mayRead) continue
    const dashboard = await db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirst()
    if (dashboard) found.set(id, { dashboard, subject })
  }
  return [...found.values()]
}

const isTrue = () => true

function isRefused(error: unknown): false {
  if (error instanceof AppError) return false
  throw error
}

/** Waits for queries of users, but not forever. */
async function untilIdle({ engine }: Services, signal: AbortSignal): Promise<void> {
  for (let look = 0; look < MOST_LOOKS && engine.state().waiting > 0; look++)
    await pause(LOOK_MS, undefined, { signal })
  signal.throwIfAborted()
}

interface Wanted extends Opened {
  chart: Row<'charts'>
  filters: Record<string, unknown>
}

/** Runs the chart's query as the page does. Returns undefined if the chart has no query. */
async function warmed(
  { db, chartData }: Services,
  { chart, dashboard, subject, filters }: Wanted,
  signal: AbortSignal,
): Promise<'warmed' | 'failed' | undefined> {
  try {
    const dataset = chart.datasource_id === null ? undefined : await findDataset(db, chart.datasource_id)
    const wishes = { extraFormData: filters }
    const context = dataset && ((await contextOfFormData(chart, dataset, wishes)) ?? filteredContext(chart, wishes))
    if (!context) return undefined
    await chartData.answer(context, subject, {
      encoding: 'columns',
      signal,
      data: { chartId: chart.id, dashboardId: dashboard.id },
    })
    return 'warmed'
  } catch (error) {
    // users see an AppError when they open the chart
    if (signal.aborted || !(error instanceof AppError)) throw error
    return 'failed'
  }
}
