import type { ReactNode } from 'react'
import type { LayoutNode } from '../../../../model/dashboard/layout.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { openTab } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { LazyAnchor } from './LazyAnchor.tsx'
import css from './Tabs.module.css'
import { useMarkedTabs } from './useMarkedTabs.ts'

const texts = defineTexts('dashboard.nestedTabs', {
  tabs: 'Tabs',
  untitled: 'Tab title',
  empty: 'There are no components added to this tab',
})

export interface NestedTabsProps {
  tabs: LayoutNode
  /** renders the components of a tab */
  children: (nodes: LayoutNode[]) => ReactNode
}

/** Tabs inside the grid. Closed ones are not mounted, so that their charts do not request data. */
export function NestedTabs({ tabs, children }: NestedTabsProps) {
  const t = useText()
  const { store, updateUrl } = useSession()
  const active = useDashboard((state) => state.activeTabs[tabs.id])
  const marked = useMarkedTabs(tabs)
  const open = tabs.children.find(({ id }) => id === active)
  return (
    <Tabs
      className={css.nested}
      value={active ?? ''}
      onChange={(tabId) => {
        openTab(store, tabs.id, tabId)
        updateUrl({ anchor: tabId })
      }}
    >
      <div className={css.nestedList}>
        <TabList label={t(texts.tabs)}>
          {tabs.children.map((tab) => (
            <Tab key={tab.id} value={tab.id} data-marked={marked.includes(tab.id) || undefined}>
              {tab.meta.text || t(texts.untitled)}
            </Tab>
          ))}
        </TabList>
        {open ? <LazyAnchor id={open.id} name={open.meta.text || t(texts.untitled)} /> : null}
      </div>
      {tabs.children.map((tab) => (
        <TabPanel key={tab.id} value={tab.id} className={css.panel}>
          {tab.children.length > 0 ? children(tab.children) : <p className={css.empty}>{t(texts.empty)}</p>}
        </TabPanel>
      ))}
    </Tabs>
  )
}
