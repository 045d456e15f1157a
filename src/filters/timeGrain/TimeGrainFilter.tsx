import { ChoiceFilter } from '../shared/ChoiceFilter.tsx'
import type { FilterProps } from '../shared/defineFilter.ts'

/** One of the time grains that the database supports. */
export default function TimeGrainFilter(props: FilterProps) {
  return (
    <ChoiceFilter
      {...props}
      entries={props.options.rows.map((row) => ({ value: String(row['duration']), label: String(row['name']) }))}
    />
  )
}
