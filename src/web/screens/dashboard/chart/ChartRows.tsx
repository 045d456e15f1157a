import type { DrillContext } from '../../../../charts/shared/contract.ts'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { can } from '../../../api/bootstrap.ts'
import DrillToDetail from '../../../drill/DrillToDetail.tsx'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { chartContext } from './chartContext.ts'
import type { ChartDialogProps } from './chartDialogProps.ts'
import { exploreHref } from './exploreHref.ts'

/** The rows behind a chart or one of its marks, with the current filters. */
export default function ChartRows({ chart, title, drill, onClose }: ChartDialogProps & { drill: DrillContext }) {
  const { store } = useSession()
  const data = useDashboard((state) => state.runs[chart.id]?.result)
  const datasources = useDashboard((state) => state.datasources)
  return (
    <DrillToDetail
      title={title}
      contextOf={() => chartContext(store, chart.id, 'drill_detail', 'json')}
      datasource={datasources?.get(datasetIdOf(chart.form_data) ?? -1) ?? noDatasource}
      data={data ?? []}
      drill={drill}
      editHref={can('can_explore', 'Superset') ? exploreHref(chart.id, store.getState().id) : undefined}
      onClose={onClose}
    />
  )
}
