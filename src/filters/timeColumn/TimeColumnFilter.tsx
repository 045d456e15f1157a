import { ChoiceFilter } from '../shared/ChoiceFilter.tsx'
import type { FilterProps } from '../shared/defineFilter.ts'
import { timeColumns } from './timeColumns.ts'

/** One of the dataset's time columns. */
export default function TimeColumnFilter(props: FilterProps) {
  return <ChoiceFilter {...props} entries={timeColumns(props.options)} />
}
