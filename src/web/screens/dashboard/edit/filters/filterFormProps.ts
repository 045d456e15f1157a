import type { FilterEntry, FilterFault, Ticked } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'

export interface FilterFormProps {
  entry: FilterEntry
  entries: readonly FilterEntry[]
  ticked: Ticked
  /** just added: the focus moves to the first text field */
  isAdded: boolean
  onTick: (part: keyof Ticked, isOn: boolean) => void
  faults: readonly FilterFault[]
  onChange: (entry: FilterEntry) => void
}

/** For the field that has the focus in the form of a new filter. */
export const focusedIf = (isAdded: boolean) => (isAdded ? { autoFocus: true, 'data-added': '' } : {})
