import { defineTexts } from '../../../../ui/text.ts'

/** Errors that prevent saving a filter, by `FilterFault`. */
export const faultTexts = defineTexts('dashboard.filterFault', {
  name: 'Name is required',
  title: 'Title is required',
  dataset: 'Dataset is required',
  column: 'Column is required',
  others: 'Each additional dataset needs a column',
  default: 'Default value is required',
  preFilter: 'Pre-filter is required',
  cycle: 'Cyclic dependency detected',
})
