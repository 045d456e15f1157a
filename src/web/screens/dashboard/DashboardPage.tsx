import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { parseDashboardUrl, visibleParts } from '../../../model/dashboard/dashboardUrl.ts'
import { chartNode, topLevelTabs } from '../../../model/dashboard/layout.ts'
import { ShownZone } from '../../controls/timeRange/shownZone.ts'
import { useListedKeys } from '../../shell/shortcuts.ts'
import { classes } from '../../ui/classes.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { DashboardCss } from './DashboardCss.tsx'
import css from './DashboardPage.module.css'
import { FilterBar } from './filterBar/FilterBar.tsx'
import { FirstValues } from './filterBar/FirstValues.tsx'
import { DashboardHeader } from './header/DashboardHeader.tsx'
import { useAutoRefresh } from './header/useAutoRefresh.ts'
import { LayoutChildren } from './layout/LayoutChildren.tsx'
import { TopTabs } from './layout/TopTabs.tsx'
import { useDashboard, useSession } from './state/session.ts'
import { showComponent } from './state/showComponent.ts'
import { useFollowHash } from './state/useFollowHash.ts'
import { useKeepFilters } from './state/useKeepFilters.ts'

// loaded on demand, because most filter bars are vertical
const HorizontalFilterBar = lazy(() => import('./filterBar/HorizontalFilterBar.tsx'))
// loaded only on phones
const FilterSheet = lazy(() => import('./filterBar/FilterSheet.tsx'))
// loaded on demand, because most filter bars have an Apply button
const InstantFilters = lazy(() => import('./filterBar/InstantFilters.tsx'))
// loaded on demand, because most dashboards have charts
const EmptyDashboard = lazy(() => import('./layout/EmptyDashboard.tsx'))

const texts = defineTexts('dashboard.keys', {
  group: 'Focused chart',
  full: 'Enter or exit fullscreen',
  menu: 'Open the chart menu',
})

/** The open dashboard: header, filters, tabs, grid. Address parameters can hide parts of it. */
export function DashboardPage() {
  const { openedWith, item, isFrame } = useSession()
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const orientation = useDashboard((state) => state.metadata.filter_bar_orientation)
  const isInstant = useDashboard((state) => state.metadata.instant_filtering)
  const zone = useDashboard((state) => state.metadata.time_zone)
  const isPhone = useIsPhone()
  const parts = visibleParts({ ...openedWith, ...useStandalone() })
  const tabs = topLevelTabs(layout)
  const openTab = tabs?.children.find((tab) => tab.id === activeTabs[tabs.id]) ?? tabs?.children[0]
  // if the root has tabs, the grid next to them is unused
  const content = openTab ?? layout.root.children.find((node) => node.type !== 'TABS')
  const scroller = useRef<HTMLDivElement>(null)

  useDashboardKeys()
  const saveFilters = useKeepFilters()
  useAutoRefresh()
  useFollowHash()
  useScrollToStart()
  const openTabId = openTab?.id
  const lastTabId = useRef(openTabId)
  useEffect(() => {
    // not on the first render, because a link may already have scrolled the page
    if (openTabId !== lastTabId.current) scroller.current?.scrollTo({ top: 0 })
    lastTabId.current = openTabId
  }, [openTabId])

  const showsBar = parts.filterBar && !isPhone
  return (
    <ShownZone value={zone}>
      <div className={classes(css.page, 'dashboard')} data-dashboard="" inert={isFrame} aria-busy={isFrame}>
        <title>{item.dashboard_title || 'Sextant'}</title>
        <DashboardCss css={item.css} />
        {parts.title ? <DashboardHeader hideMenu={!parts.navigation} /> : null}
        {showsBar && orientation === 'HORIZONTAL' ? (
          <Suspense fallback={<div className={css.horizontal} />}>
            <HorizontalFilterBar />
          </Suspense>
        ) : null}
        <div className={css.body}>
          {showsBar && orientation === 'VERTICAL' ? <FilterBar /> : null}
          <div className={css.main}>
            {tabs && parts.tabs ? <TopTabs tabs={tabs} /> : null}
            <div ref={scroller} className={css.scroller} id={openTabId ? `${openTabId}-panel` : undefined}>
              <div className={css.grid} data-dashboard-content="">
                {content && content.children.length > 0 ? (
                  <LayoutChildren nodes={content.children} columns={12} />
                ) : isFrame ? null : (
                  <Suspense>
                    <EmptyDashboard isTab={openTab !== undefined} />
                  </Suspense>
                )}
              </div>
            </div>
          </div>
        </div>
        {parts.filterBar && isPhone ? (
          <Suspense>
            <FilterSheet />
          </Suspense>
        ) : null}
        <FirstValues />
        {isInstant ? (
          <Suspense>
            <InstantFilters save={saveFilters} />
          </Suspense>
        ) : null}
      </div>
    </ShownZone>
  )
}

/** What the current address hides: entering and leaving fullscreen changes the address of the open page. */
function useStandalone() {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const { standalone, uiConfig } = parseDashboardUrl(search, '')
  return { standalone, uiConfig }
}

/** Scrolls to the component that the address names, once. */
function useScrollToStart() {
  const { openedWith, store, isFrame } = useSession()
  useEffect(() => {
    if (isFrame) return
    const { focusedChart, anchor } = openedWith
    const focused = focusedChart === undefined ? undefined : chartNode(store.getState().layout, focusedChart)?.id
    const id = focused ?? anchor
    if (id !== undefined) showComponent(store, id)
  }, [openedWith, store, isFrame])
}

function useDashboardKeys(): void {
  const t = useText()
  const group = t(texts.group)
  useListedKeys({ keys: 'f', label: t(texts.full), group })
  useListedKeys({ keys: 'Shift+F10', label: t(texts.menu), group })
}
