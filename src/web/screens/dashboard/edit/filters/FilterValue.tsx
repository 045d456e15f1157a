import type { EditedFilterType } from '../../../../../filters/editing.ts'
import { changeControl, controlsOf } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './FilterConfigDialog.module.css'
import { FilterDescription } from './FilterDescription.tsx'
import { FilterPreview } from './FilterPreview.tsx'
import { faultTexts } from './faultTexts.ts'
import type { FilterFormProps } from './filterFormProps.ts'

const texts = defineTexts('dashboard.filterValue', {
  more: 'Filter Settings',
  hasDefault: 'Filter has default value',
  defaultValue: 'Default Value',
  fillFirst: 'Fill all required fields to enable "Default Value"',
  required: 'Filter value is required',
  first: 'Select first filter value by default',
})

interface FilterValueProps extends FilterFormProps {
  type: EditedFilterType
  /** whether the target of the filter is known, so that the values can be loaded */
  isWhole: boolean
}

/** The default value of a filter, whether a value is required, and the settings of its type. */
export function FilterValue(props: FilterValueProps) {
  const { entry, type, ticked, onTick, onChange } = props
  const t = useText()
  const controls = controlsOf(entry)
  const isOn = (key: string) => controls[key] === true
  const set = (key: string, value: unknown) => onChange(changeControl(entry, key, value))
  const canTakeFirst = type.definition.firstValue !== undefined
  const takesFirst = canTakeFirst && isOn('defaultToFirstItem')
  const needsDefault = ticked.default || (isOn('enableEmptyFilter') && !takesFirst)
  return (
    <details open>
      <summary>{t(texts.more)}</summary>
      <div className={css.group}>
        <FilterDescription entry={entry} onChange={onChange} />
        <Checkbox
          label={t(texts.hasDefault)}
          checked={needsDefault}
          disabled={takesFirst}
          onChange={(next) => {
            onTick('default', next)
            if (!next) onChange({ ...entry, defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} } })
          }}
        />
        {needsDefault && !takesFirst ? <DefaultValue {...props} /> : null}
        <Checkbox
          label={t(texts.required)}
          checked={isOn('enableEmptyFilter')}
          onChange={(next) => set('enableEmptyFilter', next)}
        />
        {canTakeFirst ? (
          <Checkbox
            label={t(texts.first)}
            checked={isOn('defaultToFirstItem')}
            onChange={(next) => {
              if (next) onTick('default', false)
              set('defaultToFirstItem', next)
            }}
          />
        ) : null}
        {type.Settings ? <type.Settings controls={controls} onChange={set} /> : null}
      </div>
    </details>
  )
}

function DefaultValue({ entry, isWhole, faults, onChange }: FilterValueProps) {
  const t = useText()
  return (
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
      {faults.includes('default') ? <p className={css.error}>{t(faultTexts.default)}</p> : null}
    </div>
  )
}
