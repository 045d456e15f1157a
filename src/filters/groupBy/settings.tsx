import { ChartLine } from 'lucide-react'
import { Checkbox } from '../../web/ui/Checkbox.tsx'
import { defineTexts, useText } from '../../web/ui/text.ts'
import type { FilterFieldsProps, FilterSettings } from '../shared/filterSettings.ts'

const texts = defineTexts('filter.groupBy.settings', {
  multiple: 'Can select multiple values',
  note: 'The selected columns are added to the dimensions of the charts in scope. Charts without a list of dimensions stay as they are.',
})

const facts = defineTexts('filter.groupBy.fact', { multiple: 'Multiple values' })

function Multiple({ controls, onChange }: FilterFieldsProps) {
  const t = useText()
  return (
    <Checkbox
      label={t(texts.multiple)}
      checked={controls['multiSelect'] === true}
      onChange={(next) => onChange('multiSelect', next)}
    />
  )
}

export default {
  icon: ChartLine,
  hasDataset: true,
  flag: 'DASHBOARD_FILTERS_EXPERIMENTAL',
  note: texts.note,
  sort: 'order',
  Settings: Multiple,
  facts: { multiSelect: { label: facts.multiple } },
} satisfies FilterSettings
