import { TextArea } from '../../../../ui/TextArea.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import type { FilterFormProps } from './filterFormProps.ts'

const texts = defineTexts('dashboard.filterDescription', {
  description: 'Description',
  hint: 'Shown as a tooltip of the filter name',
})

export function FilterDescription({ entry, onChange }: Pick<FilterFormProps, 'entry' | 'onChange'>) {
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
