import type { FilterEntry, FilterFault, Ticked } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'

export interface FilterFormProps {
  entry: FilterEntry
  entries: readonly FilterEntry[]
  ticked: Ticked
  /** whether the filter was just added: the focus then moves to the first text field */
  isAdded: boolean
  onTick: (part: keyof Ticked, isOn: boolean) => void
  faults: readonly FilterFault[]
  onChange: (entry: FilterEntry) => void
}

/** Props of the field that gets the focus in the form of a new filter. */
export const focusedIf = (isAdded: boolean) => (isAdded ? { autoFocus: true, 'data-added': '' } : {})
