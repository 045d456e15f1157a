import {
  checkbox,
  currencyFormat,
  dimensions,
  filters,
  look,
  metric,
  numberFormat,
  plain,
  querySelect,
  rgbaColor,
  rowLimit,
  select,
  sequentialScheme,
  timeFormat,
  timeGrain,
  xAxis,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'

const orders: Control['choices'] = [
  ['alpha_asc', 'Axis ascending'],
  ['alpha_desc', 'Axis descending'],
  ['value_asc', 'Metric ascending'],
  ['value_desc', 'Metric descending'],
]
const every: Control['choices'] = [[-1, 'Auto'], ...plain(...Array.from({ length: 50 }, (_, at) => at + 1))!]
const margins: Control['choices'] = [['auto', 'Auto'], ...plain(50, 75, 100, 125, 150, 200)!]

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      xAxis(),
      timeGrain(),
      dimensions({ kind: 'column', label: 'Y-Axis', default: undefined, required: true }),
      metric(),
      filters(),
      rowLimit(10_000),
      querySelect('sort_x_axis', 'Sort X Axis', null, orders),
      querySelect('sort_y_axis', 'Sort Y Axis', null, orders),
      querySelect('normalize_across', 'Normalize Across', 'heatmap', [
        ['heatmap', 'Heatmap'],
        ['x', 'X'],
        ['y', 'Y'],
      ]),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      select('legend_type', 'Legend Type', 'continuous', [
        ['continuous', 'Continuous'],
        ['piecewise', 'Piecewise'],
      ]),
      sequentialScheme(),
      rgbaColor('border_color', 'Border color', { r: 0, g: 0, b: 0, a: 1 }),
      look('border_width', 'slider', 'Border width', { default: 0, min: 0, max: 2, step: 0.1 }),
      select('xscale_interval', 'XScale Interval', -1, every),
      select('yscale_interval', 'YScale Interval', -1, every),
      select('left_margin', 'Left Margin', 'auto', margins, { freeForm: true }),
      select('bottom_margin', 'Bottom Margin', 'auto', margins, { freeForm: true }),
      look('value_bounds', 'bounds', 'Value bounds', { default: [null, null] }),
      numberFormat('y_axis_format', 'Value Format'),
      timeFormat('x_axis_time_format', 'Time Format'),
      currencyFormat(),
      checkbox('show_legend', 'Legend', true),
      checkbox('show_percentage', 'Show percentage', true),
      checkbox('show_values', 'Show Values'),
      checkbox('normalized', 'Normalized'),
    ],
  },
]
