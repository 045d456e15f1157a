import type { FilterProps } from '../shared/defineFilter.ts'

/** The time range picker as a filter. */
export default function TimeFilter({ filter, mask, onValue, id, TimeRangeControl }: FilterProps) {
  const value = mask?.filterState?.value
  return (
    <TimeRangeControl
      id={id}
      label={filter.name}
      value={typeof value === 'string' ? value : undefined}
      onChange={onValue}
    />
  )
}
