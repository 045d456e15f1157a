import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { bootstrap } from '../../../api/bootstrap.ts'
import { defineTexts, type useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import type { Session } from '../state/session.ts'
import { refreshIntervals } from './refreshIntervals.ts'

const texts = defineTexts('dashboard.autoRefresh', {
  notice: 'This dashboard is currently auto refreshing; the next auto refresh will be in {interval}.',
})

/** The fraction of an interval over which the charts are spread, so that they do not all send requests at once. */
const SPREAD = 0.2

interface Stagger {
  stagger_refresh: boolean
  /** Minimum time in ms over which the charts are spread. */
  stagger_time: number
}

/** Milliseconds between two charts of one refresh. */
export function stepBetween({ stagger_refresh, stagger_time }: Stagger, intervalMs: number, charts: number): number {
  if (!stagger_refresh || charts < 2) return 0
  return Math.max(intervalMs * SPREAD, stagger_time) / (charts - 1)
}

/**
 * Refreshes the charts after each interval, one after another, except exempt ones, until `signal` is aborted. A hidden
 * page is not refreshed; when it is shown again, it is refreshed if an interval has passed.
 */
export function autoRefresh(
  { store, loader }: Pick<Session, 'store' | 'loader'>,
  seconds: number,
  t: ReturnType<typeof useText>,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const interval = refreshIntervals().find(([value]) => value === seconds)?.[1] ?? `${seconds} s`
  const isForced = bootstrap.common.conf['DASHBOARD_AUTO_REFRESH_MODE'] !== 'fetch'
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isMissed = false
  const stopTimers = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }
  function refresh(): void {
    isMissed = document.hidden
    if (isMissed) return
    // the refresh may take longer than an interval: the last charts are refreshed before the first ones are refreshed
    // again
    if (timers.size > 0) return
    const { layout, metadata } = store.getState()
    const immune = new Set(metadata.timed_refresh_immune_slices)
    const charts = chartsIn(layout.root).filter((id) => !immune.has(id))
    toast.warning(t(texts.notice, { interval }), { noDuplicate: true })
    const stepMs = stepBetween(metadata, seconds * 1000, charts.length)
    if (stepMs === 0) return loader.refresh(charts, isForced)
    charts.forEach((id, index) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        loader.refresh([id], isForced)
      }, index * stepMs)
      timers.add(timer)
    })
  }
  const every = setInterval(refresh, seconds * 1000)
  const onShown = () => {
    if (isMissed && !document.hidden) refresh()
  }
  document.addEventListener('visibilitychange', onShown)
  signal.addEventListener('abort', () => {
    clearInterval(every)
    stopTimers()
    document.removeEventListener('visibilitychange', onShown)
  })
}
