import { ChoiceFilter } from '../shared/ChoiceFilter.tsx'
import type { FilterProps } from '../shared/defineFilter.ts'

/** One of the grains that the database knows. */
export default function TimeGrainFilter(props: FilterProps) {
  return (
    <ChoiceFilter
      {...props}
      entries={props.options.rows.map((row) => ({ value: String(row['duration']), label: String(row['name']) }))}
    />
  )
}
