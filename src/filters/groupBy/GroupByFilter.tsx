import { compareNames } from '../../web/ui/compareNames.ts'
import { MultiSelect } from '../../web/ui/select/Select.tsx'
import { defineTexts, useText } from '../../web/ui/text.ts'
import { ChoiceFilter } from '../shared/ChoiceFilter.tsx'
import type { FilterProps } from '../shared/defineFilter.ts'
import { groupColumns } from './groupColumns.ts'

const texts = defineTexts('filter.groupBy', {
  options: '{count, plural, =0 {No data} one {# option} other {# options}}',
})

/** One or several columns of the dataset. */
export default function GroupByFilter(props: FilterProps) {
  const t = useText()
  const { filter, controls, mask, options, id, compact, onValue } = props
  const isDescending = filter.controlValues['sortAscending'] === false
  const isSorted = isDescending || filter.controlValues['sortAscending'] === true
  const columns = groupColumns(options)
  const sorted = isSorted ? columns.toSorted((a, b) => compareNames(a.label, b.label)) : columns
  const entries = isDescending ? sorted.toReversed() : sorted
  if (controls['multiSelect'] !== true) return <ChoiceFilter {...props} entries={entries} />
  const value = mask?.filterState?.value
  return (
    <MultiSelect
      id={id}
      label={filter.name}
      wrap={!compact}
      options={entries}
      value={Array.isArray(value) ? (value as string[]) : []}
      loading={options.status === 'loading'}
      placeholder={options.status === 'ready' ? t(texts.options, { count: entries.length }) : undefined}
      onChange={onValue}
    />
  )
}
