import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { layoutQuery } from '../../../api/dashboardLayout.ts'
import { type DashboardChoice, myDashboard, myDashboards } from '../../../api/saveTargets.ts'
import { useExplore } from '../state/exploreContext.ts'
import { tabsOf } from './tabs.ts'

const lastDashboardKey = 'sextant.explore.lastDashboard'

/** The dashboard to which a chart is saved, and the tab on it. `dashboardId`: the dashboard that the user came from. */
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
    /** a dashboard by its id, or the title of a new one */
    choose: (value: number | string | undefined) =>
      setChosen({
        target: typeof value === 'number' ? { id: value, title: titles.get(value) ?? String(value) } : value,
      }),
    load,
    isNew: typeof target === 'string',
    /** preselected: the dashboard that the previous chart was saved to */
    isLast: chosen === undefined && prefilled?.isLast === true,
    tabs,
    tabId: tabs.some((tab) => tab.id === chosenTab) ? chosenTab : undefined,
    setTabId,
  }
}

export type SaveTarget = ReturnType<typeof useSaveTarget>

/** Preselects the dashboard for the next chart of this session. */
export function rememberDashboard(dashboard: DashboardChoice): void {
  sessionStorage.setItem(lastDashboardKey, JSON.stringify(dashboard))
}

/** The dashboards to choose from, and the names of those already loaded. */
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
  /** preselected: the dashboard that the previous chart was saved to */
  isLast: boolean
}

/**
 * The dashboard that the user came from, or the last one of this session. A saved chart is not added to a new dashboard
 * by default.
 */
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
