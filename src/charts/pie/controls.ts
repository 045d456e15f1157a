import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  legend,
  look,
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
    controls: [
      dimensions(),
      metric(),
      filters(),
      rowLimit(100),
      queryCheckbox('sort_by_metric', 'Sort by metric', true),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      look('show_labels_threshold', 'number', 'Percentage threshold', { default: 5 }),
      look('threshold_for_other', 'number', 'Threshold for Other', { default: 0, min: 0, max: 100, step: 0.5 }),
      select('roseType', 'Rose type', null, [
        [null, 'None'],
        ['area', 'Area'],
        ['radius', 'Radius'],
      ]),
      ...legend,
    ],
  },
  {
    label: 'Labels',
    tab: 'customize',
    controls: [
      select('label_type', 'Label type', 'key', [
        ['key', 'Category name'],
        ['value', 'Value'],
        ['percent', 'Percentage'],
        ['key_value', 'Category and value'],
        ['key_percent', 'Category and percentage'],
        ['key_value_percent', 'Category, value and percentage'],
        ['value_percent', 'Value and percentage'],
        ['template', 'Template'],
      ]),
      look('label_template', 'text', 'Label template', {
        default: '',
        visible: (form) => form.label_type === 'template',
      }),
      numberFormat('number_format', 'Number format'),
      currencyFormat(),
      timeFormat('date_format', 'Date format'),
      checkbox('show_labels', 'Show labels', true),
      checkbox('labels_outside', 'Put labels outside', true, { visible: (form) => form.show_labels !== false }),
      checkbox('label_line', 'Label line', false, { visible: (form) => form.show_labels !== false }),
      checkbox('show_total', 'Show total'),
    ],
  },
  {
    label: 'Pie shape',
    tab: 'customize',
    controls: [
      look('outerRadius', 'slider', 'Outer radius', { default: 70, min: 10, max: 100 }),
      checkbox('donut', 'Donut'),
      look('innerRadius', 'slider', 'Inner radius', {
        default: 30,
        min: 0,
        max: 100,
        visible: (form) => Boolean(form.donut),
      }),
    ],
  },
]
