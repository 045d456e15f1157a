import { useState } from 'react'
import { entryName, isDivider, scopeOf, targetOf } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../../../ui/Tabs.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './FilterConfigDialog.module.css'
import { FilterDescription } from './FilterDescription.tsx'
import { FilterSettingsTab } from './FilterSettingsTab.tsx'
import { faultTexts } from './faultTexts.ts'
import { type FilterFormProps, focusedIf } from './filterFormProps.ts'
import { ScopePicker } from './ScopePicker.tsx'

const texts = defineTexts('dashboard.filterForm', {
  settings: 'Settings',
  scoping: 'Scoping',
  title: 'Title',
})

/** The form of one filter or divider. */
export function FilterForm(props: FilterFormProps) {
  return isDivider(props.entry) ? <DividerForm {...props} /> : <NativeFilterForm {...props} />
}

function DividerForm({ entry, isAdded, faults, onChange }: FilterFormProps) {
  const t = useText()
  const [fault] = faults
  return (
    <div className={css.form}>
      <TextField
        label={t(texts.title)}
        size="md"
        required
        {...focusedIf(isAdded)}
        error={fault && t(faultTexts[fault])}
        value={entryName(entry)}
        onChange={(title) => onChange({ ...entry, title })}
      />
      <FilterDescription entry={entry} onChange={onChange} />
    </div>
  )
}

function NativeFilterForm(props: FilterFormProps) {
  const t = useText()
  const [tab, setTab] = useState<string>()
  return (
    <Tabs value={tab ?? 'settings'} onChange={setTab} className={css.main}>
      <div className={css.tabs}>
        <TabList label={entryName(props.entry) || t(texts.settings)}>
          <Tab value="settings">{t(texts.settings)}</Tab>
          <Tab value="scoping">{t(texts.scoping)}</Tab>
        </TabList>
      </div>
      <TabPanel value="settings" className={css.settings}>
        <FilterSettingsTab {...props} isAdded={props.isAdded && tab === undefined} />
      </TabPanel>
      <TabPanel value="scoping" className={css.settings}>
        <ScopePicker
          scope={scopeOf(props.entry)}
          datasetId={targetOf(props.entry).datasetId}
          onChange={(scope) => props.onChange({ ...props.entry, scope })}
        />
      </TabPanel>
    </Tabs>
  )
}
