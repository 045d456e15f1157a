import type { DashboardChart } from '../../../api/dashboardView.ts'
import type { ChartRun } from './dashboardStore.ts'

/** Results of dashboards left before, so that coming back shows something at once, even while the server is away. */

const atMost = 3
const kept = new Map<number, Map<string, Pick<ChartRun, 'result' | 'receivedAt'>>>()

type Charts = ReadonlyMap<number, DashboardChart>

/** A chart that was changed since is another chart: its old rows may not fit its new form. */
const keyOf = (chart: DashboardChart) => `${chart.id} ${JSON.stringify(chart.form_data)}`

export function keepPictures(dashboardId: number, charts: Charts, runs: Readonly<Record<number, ChartRun>>): void {
  const pictures = new Map(
    [...charts.values()].flatMap((chart) => {
      const { result, receivedAt } = runs[chart.id] ?? {}
      return result ? [[keyOf(chart), { result, receivedAt }] as const] : []
    }),
  )
  kept.delete(dashboardId)
  if (pictures.size > 0) kept.set(dashboardId, pictures)
  for (const oldest of [...kept.keys()].slice(0, -atMost)) kept.delete(oldest)
}

/** Runs that hold the last pictures and were asked nothing yet. */
export function lastPictures(dashboardId: number, charts: Charts): Record<number, ChartRun> {
  const pictures = kept.get(dashboardId)
  if (!pictures) return {}
  return Object.fromEntries(
    [...charts.values()].flatMap((chart): [number, ChartRun][] => {
      const picture = pictures.get(keyOf(chart))
      return picture ? [[chart.id, { phase: 'idle', key: '', startedAt: 0, ...picture }]] : []
    }),
  )
}
