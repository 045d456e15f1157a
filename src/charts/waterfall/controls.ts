import {
  checkbox,
  currencyFormat,
  dimensions,
  filters,
  look,
  metric,
  numberFormat,
  rgbaColor,
  rowLimit,
  timeFormat,
  timeGrain,
  xAxis,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { tickLayout } from '../shared/plot/controls.ts'
import { stepColors } from './colors.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      xAxis(),
      timeGrain(),
      dimensions({ label: 'Breakdowns', description: 'One column: a step for each of its values' }),
      metric(),
      filters(),
      rowLimit(10_000),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      checkbox('show_value', 'Show Values'),
      checkbox('show_legend', 'Show legend'),
      rgbaColor('increase_color', 'Increase color', stepColors.Increase),
      rgbaColor('decrease_color', 'Decrease color', stepColors.Decrease),
      rgbaColor('total_color', 'Total color', stepColors.Total),
    ],
  },
  {
    label: 'X Axis',
    tab: 'customize',
    controls: [
      look('x_axis_label', 'text', 'X Axis Label', { default: '' }),
      timeFormat('x_axis_time_format', 'Time Format'),
      tickLayout(),
    ],
  },
  {
    label: 'Y Axis',
    tab: 'customize',
    controls: [
      look('y_axis_label', 'text', 'Y Axis Label', { default: '' }),
      numberFormat('y_axis_format', 'Y Axis Format'),
      currencyFormat(),
    ],
  },
]
