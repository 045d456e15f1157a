import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { layoutQuery } from '../../../api/dashboards.ts'
import { type DashboardChoice, myDashboard, myDashboards } from '../../../api/saveTargets.ts'
import { useExplore } from '../state/exploreContext.ts'
import { tabsOf } from './tabs.ts'

const lastDashboardKey = 'sextant.explore.lastDashboard'

/** The dashboard that a chart is saved to, and the tab on it. `dashboardId`: where the reader came from. */
export function useSaveTarget(dashboardId: number | null, isSaved: boolean) {
  const { opened } = useExplore()
  const [prefilled] = useState(() => prefilledDashboard(dashboardId, opened.metadata?.dashboards, isSaved))
  const [chosen, setChosen] = useState<{ target: DashboardChoice | undefined }>()
  const [chosenTab, setTabId] = useState<string>()
  const [{ titles, load }] = useState(offeredDashboards)
  const cameFrom = useQuery({
    queryKey: ['dashboards', 'mine', dashboardId],
    enabled: dashboardId !== null && prefilled === undefined && !isSaved,
    queryFn: ({ signal }) => myDashboard(dashboardId ?? 0, signal),
  }).data
  const target = chosen ? chosen.target : (prefilled?.target ?? cameFrom ?? undefined)
  const dashboard = typeof target === 'object' ? target : undefined
  const layout = useQuery({
    ...layoutQuery(dashboard ? String(dashboard.id) : ''),
    enabled: dashboard !== undefined,
    staleTime: 0,
  })
  const tabs = dashboard ? tabsOf(layout.data ?? null) : []
  return {
    target,
    setTarget: (next: DashboardChoice | undefined) => setChosen({ target: next }),
    /** a dashboard by its id, or the title of one that is to be made */
    choose: (value: number | string | undefined) =>
      setChosen({
        target: typeof value === 'number' ? { id: value, title: titles.get(value) ?? String(value) } : value,
      }),
    load,
    isNew: typeof target === 'string',
    /** nobody asked for it: it is only where the chart before went */
    isLast: chosen === undefined && prefilled?.isLast === true,
    tabs,
    tabId: tabs.some((tab) => tab.id === chosenTab) ? chosenTab : undefined,
    setTabId,
  }
}

export type SaveTarget = ReturnType<typeof useSaveTarget>

/** The next chart of this session is offered the same dashboard. */
export function rememberDashboard(dashboard: DashboardChoice): void {
  sessionStorage.setItem(lastDashboardKey, JSON.stringify(dashboard))
}

/** The dashboards to choose from, and what those that were offered are called. */
function offeredDashboards() {
  const titles = new Map<number, string>()
  const load: typeof myDashboards = async (...asked) => {
    const page = await myDashboards(...asked)
    for (const { value, label } of page.options) titles.set(value, label)
    return page
  }
  return { titles, load }
}

interface Prefilled {
  target: DashboardChoice
  /** nobody asked for it: it is only where the chart before went */
  isLast: boolean
}

/** Where the reader came from, or where charts went in this session: a saved chart goes nowhere new unasked. */
function prefilledDashboard(
  id: number | null,
  known: { id: number; dashboard_title: string | null }[] | undefined,
  isSaved: boolean,
): Prefilled | undefined {
  const isOn = (dashboardId: number) => known?.some((dashboard) => dashboard.id === dashboardId) ?? false
  const from = known?.find((dashboard) => dashboard.id === id)
  if (from) return { target: { id: from.id, title: from.dashboard_title ?? String(from.id) }, isLast: false }
  if (id !== null && !isSaved) return undefined
  try {
    const last = JSON.parse(sessionStorage.getItem(lastDashboardKey) ?? 'null') as DashboardChoice | null
    if (last === null || (isSaved && (typeof last !== 'object' || !isOn(last.id)))) return undefined
    return { target: last, isLast: typeof last !== 'object' || !isOn(last.id) }
  } catch {
    return undefined
  }
}
