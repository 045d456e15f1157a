import type { FilterProps } from '../shared/defineFilter.ts'
import { time } from './definition.ts'

/** The time range picker as a filter. */
export default function TimeFilter({ filter, mask, onChange, id, TimeRangeControl }: FilterProps) {
  const value = mask?.filterState?.value
  return (
    <TimeRangeControl
      id={id}
      label={filter.name}
      value={typeof value === 'string' ? value : undefined}
      onChange={(next) => onChange(time.dataMask(filter, next))}
    />
  )
}
