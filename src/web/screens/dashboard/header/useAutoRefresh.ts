import { useEffect } from 'react'
import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { bootstrap } from '../../../api/bootstrap.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { refreshIntervals } from './refreshIntervals.ts'

const texts = defineTexts('dashboard.autoRefresh', {
  notice: 'This dashboard is currently auto refreshing; the next auto refresh will be in {interval}.',
})

/** The fraction of an interval over which the charts are spread, so that they do not all send requests at once. */
const SPREAD = 0.2

/** Refreshes the charts at the selected interval, one after the other, except exempt ones. */
export function useAutoRefresh(): void {
  const t = useText()
  const { store, loader } = useSession()
  const seconds = useDashboard((state) => state.refreshFrequency)
  useEffect(() => {
    if (seconds <= 0) return
    const interval = refreshIntervals().find(([value]) => value === seconds)?.[1] ?? `${seconds} s`
    const isForced = bootstrap.common.conf['DASHBOARD_AUTO_REFRESH_MODE'] !== 'fetch'
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const tick = () => {
      const { layout, metadata } = store.getState()
      const immune = new Set(metadata.timed_refresh_immune_slices)
      const charts = chartsIn(layout.root).filter((id) => !immune.has(id))
      toast.warning(t(texts.notice, { interval }), { noDuplicate: true })
      const stepMs = metadata.stagger_refresh ? (seconds * 1000 * SPREAD) / Math.max(1, charts.length) : 0
      if (stepMs === 0) return loader.refresh(charts, isForced)
      charts.forEach((id, index) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          loader.refresh([id], isForced)
        }, index * stepMs)
        timers.add(timer)
      })
    }
    const every = setInterval(tick, seconds * 1000)
    return () => {
      clearInterval(every)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [seconds, store, loader, t])
}
