import type { LayoutNode } from '../../../../model/dashboard/layout.ts'
import { Tab, TabList, Tabs } from '../../../ui/Tabs.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { openTab } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './Tabs.module.css'

const texts = defineTexts('dashboard.tabs', { tabs: 'Tabs', untitled: 'Tab title' })

/** The top-level tabs of the dashboard, above its grid. The open one is part of the address. */
export function TopTabs({ tabs }: { tabs: LayoutNode }) {
  const t = useText()
  const { store, updateUrl } = useSession()
  const active = useDashboard((state) => state.activeTabs[tabs.id])
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
          <Tab key={tab.id} value={tab.id} id={tab.id} aria-controls={`${tab.id}-panel`}>
            {tab.meta.text || t(texts.untitled)}
          </Tab>
        ))}
      </TabList>
    </Tabs>
  )
}
