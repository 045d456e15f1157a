import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { chartExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import { can } from '../../../api/bootstrap.ts'
import { DrillDialog } from '../../../drill/DrillDialog.tsx'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { chartContext } from './chartContext.ts'
import type { ChartDialogProps } from './chartDialogProps.ts'
import { exploreHref } from './exploreHref.ts'

/** The rows behind a chart or one of its marks, or a chart of them, with the current filters. */
export default function ChartRows({ chart, title, opened, onClose }: ChartDialogProps & { opened: OpenDrill }) {
  const { store } = useSession()
  const data = useDashboard((state) => state.runs[chart.id]?.result)
  const datasources = useDashboard((state) => state.datasources)
  const { labelColors, color_scheme: colorScheme } = useDashboard((state) => state.metadata)
  const { applied, reach } = store.getState()
  return (
    <DrillDialog
      {...opened}
      title={title}
      formData={chart.form_data}
      contextOf={() => chartContext(store, chart.id, 'full', 'json')}
      extra={chartExtraFormData(chart.id, applied, reach)}
      datasource={datasources?.get(datasetIdOf(chart.form_data) ?? -1) ?? noDatasource}
      data={data ?? []}
      editHref={can('can_explore', 'Superset') ? exploreHref(chart.id, store.getState().id) : undefined}
      colors={{ labelColors, ...(colorScheme && { colorScheme }) }}
      onClose={onClose}
    />
  )
}
