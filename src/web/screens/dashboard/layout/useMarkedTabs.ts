import { chartsIn, type LayoutNode } from '../../../../model/dashboard/layout.ts'
import { useDashboard } from '../state/session.ts'

/** Closed tabs with charts in the scope of the filter that is hovered or focused. */
export const useMarkedTabs = (tabs: LayoutNode): string[] =>
  useDashboard(({ outlined, activeTabs }) =>
    tabs.children
      .filter((tab) => activeTabs[tabs.id] !== tab.id && outlined && chartsIn(tab).some((id) => outlined.has(id)))
      .map(({ id }) => id),
  )
