import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  look,
  metric,
  numberFormat,
  plain,
  queryCheckbox,
  rowLimit,
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
      rowLimit(10, { choices: plain(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) }),
      queryCheckbox('sort_by_metric', 'Sort by metric'),
    ],
  },
  {
    label: 'General',
    tab: 'customize',
    expanded: true,
    controls: [
      look('min_val', 'number', 'Min', {
        default: null,
        description: 'Minimum value on the gauge axis. Empty: 0, or twice the lowest negative value.',
      }),
      look('max_val', 'number', 'Max', {
        default: null,
        description: 'Maximum value on the gauge axis. Empty: twice the highest value.',
      }),
      look('start_angle', 'number', 'Start angle', { default: 225, description: 'Angle at which the axis starts.' }),
      look('end_angle', 'number', 'End angle', { default: -45, description: 'Angle at which the axis ends.' }),
      colorScheme(),
      look('font_size', 'slider', 'Font size', { default: 15, min: 10, max: 20 }),
      numberFormat('number_format', 'Number format'),
      currencyFormat(),
      look('value_formatter', 'text', 'Value format', {
        default: '{value}',
        description: 'Text around the value, for example {value} km/h.',
      }),
      checkbox('show_pointer', 'Show pointer', true),
      checkbox('animation', 'Animation', true),
    ],
  },
  {
    label: 'Axis',
    tab: 'customize',
    controls: [
      checkbox('show_axis_tick', 'Show axis line ticks'),
      checkbox('show_split_line', 'Show split lines'),
      look('split_number', 'slider', 'Split number', { default: 10, min: 3, max: 30 }),
    ],
  },
  {
    label: 'Progress',
    tab: 'customize',
    controls: [
      checkbox('show_progress', 'Show progress', true),
      checkbox('overlap', 'Overlap', true),
      checkbox('round_cap', 'Round cap'),
    ],
  },
  {
    label: 'Intervals',
    tab: 'customize',
    controls: [
      look('intervals', 'text', 'Interval bounds', {
        default: '',
        description: 'Comma-separated upper bounds of the intervals, for example 2,4,5. The last one should be Max.',
      }),
      look('interval_color_indices', 'text', 'Interval colors', {
        default: '',
        description: 'Comma-separated positions in the color scheme, for example 1,2,4. The first color is 1.',
      }),
    ],
  },
]
