import { ChoiceFilter } from '../shared/ChoiceFilter.tsx'
import type { FilterProps } from '../shared/defineFilter.ts'
import { timeColumn, timeColumns } from './definition.ts'

/** One of the dataset's time columns. */
export default function TimeColumnFilter(props: FilterProps) {
  return (
    <ChoiceFilter
      {...props}
      entries={timeColumns(props.options)}
      onValue={(value) => props.onChange(timeColumn.dataMask(props.filter, value, props.options))}
    />
  )
}
