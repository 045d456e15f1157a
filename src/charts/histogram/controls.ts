import {
  checkbox,
  colorScheme,
  dimensions,
  filters,
  look,
  numberFormat,
  plain,
  queryCheckbox,
  querySelect,
  rowLimit,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      { name: 'column', kind: 'column', label: 'Column', query: true, required: true, description: 'Numeric column' },
      dimensions(),
      filters(),
      rowLimit(10_000),
      querySelect('bins', 'Bins', 5, plain(5, 10, 15, 20), { freeForm: true }),
      queryCheckbox('normalize', 'Normalize'),
      queryCheckbox('cumulative', 'Cumulative'),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      checkbox('show_value', 'Show Value'),
      checkbox('show_legend', 'Show legend', true),
      look('x_axis_title', 'text', 'X Axis Title', { default: '' }),
      numberFormat('x_axis_format', 'X Axis Format'),
      look('y_axis_title', 'text', 'Y Axis Title', { default: '' }),
      numberFormat('y_axis_format', 'Y Axis Format'),
    ],
  },
]
