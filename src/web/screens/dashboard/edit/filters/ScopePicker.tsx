import { Info } from 'lucide-react'
import { useState } from 'react'
import { chartsIn } from '../../../../../model/dashboard/layout.ts'
import { chartsInScope, type Scope, wholeDashboard } from '../../../../../model/dashboard/scope.ts'
import { type ScopeBranch, scopeFor, scopeTree } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { LabelledIcon } from '../../../../ui/LabelledIcon.tsx'
import { RadioGroup } from '../../../../ui/Radio.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { datasetIdOf } from '../../state/dashboardStore.ts'
import { useDashboard } from '../../state/session.ts'
import css from './FilterConfigDialog.module.css'

const texts = defineTexts('dashboard.filterScope', {
  scope: 'Scoping',
  all: 'Apply to all panels',
  allHelp: 'All panels with this column will be affected by this filter',
  specific: 'Apply to specific panels',
  specificHelp: 'Only selected panels will be affected by this filter',
  root: 'All panels',
  incompatible: "This chart might be incompatible with the filter (datasets don't match)",
  count: '{count} of {all} charts',
  tab: 'Tab title',
})

interface ScopePickerProps {
  scope: Scope
  /** the dataset of the filter: only charts on it are selected initially; undefined if the filter has no dataset */
  datasetId: number | undefined
  onChange: (scope: Scope) => void
}

/** The fields for the scope of a filter: all charts, or those selected in the tree of tabs and charts. */
export function ScopePicker({ scope, datasetId, onChange }: ScopePickerProps) {
  const t = useText()
  const layout = useDashboard((state) => state.layout)
  const charts = useDashboard((state) => state.charts)
  const all = chartsIn(layout.root)
  const chosen = new Set(chartsInScope(layout, scope))
  const isAll = chosen.size === all.length
  const [isSpecific, setIsSpecific] = useState(!isAll)
  const datasetOf = (id: number) => datasetIdOf(charts.get(id)?.form_data ?? {})
  const set = (next: ReadonlySet<number>) => onChange(scopeFor(layout, next))
  const tree = scopeTree(layout, ({ type, meta }) =>
    type === 'TAB'
      ? meta.text || t(texts.tab)
      : meta.sliceNameOverride || charts.get(meta.chartId ?? -1)?.slice_name || meta.sliceName || '',
  )

  function toggle(ids: number[], isOn: boolean) {
    const next = new Set(chosen)
    for (const id of ids)
      if (isOn) next.add(id)
      else next.delete(id)
    set(next)
  }

  return (
    <div className={css.scope}>
      <RadioGroup
        label={t(texts.scope)}
        value={isSpecific ? 'specific' : 'all'}
        onChange={(next) => {
          setIsSpecific(next === 'specific')
          if (next === 'all') onChange(wholeDashboard)
          // charts on other datasets are not selected initially
          else set(new Set(all.filter((id) => datasetId === undefined || datasetOf(id) === datasetId)))
        }}
        options={[
          { value: 'all', label: t(texts.all) },
          { value: 'specific', label: t(texts.specific) },
        ]}
      />
      <p className={css.note}>
        {t(isSpecific ? texts.specificHelp : texts.allHelp)} · {t(texts.count, { count: chosen.size, all: all.length })}
      </p>
      {isSpecific ? (
        <ScopeBranches
          branch={{ key: 'ROOT_ID', name: t(texts.root), charts: all, children: tree }}
          chosen={chosen}
          isOdd={(id) => datasetId !== undefined && datasetOf(id) !== datasetId}
          onToggle={toggle}
        />
      ) : null}
    </div>
  )
}

/** A tree of tabs and charts with checkboxes. */
export function ScopeBranches({ label, ...props }: BranchProps & { label?: string }) {
  return (
    <ul className={css.tree} aria-label={label}>
      <Branch {...props} />
    </ul>
  )
}

interface BranchProps {
  branch: ScopeBranch
  chosen: ReadonlySet<number>
  /** whether a chart uses another dataset, so that the filter may have no effect on it */
  isOdd?: (chartId: number) => boolean
  onToggle: (ids: number[], isOn: boolean) => void
}

function Branch({ branch, chosen, isOdd, onToggle }: BranchProps) {
  const t = useText()
  const count = branch.charts.filter((id) => chosen.has(id)).length
  const isWhole = branch.charts.length > 0 && count === branch.charts.length
  const [first] = branch.charts
  return (
    <li>
      <span className={css.leaf}>
        <Checkbox
          label={branch.name}
          checked={isWhole}
          mixed={count > 0 && !isWhole}
          onChange={(isOn) => onToggle(branch.charts, isOn)}
        />
        {branch.children.length === 0 && first !== undefined && isOdd?.(first) ? (
          <LabelledIcon label={t(texts.incompatible)} tooltip={t(texts.incompatible)} className={css.odd}>
            <Info size={13} />
          </LabelledIcon>
        ) : null}
      </span>
      {branch.children.length > 0 ? (
        <ul>
          {branch.children.map((child) => (
            <Branch key={child.key} branch={child} chosen={chosen} isOdd={isOdd} onToggle={onToggle} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
