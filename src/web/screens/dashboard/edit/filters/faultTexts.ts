import { defineTexts } from '../../../../ui/text.ts'

/** What keeps a filter from being saved, by `FilterFault`. */
export const faultTexts = defineTexts('dashboard.filterFault', {
  name: 'Name is required',
  title: 'Title is required',
  dataset: 'Dataset is required',
  column: 'Column is required',
  default: 'Default value is required',
  preFilter: 'Pre-filter is required',
  cycle: 'Cyclic dependency detected',
})
