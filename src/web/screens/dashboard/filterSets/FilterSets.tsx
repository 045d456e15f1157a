import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/failure.ts'
import { filterSetsQuery } from '../../../api/filterSets.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { FilterList } from '../filterBar/FilterList.tsx'
import { useDashboard } from '../state/session.ts'
import { FilterSetList } from './FilterSetList.tsx'
import css from './FilterSets.module.css'
import { readFilterSet } from './filterSets.ts'

const texts = defineTexts('dashboard.filterSets', {
  tabs: 'Filters and filter sets',
  all: 'All filters ({count})',
  sets: 'Filter sets ({count})',
})

/** The filters of the bar, with a tab for the sets of values that were saved for them. */
export default function FilterSets() {
  const t = useText()
  const id = useDashboard((state) => state.id)
  const count = useDashboard((state) => state.filters.length)
  const stored = useQuery(filterSetsQuery(id))
  const [tab, setTab] = useState('all')
  return (
    <Tabs className={css.tabs} value={tab} onChange={setTab}>
      <TabList label={t(texts.tabs)}>
        <Tab value="all">{t(texts.all, { count })}</Tab>
        <Tab value="sets">{t(texts.sets, { count: stored.data?.length ?? 0 })}</Tab>
      </TabList>
      <TabPanel value="all" className={css.panel}>
        <FilterList />
      </TabPanel>
      <TabPanel value="sets" className={css.panel}>
        {stored.error ? (
          <ErrorPanel message={messageOf(stored.error)} onRetry={() => void stored.refetch()} />
        ) : stored.data ? (
          <FilterSetList sets={stored.data.map(readFilterSet)} />
        ) : (
          <Spinner />
        )}
      </TabPanel>
    </Tabs>
  )
}
