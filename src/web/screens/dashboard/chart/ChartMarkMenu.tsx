import { Funnel } from 'lucide-react'
import type { LevelMove } from '../../../../charts/drillLevels.ts'
import type { MarkMenu } from '../../../../charts/shared/contract.ts'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { chartExtraFormData, isUnset, sameJson } from '../../../../model/dashboard/dashboardState.ts'
import type { ExtraFormData } from '../../../../model/dashboard/dataMask.ts'
import { goToOf } from '../../../../model/dashboardLinks/goTo.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { can } from '../../../api/bootstrap.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { compareEntries } from '../../../drill/compareEntries.tsx'
import { drillEntries } from '../../../drill/drillEntries.tsx'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { levelEntries } from '../../../drill/levelEntries.tsx'
import { useDimensions } from '../../../drill/useDimensions.ts'
import { useGoToEntries } from '../../../drill/useGoToEntries.tsx'
import { type MenuEntry, PointMenu } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { crossFilter, removeCrossFilters } from '../state/actions.ts'
import { datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { exploreHref } from './exploreHref.ts'

const texts = defineTexts('dashboard.markMenu', {
  add: 'Add cross-filter',
  remove: 'Remove cross-filter',
  off: 'Cross-filtering is not enabled for this dashboard.',
  unable: 'This visualization type does not support cross-filtering.',
  point: "You can't apply cross-filter on this data point.",
})

interface ChartMarkMenuProps {
  chart: DashboardChart
  mark: MarkMenu
  /** the levels of a hierarchy that led to the chart */
  path?: readonly LevelMove[]
  onPath: (path: readonly LevelMove[]) => void
  /** for a drilled chart: its results, and the additions to its queries */
  data?: ChartData[]
  extra?: ExtraFormData
  onDrill: (open: OpenDrill) => void
  onClose: () => void
}

/** The menu of one mark of a chart. */
export function ChartMarkMenu({ chart, mark, path = [], onDrill, onClose, ...props }: ChartMarkMenuProps) {
  const t = useText()
  const filter = useFilterEntry(chart, mark)
  const { store } = useSession()
  const own = useDashboard((state) => state.runs[chart.id]?.result)
  const data = props.data ?? own ?? []
  const datasources = useDashboard((state) => state.datasources)
  const datasource = datasources?.get(datasetIdOf(chart.form_data) ?? -1) ?? noDatasource
  const dashboardId = useDashboard((state) => state.id)
  const dimensions = useDimensions(chart.form_data)
  const copy = useCopy()
  const layout = useDashboard((state) => state.layout)
  const targets = [...layout.byId.values()].flatMap(({ meta }) => (meta.chartId === chart.id ? goToOf(meta.goTo) : []))
  const goTo = useGoToEntries(targets, mark.drill, onDrill)
  const { applied, reach } = store.getState()
  const shared = { t, formData: chart.form_data, datasource, data, onDrill }
  const drill = [
    ...levelEntries({
      ...shared,
      drill: mark.drill,
      dimensions,
      extra: props.extra ?? chartExtraFormData(chart.id, applied, reach),
      path,
      onPath: (next) => {
        // the filter selects marks that the other level does not have
        removeCrossFilters(store, [String(chart.id)])
        props.onPath(next)
      },
    }),
    ...drillEntries({ ...shared, type: chart.type, drill: mark.drill, dimensions }),
  ]
  const value = compareEntries({
    ...shared,
    mark,
    chartHref: can('can_explore', 'Superset') ? exploreHref(chart.id, dashboardId) : undefined,
    copy: (text) => void copy(text),
  })
  const items = [
    mark.label !== '' && { heading: mark.label },
    filter,
    drill.length > 0 && ('divider' as const),
    ...drill,
    'divider' as const,
    ...value,
    ...goTo,
  ]
  return <PointMenu at={mark} onClose={onClose} items={items} />
}

/** Adds or removes the mark's cross-filter. */
function useFilterEntry(chart: DashboardChart, { mask }: MarkMenu): MenuEntry {
  const t = useText()
  const { store } = useSession()
  const isOn = useDashboard((state) => state.metadata.cross_filters_enabled)
  const current = useDashboard((state) => state.applied[String(chart.id)])
  const behaviors = chart.type?.behaviors ?? []
  // a chart responds to a click on the selected mark with an empty mask, which removes the filter
  const isChosen =
    !isUnset(current) &&
    mask !== null &&
    (isUnset(mask) || sameJson(current?.filterState?.value, mask.filterState?.value))
  const refusal = !isOn
    ? t(texts.off)
    : !behaviors.includes('INTERACTIVE_CHART')
      ? t(texts.unable)
      : mask === null
        ? t(texts.point)
        : false
  return {
    label: t(isChosen ? texts.remove : texts.add),
    icon: <Funnel size={14} />,
    disabledReason: refusal,
    onSelect: () => {
      if (isChosen) removeCrossFilters(store, [String(chart.id)])
      else if (mask) crossFilter(store, chart.id, mask)
    },
  }
}
