import type { LeftOutAnswer } from '../../../leftOut/askLeftOut.ts'
import { useLeftOut } from '../../../leftOut/useLeftOut.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'

/** What the result of a chart lacks of its rows. */
export function useChartLeftOut(id: number): LeftOutAnswer | undefined {
  const { store } = useSession()
  const run = useDashboard((state) => state.runs[id])
  const datasources = useDashboard((state) => state.datasources)
  const form = store.getState().charts.get(id)?.form_data
  return useLeftOut({
    key: ['dashboard', store.getState().id, id, run?.receivedAt],
    data: run?.result,
    datasource: form && datasources?.get(datasetIdOf(form) ?? -1),
    contextOf: async () => (await import('./chartContext.ts')).chartContext(store, id, 'full', 'json'),
  })
}
