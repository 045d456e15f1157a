import { Select } from '../../web/ui/select/Select.tsx'
import { defineTexts, useText } from '../../web/ui/text.ts'
import type { FilterProps } from './defineFilter.ts'
import { firstText } from './firstText.ts'

const texts = defineTexts('filter.choice', {
  options: '{count, plural, =0 {No data} one {# option} other {# options}}',
})

/** A single choice from a short list. */
export function ChoiceFilter({
  filter,
  mask,
  options,
  id,
  entries,
  onValue,
}: FilterProps & { entries: { value: string; label: string }[] }) {
  const t = useText()
  return (
    <Select
      id={id}
      label={filter.name}
      clearable
      options={entries}
      value={firstText(mask?.filterState?.value)}
      onChange={onValue}
      loading={options.status === 'loading'}
      placeholder={options.status === 'ready' ? t(texts.options, { count: entries.length }) : undefined}
    />
  )
}
