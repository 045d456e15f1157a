import { useState } from 'react'
import { type EditedFilterType, editedTypeOf, useEditedFilterTypes } from '../../../../../filters/editing.ts'
import {
  changeControl,
  controlsOf,
  entryName,
  parentsOf,
  possibleParents,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import type { FilterDataset } from '../../../../api/dashboardEdit.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { SegmentedControl } from '../../../../ui/SegmentedControl.tsx'
import { MultiSelect, Select } from '../../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './FilterConfigDialog.module.css'
import { faultTexts } from './faultTexts.ts'
import type { FilterFormProps } from './filterFormProps.ts'
import { PreFilter } from './PreFilter.tsx'

const texts = defineTexts('dashboard.filterConfiguration', {
  configuration: 'Filter Configuration',
  dependent: 'Values are dependent on other filters',
  parents: 'Values dependent on',
  sort: 'Sort filter values',
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  sortMetric: 'Sort Metric',
})

interface FilterConfigurationProps extends FilterFormProps {
  type: EditedFilterType
  metrics: FilterDataset['metrics']
}

/** Dependencies and sorting of a filter's values, for filter types that have them. */
export function FilterConfiguration(props: FilterConfigurationProps) {
  const { entry, type, onChange } = props
  const t = useText()
  if (!type.hasParents && !type.hasPreFilter && !type.sort && !type.Configuration) return null
  return (
    <details open>
      <summary>{t(texts.configuration)}</summary>
      <div className={css.group}>
        {type.hasParents ? <Dependence {...props} /> : null}
        {type.hasPreFilter ? <PreFilter {...props} /> : null}
        {type.sort ? <Sorting {...props} /> : null}
        {type.Configuration ? (
          <type.Configuration
            controls={controlsOf(entry)}
            onChange={(key, value) => onChange(changeControl(entry, key, value))}
          />
        ) : null}
      </div>
    </details>
  )
}

function Dependence({ entry, entries, faults, onChange }: FilterConfigurationProps) {
  const t = useText()
  const types = useEditedFilterTypes()
  const parents = parentsOf(entry)
  const choices = possibleParents(entry, entries, (other) => editedTypeOf(types, other))
  const [isDependent, setIsDependent] = useState(parents.length > 0)
  const isCyclic = faults.includes('cycle')
  if (choices.length === 0 && parents.length === 0) return null
  return (
    <>
      <Checkbox
        label={t(texts.dependent)}
        checked={isDependent}
        onChange={(next) => {
          setIsDependent(next)
          // selects a first parent at once: a checked box without a parent would have no effect
          onChange({ ...entry, cascadeParentIds: next ? choices.slice(0, 1).map(({ id }) => id) : [] })
        }}
      />
      {isDependent ? (
        <div className={css.nested}>
          <MultiSelect
            label={t(texts.parents)}
            size="md"
            value={parents}
            invalid={isCyclic}
            options={choices.map((other) => ({ value: other.id, label: entryName(other) }))}
            onChange={(next) => onChange({ ...entry, cascadeParentIds: next })}
          />
          {isCyclic ? <p className={css.error}>{t(faultTexts.cycle)}</p> : null}
        </div>
      ) : null}
    </>
  )
}

function Sorting({ entry, type, metrics, onChange }: FilterConfigurationProps) {
  const t = useText()
  const controls = controlsOf(entry)
  const isSorted = 'sortAscending' in controls || entry['sortMetric'] !== undefined
  const sort = (isAscending: boolean) => onChange(changeControl(entry, 'sortAscending', isAscending))

  function unsort() {
    const { sortAscending: _order, ...rest } = controls
    const { sortMetric: _metric, ...plain } = entry
    onChange({ ...plain, id: entry.id, controlValues: rest })
  }

  return (
    <>
      <Checkbox label={t(texts.sort)} checked={isSorted} onChange={(next) => (next ? sort(true) : unsort())} />
      {isSorted ? (
        <div className={css.nestedPair}>
          <SegmentedControl
            label={t(texts.sort)}
            value={controls['sortAscending'] === false ? 'descending' : 'ascending'}
            onChange={(next) => sort(next === 'ascending')}
            options={[
              { value: 'ascending', label: t(texts.ascending) },
              { value: 'descending', label: t(texts.descending) },
            ]}
          />
          {type.sort === 'metric' ? (
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
  )
}
