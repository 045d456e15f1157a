import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('pivotTable', {
  total: 'Total',
  totalOf: 'Total ({aggregate})',
  subtotal: 'Subtotal',
  subtotalOf: 'Subtotal ({aggregate})',
  collapse: 'Collapse {group}',
  expand: 'Expand {group}',
  needs: 'Choose a metric and at least one dimension for rows or columns.',
  needsValues: 'A pivot table needs a metric with values: every value is empty.',
  keys: 'Arrow keys move between cells. Enter filters by a header; + and - expand and collapse a group.',
})
