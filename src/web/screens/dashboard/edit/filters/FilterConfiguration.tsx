import { useState } from 'react'
import {
  changeControl,
  controlsOf,
  entryName,
  type FilterEntry,
  filterParts,
  kindOf,
  parentsOf,
  possibleParents,
  targetOf,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import type { FilterDataset } from '../../../../api/dashboardEdit.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { SegmentedControl } from '../../../../ui/SegmentedControl.tsx'
import { MultiSelect, Select } from '../../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './FilterConfigDialog.module.css'
import { PreFilter } from './PreFilter.tsx'

const texts = defineTexts('dashboard.filterConfiguration', {
  configuration: 'Filter Configuration',
  dependent: 'Values are dependent on other filters',
  parents: 'Values dependent on',
  sort: 'Sort filter values',
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  sortMetric: 'Sort Metric',
  single: 'Single Value',
  minimum: 'Minimum',
  exact: 'Exact',
  maximum: 'Maximum',
})

interface FilterConfigurationProps {
  entry: FilterEntry
  entries: readonly FilterEntry[]
  metrics: FilterDataset['metrics']
  cycleFault: string | undefined
  preFilterFault: string | undefined
  isPreFiltered: boolean
  onPreFiltered: (isOn: boolean) => void
  onChange: (entry: FilterEntry) => void
}

/** What a filter's values depend on and how they are ordered, for the kinds that have such. */
export function FilterConfiguration(props: FilterConfigurationProps) {
  const { entry, entries, metrics, cycleFault, onChange } = props
  const t = useText()
  const kind = kindOf(entry)
  const parts = filterParts[kind]
  const controls = controlsOf(entry)
  const set = (key: string, value: unknown) => onChange(changeControl(entry, key, value))
  const parents = parentsOf(entry)
  const choices = possibleParents(entry, entries)
  const [isDependent, setIsDependent] = useState(parents.length > 0)
  const sorts = 'sortAscending' in controls || entry['sortMetric'] !== undefined
  const single = typeof controls['enableSingleValue'] === 'number' ? controls['enableSingleValue'] : undefined
  if (!parts.parents && !parts.sort && !parts.single) return null
  return (
    <details open>
      <summary>{t(texts.configuration)}</summary>
      <div className={css.group}>
        {parts.parents && (choices.length > 0 || parents.length > 0) ? (
          <>
            <Checkbox
              label={t(texts.dependent)}
              checked={isDependent}
              onChange={(next) => {
                setIsDependent(next)
                // on a first one at once: a box that is ticked without a parent would do nothing
                onChange({ ...entry, cascadeParentIds: next ? choices.slice(0, 1).map(({ id }) => id) : [] })
              }}
            />
            {isDependent ? (
              <div className={css.nested}>
                <MultiSelect
                  label={t(texts.parents)}
                  size="md"
                  value={parents}
                  invalid={cycleFault !== undefined}
                  options={choices.map((other) => ({ value: other.id, label: entryName(other) }))}
                  onChange={(next) => onChange({ ...entry, cascadeParentIds: next })}
                />
                {cycleFault ? <p className={css.error}>{cycleFault}</p> : null}
              </div>
            ) : null}
          </>
        ) : null}
        {parts.preFilter ? (
          <PreFilter
            entry={entry}
            entries={entries}
            datasetId={targetOf(entry).datasetId}
            isOn={props.isPreFiltered}
            fault={props.preFilterFault}
            onToggle={props.onPreFiltered}
            onChange={onChange}
          />
        ) : null}
        {parts.sort ? (
          <>
            <Checkbox
              label={t(texts.sort)}
              checked={sorts}
              onChange={(next) => {
                if (next) return set('sortAscending', true)
                const { sortAscending: _order, ...rest } = controls
                const { sortMetric: _metric, ...plain } = entry
                onChange({ ...plain, id: entry.id, controlValues: rest })
              }}
            />
            {sorts ? (
              <div className={css.nestedPair}>
                <SegmentedControl
                  label={t(texts.sort)}
                  value={controls['sortAscending'] === false ? 'descending' : 'ascending'}
                  onChange={(next) => set('sortAscending', next === 'ascending')}
                  options={[
                    { value: 'ascending', label: t(texts.ascending) },
                    { value: 'descending', label: t(texts.descending) },
                  ]}
                />
                {kind === 'filter_select' ? (
                  <Select
                    label={t(texts.sortMetric)}
                    placeholder={t(texts.sortMetric)}
                    clearable
                    value={typeof entry['sortMetric'] === 'string' ? entry['sortMetric'] : undefined}
                    options={metrics.map(({ metric_name, verbose_name }) => ({
                      value: metric_name,
                      label: verbose_name || metric_name,
                    }))}
                    onChange={(next) => onChange({ ...entry, sortMetric: next })}
                  />
                ) : null}
              </div>
            ) : null}
          </>
        ) : null}
        {parts.single ? (
          <>
            <Checkbox
              label={t(texts.single)}
              checked={single !== undefined}
              onChange={(next) => set('enableSingleValue', next ? 1 : undefined)}
            />
            {single === undefined ? null : (
              <div className={css.nested}>
                <SegmentedControl
                  label={t(texts.single)}
                  value={String(single)}
                  onChange={(next) => set('enableSingleValue', Number(next))}
                  options={[
                    { value: '0', label: t(texts.minimum) },
                    { value: '1', label: t(texts.exact) },
                    { value: '2', label: t(texts.maximum) },
                  ]}
                />
              </div>
            )}
          </>
        ) : null}
      </div>
    </details>
  )
}
