import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findFilterType } from '../../../../../filters/index.ts'
import {
  changeColumn,
  changeControl,
  changeDataset,
  changeKind,
  controlsOf,
  entryName,
  type FilterEntry,
  type FilterFault,
  type FilterKind,
  filterKinds,
  filterParts,
  fitsKind,
  isDivider,
  kindOf,
  scopeOf,
  type Ticked,
  targetOf,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { GenericType } from '../../../../../model/dataset/dataset.ts'
import { columnKind, filterDatasetQuery } from '../../../../api/dashboardEdit.ts'
import type { DatasetSummary } from '../../../../api/datasets.ts'
import { getList } from '../../../../api/list.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/select/Select.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../../ui/Tabs.tsx'
import { TextArea } from '../../../../ui/TextArea.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useDashboard } from '../../state/session.ts'
import css from './FilterConfigDialog.module.css'
import { FilterConfiguration } from './FilterConfiguration.tsx'
import { FilterPreview } from './FilterPreview.tsx'
import { ScopePicker } from './ScopePicker.tsx'

const texts = defineTexts('dashboard.filterForm', {
  settings: 'Settings',
  scoping: 'Scoping',
  type: 'Filter Type',
  name: 'Filter name',
  dataset: 'Dataset',
  selectDataset: 'Select a dataset',
  column: 'Column',
  selectColumn: 'Select a column',
  noColumns: 'No compatible columns found',
  more: 'Filter Settings',
  description: 'Description',
  hint: 'Shown as a tooltip of the filter name',
  hasDefault: 'Filter has default value',
  defaultValue: 'Default Value',
  fillFirst: 'Fill all required fields to enable "Default Value"',
  required: 'Filter value is required',
  first: 'Select first filter value by default',
  multiple: 'Can select multiple values',
  searchAll: 'Dynamically search all filter values',
  inverse: 'Inverse selection',
  inverseHelp: 'Exclude selected values',
  noTimes: 'Datasets do not contain a temporal column',
  timeNote: 'A time range filter needs no dataset. Each chart is filtered by its own time column.',
  preview: 'Preview',
  title: 'Title',
})

const needsTimes: FilterKind[] = ['filter_time', 'filter_timecolumn', 'filter_timegrain']
const hasTemporal = (types: GenericType[]) => types.includes(GenericType.temporal)

async function loadDatasets(search: string, page: number, signal: AbortSignal) {
  const { count, result } = await getList<DatasetSummary>(
    'dataset',
    {
      columns: ['id', 'table_name', 'database.database_name', 'schema'],
      filters: search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }],
      orderColumn: 'table_name',
      orderDirection: 'asc',
      page,
      pageSize: 100,
    },
    signal,
  )
  return {
    count,
    options: result.map(({ id, table_name, schema, database }) => ({
      value: id,
      label: table_name,
      hint: [database?.database_name, schema].filter(Boolean).join(' · '),
    })),
  }
}

interface FilterFormProps {
  entry: FilterEntry
  entries: readonly FilterEntry[]
  ticked: Ticked
  /** just added: the focus goes to where typing starts */
  isAdded: boolean
  onTick: (part: keyof Ticked, isOn: boolean) => void
  faults: [FilterFault, string][]
  onChange: (entry: FilterEntry) => void
}

/** The field that has the focus in a form that was just added. */
const focused = { autoFocus: true, 'data-added': '' }

/** The form of one filter or divider. */
export function FilterForm(props: FilterFormProps) {
  return isDivider(props.entry) ? <DividerForm {...props} /> : <NativeFilterForm {...props} />
}

function DividerForm({ entry, isAdded, faults, onChange }: FilterFormProps) {
  const t = useText()
  return (
    <div className={css.form}>
      <TextField
        label={t(texts.title)}
        size="md"
        required
        {...(isAdded ? focused : {})}
        error={faults[0]?.[1]}
        value={entryName(entry)}
        onChange={(title) => onChange({ ...entry, title })}
      />
      <Description entry={entry} onChange={onChange} />
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
        <Settings {...props} isAdded={props.isAdded && tab === undefined} />
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

const labelOfColumn = (column: { column_name: string; verbose_name?: string | null }) =>
  column.verbose_name || column.column_name

function Settings({ entry, entries, ticked, isAdded, onTick, faults, onChange }: FilterFormProps) {
  const t = useText()
  const kind = kindOf(entry)
  const parts = filterParts[kind]
  const target = targetOf(entry)
  const controls = controlsOf(entry)
  const dataset = useQuery({ ...filterDatasetQuery(target.datasetId ?? 0), enabled: target.datasetId !== undefined })
  const columns = (dataset.data?.columns ?? []).filter((column) => fitsKind(kind, columnKind(column)))
  const hasTimes = useDashboard(
    ({ datasources }) =>
      !datasources || [...datasources.values()].some(({ columnTypes }) => hasTemporal(Object.values(columnTypes))),
  )
  const faultOf = (name: FilterFault) => faults.find(([fault]) => fault === name)?.[1]
  const isOn = (key: string) => controls[key] === true
  const set = (key: string, value: unknown) => onChange(changeControl(entry, key, value))
  const isWhole = (!parts.dataset || target.datasetId !== undefined) && (!parts.column || target.column !== undefined)
  const takesFirst = parts.choices && isOn('defaultToFirstItem')
  const needsDefault = ticked.default || (isOn('enableEmptyFilter') && !takesFirst)

  /** A filter without a name is called as its column. */
  function named(changed: FilterEntry, name: string | undefined): FilterEntry {
    const column = columns.find(({ column_name }) => column_name === name)
    return column && entryName(changed).trim() === '' ? { ...changed, name: labelOfColumn(column) } : changed
  }

  return (
    <>
      <div className={css.fields}>
        <div className={css.pair}>
          <Field label={t(texts.type)} required>
            <Select<FilterKind>
              label={t(texts.type)}
              size="md"
              searchable={false}
              value={kind}
              onChange={(next) => next && onChange(changeKind(entry, next))}
              options={filterKinds.map((value) => ({
                value,
                label: findFilterType(value)?.name ?? value,
                ...(!hasTimes && value !== kind && needsTimes.includes(value)
                  ? { disabled: true, hint: t(texts.noTimes) }
                  : {}),
              }))}
            />
          </Field>
          <TextField
            label={t(texts.name)}
            size="md"
            required
            {...(isAdded ? focused : {})}
            error={faultOf('name')}
            value={entryName(entry)}
            onChange={(name) => onChange({ ...entry, name })}
          />
          {parts.dataset ? (
            <Field label={t(texts.dataset)} required error={faultOf('dataset')}>
              <Select
                label={t(texts.dataset)}
                size="md"
                placeholder={t(texts.selectDataset)}
                load={loadDatasets}
                labelOf={(id) => (id === dataset.data?.id ? dataset.data.table_name : undefined)}
                value={target.datasetId}
                invalid={faultOf('dataset') !== undefined}
                onChange={(next) => onChange(changeDataset(entry, next))}
              />
            </Field>
          ) : null}
          {parts.column ? (
            <Field label={t(texts.column)} required error={faultOf('column')}>
              <Select
                label={t(texts.column)}
                size="md"
                searchable
                placeholder={t(texts.selectColumn)}
                emptyText={t(texts.noColumns)}
                loading={dataset.isFetching}
                options={columns.map((column) => ({ value: column.column_name, label: labelOfColumn(column) }))}
                value={target.column?.name}
                invalid={faultOf('column') !== undefined}
                onChange={(next) => onChange(named(changeColumn(entry, next), next))}
              />
            </Field>
          ) : null}
        </div>
        {kind === 'filter_time' ? <p className={css.note}>{t(texts.timeNote)}</p> : null}

        <FilterConfiguration
          entry={entry}
          entries={entries}
          metrics={dataset.data?.metrics ?? []}
          cycleFault={faultOf('cycle')}
          preFilterFault={faultOf('preFilter')}
          isPreFiltered={ticked.preFilter}
          onPreFiltered={(next) => onTick('preFilter', next)}
          onChange={onChange}
        />

        <details open>
          <summary>{t(texts.more)}</summary>
          <div className={css.group}>
            <Description entry={entry} onChange={onChange} />
            <Checkbox
              label={t(texts.hasDefault)}
              checked={needsDefault}
              disabled={takesFirst}
              onChange={(next) => {
                onTick('default', next)
                if (!next) onChange({ ...entry, defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} } })
              }}
            />
            {needsDefault && !takesFirst ? (
              <div className={css.nested}>
                {isWhole ? (
                  <FilterPreview
                    entry={entry}
                    label={t(texts.defaultValue)}
                    mask={entry['defaultDataMask'] as object}
                    onChange={(mask) => onChange({ ...entry, defaultDataMask: mask })}
                  />
                ) : (
                  <p className={css.note}>{t(texts.fillFirst)}</p>
                )}
                {faultOf('default') ? <p className={css.error}>{faultOf('default')}</p> : null}
              </div>
            ) : null}
            <Checkbox
              label={t(texts.required)}
              checked={isOn('enableEmptyFilter')}
              onChange={(next) => set('enableEmptyFilter', next)}
            />
            {parts.choices ? (
              <>
                <Checkbox
                  label={t(texts.first)}
                  checked={isOn('defaultToFirstItem')}
                  onChange={(next) => {
                    if (next) onTick('default', false)
                    set('defaultToFirstItem', next)
                  }}
                />
                <Checkbox
                  label={t(texts.multiple)}
                  checked={controls['multiSelect'] !== false}
                  onChange={(next) => set('multiSelect', next)}
                />
                <Checkbox
                  label={t(texts.searchAll)}
                  checked={isOn('searchAllOptions')}
                  onChange={(next) => set('searchAllOptions', next)}
                />
                <Checkbox
                  label={
                    <>
                      {t(texts.inverse)} <span className={css.note}>{t(texts.inverseHelp)}</span>
                    </>
                  }
                  checked={isOn('inverseSelection')}
                  onChange={(next) => set('inverseSelection', next)}
                />
              </>
            ) : null}
          </div>
        </details>
      </div>
      <section className={css.preview} aria-label={t(texts.preview)}>
        <h3>{t(texts.preview)}</h3>
        <div className={css.well}>
          {isWhole ? <TryOut entry={entry} /> : <p className={css.note}>{t(texts.fillFirst)}</p>}
        </div>
      </section>
    </>
  )
}

/** The control as readers will have it; what is chosen here is kept nowhere. */
function TryOut({ entry }: { entry: FilterEntry }) {
  const [mask, setMask] = useState<object>()
  return (
    <FilterPreview
      entry={entry}
      label={entryName(entry)}
      mask={mask ?? (entry['defaultDataMask'] as object)}
      onChange={setMask}
    />
  )
}

function Description({ entry, onChange }: Pick<FilterFormProps, 'entry' | 'onChange'>) {
  const t = useText()
  return (
    <TextArea
      label={t(texts.description)}
      placeholder={t(texts.hint)}
      value={String(entry['description'] ?? '')}
      onChange={(description) => onChange({ ...entry, description })}
    />
  )
}
