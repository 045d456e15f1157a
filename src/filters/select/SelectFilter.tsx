import { useCallback, useMemo } from 'react'
import type { SelectOption, SelectValue } from '../../web/ui/select/options.ts'
import { MultiSelect, Select } from '../../web/ui/select/Select.tsx'
import { defineTexts, useText } from '../../web/ui/text.ts'
import type { FilterOptions, FilterProps } from '../shared/defineFilter.ts'
import { optionLabel, optionValues } from './options.ts'

const texts = defineTexts('filter.select', {
  options: '{count, plural, =0 {No data} one {# option} other {# options}}',
})

/** The list of a value filter: one or several values, searched in the browser or, if configured, on the server. */
export default function SelectFilter({ filter, controls, mask, onValue, options, search, id, compact }: FilterProps) {
  const t = useText()
  const entries = useMemo(() => toEntries(options), [options])
  const load = useCallback(
    async (text: string, page: number, signal: AbortSignal) => {
      // one page of up to 1000 values; others are found by typing
      if (page > 0) return { options: [], count: 0 }
      const found = toEntries(await search(text, signal))
      return { options: found, count: found.length }
    },
    [search],
  )
  const value = mask?.filterState?.value
  const chosen = (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]) as SelectValue[]
  const labelOf = optionLabel(options)

  const shared = {
    id,
    label: filter.name,
    placeholder: options.status === 'ready' ? t(texts.options, { count: entries.length }) : undefined,
    loading: options.status === 'loading',
    labelOf,
    ...(controls['searchAllOptions'] === true ? { load } : { options: entries }),
  }

  if (controls['multiSelect'] === false) {
    return (
      <Select {...shared} clearable value={chosen[0]} onChange={(next) => onValue(next === undefined ? [] : [next])} />
    )
  }
  return <MultiSelect {...shared} wrap={!compact} value={chosen} onChange={onValue} />
}

function toEntries(options: FilterOptions): SelectOption[] {
  const labelOf = optionLabel(options)
  const unique = new Set(optionValues(options) as SelectValue[])
  return [...unique].map((value) => ({ value, label: labelOf(value) }))
}
