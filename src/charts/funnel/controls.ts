import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  legend,
  metric,
  numberFormat,
  queryCheckbox,
  rowLimit,
  select,
  shows,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'

const labelTypes: Control['choices'] = [
  [0, 'Category name'],
  [1, 'Value'],
  [2, 'Percentage'],
  [3, 'Category and value'],
  [4, 'Category and percentage'],
  [5, 'Category, value and percentage'],
  [6, 'Value and percentage'],
]

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      dimensions(),
      metric(),
      filters(),
      rowLimit(10),
      queryCheckbox('sort_by_metric', 'Sort by metric', true),
      select('percent_calculation_type', '% calculation', 'first_step', [
        ['first_step', 'Calculate from first step'],
        ['prev_step', 'Calculate from previous step'],
        ['total', 'Percent of total'],
      ]),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [colorScheme(), ...legend.filter(({ name }) => name !== 'legendType')],
  },
  {
    label: 'Labels',
    tab: 'customize',
    controls: [
      select('label_type', 'Label contents', 0, labelTypes),
      select('tooltip_label_type', 'Tooltip contents', 5, labelTypes, {
        visible: (form) => shows(form, 'show_tooltip_labels'),
      }),
      numberFormat('number_format', 'Number format'),
      currencyFormat(),
      checkbox('show_labels', 'Show labels', true),
      checkbox('show_tooltip_labels', 'Show tooltip labels', true),
    ],
  },
]
