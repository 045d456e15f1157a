import {
  checkbox,
  colorScheme,
  filters,
  legend,
  look,
  metric,
  numberFormat,
  orderDescending,
  plain,
  rowLimit,
  select,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'
import { titleMargin } from '../shared/plot/controls.ts'

const rotation = (name: string, label: string, ...more: number[]): Control =>
  select(name, label, 0, plain(0, 45, ...more), { freeForm: true })

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      {
        name: 'series',
        kind: 'column',
        label: 'Dimension',
        query: true,
        description: 'Bubbles with the same value have the same color',
      },
      { name: 'entity', kind: 'column', label: 'Entity', query: true, required: true },
      metric({ name: 'x', label: 'X Axis' }),
      metric({ name: 'y', label: 'Y Axis' }),
      filters(),
      metric({ name: 'size', label: 'Bubble Size' }),
      metric({ name: 'orderby', label: 'Sort by', required: false }),
      orderDescending({ visible: (form) => Boolean(form.orderby) }),
      rowLimit(10_000),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      ...legend,
      select('max_bubble_size', 'Max Bubble Size', 25, plain(5, 10, 15, 25, 50, 75, 100), { freeForm: true }),
      numberFormat('tooltipSizeFormat', 'Bubble size number format'),
      look('opacity', 'slider', 'Bubble Opacity', { default: 0.6, min: 0, max: 1, step: 0.1 }),
    ],
  },
  {
    label: 'X Axis',
    tab: 'customize',
    controls: [
      look('x_axis_label', 'text', 'X Axis Title', { default: '' }),
      rotation('xAxisLabelRotation', 'Rotate x axis label', 90),
      select('xAxisLabelInterval', 'X Axis Label Interval', 'auto', [
        ['auto', 'Auto'],
        [0, 'All'],
      ]),
      titleMargin('x_axis_title_margin', 'X Axis Title Margin', 30),
      numberFormat('xAxisFormat', 'X Axis Format'),
      checkbox('logXAxis', 'Logarithmic x-axis'),
    ],
  },
  {
    label: 'Y Axis',
    tab: 'customize',
    controls: [
      look('y_axis_label', 'text', 'Y Axis Title', { default: '' }),
      rotation('yAxisLabelRotation', 'Rotate y axis label'),
      titleMargin('y_axis_title_margin', 'Y Axis Title Margin', 30),
      numberFormat('y_axis_format', 'Y Axis Format'),
      checkbox('logYAxis', 'Logarithmic y-axis'),
      checkbox('truncateXAxis', 'Truncate X Axis'),
      look('xAxisBounds', 'bounds', 'X Axis Bounds', {
        default: [null, null],
        visible: (form) => Boolean(form.truncateXAxis),
      }),
      checkbox('truncateYAxis', 'Truncate Y Axis'),
      look('y_axis_bounds', 'bounds', 'Y Axis Bounds', {
        default: [null, null],
        visible: (form) => Boolean(form.truncateYAxis),
      }),
    ],
  },
]
