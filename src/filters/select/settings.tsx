import { Filter } from 'lucide-react'
import { Checkbox } from '../../web/ui/Checkbox.tsx'
import { defineTexts, useText } from '../../web/ui/text.ts'
import type { FilterFieldsProps, FilterSettings } from '../shared/filterSettings.ts'
import css from './settings.module.css'

const texts = defineTexts('filter.select.settings', {
  multiple: 'Can select multiple values',
  searchAll: 'Dynamically search all filter values',
  inverse: 'Inverse selection',
  inverseHelp: 'Exclude selected values',
})

const facts = defineTexts('filter.select.fact', {
  multiple: 'Multiple values',
  searchAll: 'Searches all values',
  inverse: 'Excludes selected values',
  creatable: 'Custom values',
})

function Choices({ controls, onChange }: FilterFieldsProps) {
  const t = useText()
  return (
    <>
      <Checkbox
        label={t(texts.multiple)}
        checked={controls['multiSelect'] !== false}
        onChange={(next) => onChange('multiSelect', next)}
      />
      <Checkbox
        label={t(texts.searchAll)}
        checked={controls['searchAllOptions'] === true}
        onChange={(next) => onChange('searchAllOptions', next)}
      />
      <Checkbox
        label={
          <>
            {t(texts.inverse)} <span className={css.note}>{t(texts.inverseHelp)}</span>
          </>
        }
        checked={controls['inverseSelection'] === true}
        onChange={(next) => onChange('inverseSelection', next)}
      />
    </>
  )
}

export default {
  icon: Filter,
  hasDataset: true,
  takesColumn: () => true,
  hasParents: true,
  isParent: true,
  hasPreFilter: true,
  sort: 'metric',
  Settings: Choices,
  facts: {
    multiSelect: { label: facts.multiple },
    searchAllOptions: { label: facts.searchAll },
    inverseSelection: { label: facts.inverse },
    creatable: { label: facts.creatable },
  },
} satisfies FilterSettings
