import { SlidersHorizontal } from 'lucide-react'
import { GenericType } from '../../model/dataset/dataset.ts'
import { Checkbox } from '../../web/ui/Checkbox.tsx'
import { SegmentedControl } from '../../web/ui/SegmentedControl.tsx'
import { defineTexts, useText } from '../../web/ui/text.ts'
import type { FilterFieldsProps, FilterSettings } from '../shared/filterSettings.ts'
import css from './settings.module.css'

const texts = defineTexts('filter.range.settings', {
  single: 'Single Value',
  minimum: 'Minimum',
  exact: 'Exact',
  maximum: 'Maximum',
})

const facts = defineTexts('filter.range.fact', {
  single: 'Single value',
  minimum: 'minimum',
  exact: 'exact',
  maximum: 'maximum',
})

function SingleValue({ controls, onChange }: FilterFieldsProps) {
  const t = useText()
  const single = typeof controls['enableSingleValue'] === 'number' ? controls['enableSingleValue'] : undefined
  return (
    <>
      <Checkbox
        label={t(texts.single)}
        checked={single !== undefined}
        onChange={(next) => onChange('enableSingleValue', next ? 1 : undefined)}
      />
      {single === undefined ? null : (
        <div className={css.nested}>
          <SegmentedControl
            label={t(texts.single)}
            value={String(single)}
            onChange={(next) => onChange('enableSingleValue', Number(next))}
            options={[
              { value: '0', label: t(texts.minimum) },
              { value: '1', label: t(texts.exact) },
              { value: '2', label: t(texts.maximum) },
            ]}
          />
        </div>
      )}
    </>
  )
}

export default {
  icon: SlidersHorizontal,
  hasDataset: true,
  takesColumn: (type) => type === GenericType.numeric,
  hasParents: true,
  isParent: true,
  hasPreFilter: true,
  Configuration: SingleValue,
  facts: {
    enableSingleValue: { label: facts.single, values: { 0: facts.minimum, 1: facts.exact, 2: facts.maximum } },
  },
} satisfies FilterSettings
