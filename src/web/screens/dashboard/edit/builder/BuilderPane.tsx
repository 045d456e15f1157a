import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from '../../../../ui/Tabs.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './BuilderPane.module.css'
import { ChartCards } from './ChartCards.tsx'
import { ElementCards } from './ElementCards.tsx'

const texts = defineTexts('dashboard.edit.builder', {
  builder: 'Builder',
  charts: 'Charts',
  elements: 'Layout elements',
})

/** The components that can be added to the dashboard: charts, and layout elements. */
export function BuilderPane() {
  const t = useText()
  const [tab, setTab] = useState('charts')
  return (
    <aside className={css.pane} aria-label={t(texts.builder)}>
      <Tabs value={tab} onChange={setTab} className={css.tabs}>
        <div className={css.head}>
          <TabList label={t(texts.builder)}>
            <Tab value="charts">{t(texts.charts)}</Tab>
            <Tab value="elements">{t(texts.elements)}</Tab>
          </TabList>
        </div>
        <TabPanel value="charts" className={css.panel}>
          <ChartCards />
        </TabPanel>
        <TabPanel value="elements" className={css.panel}>
          <ElementCards />
        </TabPanel>
      </Tabs>
    </aside>
  )
}
