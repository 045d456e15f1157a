import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  metric,
  numberFormat,
  queryCheckbox,
  rowLimit,
  select,
  timeFormat,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [dimensions(), metric(), rowLimit(10_000), queryCheckbox('sort_by_metric', 'Sort by metric'), filters()],
  },
  { label: 'Chart Options', tab: 'customize', expanded: true, controls: [colorScheme()] },
  {
    label: 'Labels',
    tab: 'customize',
    controls: [
      checkbox('show_labels', 'Show labels', true),
      checkbox('show_upper_labels', 'Show upper labels', true),
      select('label_type', 'Label type', 'key_value', [
        ['Key', 'Key'],
        ['value', 'Value'],
        ['key_value', 'Category and value'],
      ]),
      numberFormat('number_format', 'Number format'),
      currencyFormat(),
      timeFormat('date_format', 'Date format'),
    ],
  },
]
