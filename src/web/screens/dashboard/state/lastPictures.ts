import type { DashboardChart } from '../../../api/dashboardView.ts'
import type { ChartRun } from './dashboardStore.ts'

/**
 * Results of previously visited dashboards, so that returning shows something at once, even if the server is
 * unavailable.
 */

const atMost = 3
const kept = new Map<number, Map<string, Pick<ChartRun, 'result' | 'form' | 'receivedAt'>>>()

type Charts = ReadonlyMap<number, DashboardChart>

/** The key contains the form data: if it has changed, the last rows may not match it and are not used. */
const keyOf = (chart: DashboardChart) => `${chart.id} ${JSON.stringify(chart.form_data)}`

export function keepPictures(dashboardId: number, charts: Charts, runs: Readonly<Record<number, ChartRun>>): void {
  const pictures = new Map(
    [...charts.values()].flatMap((chart) => {
      const { result, form, receivedAt } = runs[chart.id] ?? {}
      return result ? [[keyOf(chart), { result, form, receivedAt }] as const] : []
    }),
  )
  kept.delete(dashboardId)
  if (pictures.size > 0) kept.set(dashboardId, pictures)
  for (const oldest of [...kept.keys()].slice(0, -atMost)) kept.delete(oldest)
}

/** Runs with the last results and without a query. */
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
