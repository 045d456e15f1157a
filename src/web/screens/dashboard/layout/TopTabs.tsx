import type { LayoutNode } from '../../../../model/dashboard/layout.ts'
import { Tab, TabList, Tabs } from '../../../ui/Tabs.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { openTab } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { LazyAnchor } from './LazyAnchor.tsx'
import css from './Tabs.module.css'
import { useMarkedTabs } from './useMarkedTabs.ts'

const texts = defineTexts('dashboard.tabs', { tabs: 'Tabs', untitled: 'Tab title' })

/** The top-level tabs of the dashboard, above its grid. The open one is part of the address. */
export function TopTabs({ tabs }: { tabs: LayoutNode }) {
  const t = useText()
  const { store, updateUrl } = useSession()
  const active = useDashboard((state) => state.activeTabs[tabs.id])
  const marked = useMarkedTabs(tabs)
  const open = tabs.children.find(({ id }) => id === active)
  return (
    <Tabs
      className={css.top}
      value={active ?? ''}
      onChange={(tabId) => {
        openTab(store, tabs.id, tabId)
        updateUrl({ anchor: tabId })
      }}
    >
      <TabList label={t(texts.tabs)}>
        {tabs.children.map((tab) => (
          <Tab
            key={tab.id}
            value={tab.id}
            data-marked={marked.includes(tab.id) || undefined}
            id={tab.id}
            aria-controls={`${tab.id}-panel`}
          >
            {tab.meta.text || t(texts.untitled)}
          </Tab>
        ))}
      </TabList>
      {open ? <LazyAnchor id={open.id} name={open.meta.text || t(texts.untitled)} /> : null}
    </Tabs>
  )
}
