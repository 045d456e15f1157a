import { Funnel } from 'lucide-react'
import type { MarkMenu } from '../../../../charts/shared/contract.ts'
import { isUnset, sameJson } from '../../../../model/dashboard/dashboardState.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { crossFilter, removeCrossFilters } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'

const texts = defineTexts('dashboard.markMenu', {
  add: 'Add cross-filter',
  remove: 'Remove cross-filter',
  off: 'Cross-filtering is not enabled for this dashboard.',
  unable: 'This visualization type does not support cross-filtering.',
  point: "You can't apply cross-filter on this data point.",
})

/** The menu entries of one mark of a chart. */
export function useMarkMenu(chart: DashboardChart, mark: MarkMenu | undefined): MenuEntry[] {
  const t = useText()
  const { store } = useSession()
  const isOn = useDashboard((state) => state.metadata.cross_filters_enabled)
  const current = useDashboard((state) => state.applied[String(chart.id)])
  if (!mark) return []
  const behaviors = chart.type?.behaviors ?? []
  const { mask } = mark
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
  return [
    mark.label !== '' && { heading: mark.label },
    {
      label: t(isChosen ? texts.remove : texts.add),
      icon: <Funnel size={14} />,
      disabledReason: refusal,
      onSelect: () => {
        if (isChosen) removeCrossFilters(store, [String(chart.id)])
        else if (mask) crossFilter(store, chart.id, mask)
      },
    },
  ]
}
