import {
  checkbox,
  colorScheme,
  filters,
  legend,
  look,
  metrics,
  numberFormat,
  querySelect,
  rowLimit,
  timeFormat,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'
import { axisTitles } from '../shared/plot/controls.ts'

const column = (name: string, label: string, more: Partial<Control> = {}): Control => ({
  name,
  kind: 'column',
  label,
  query: true,
  ...more,
})

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      column('start_time', 'Start Time', { required: true }),
      column('end_time', 'End Time', { required: true }),
      column('y_axis', 'Y-axis', { required: true }),
      column('series', 'Series'),
      checkbox('subcategories', 'Subcategories', false, {
        description: 'Divides each category into a row per series',
        visible: (form) => Boolean(form.series),
      }),
      metrics({ name: 'tooltip_metrics', label: 'Tooltip metrics', required: false }),
      column('tooltip_columns', 'Tooltip columns', { kind: 'columns', default: [] }),
      filters(),
      querySelect('order_by_cols', 'Ordering', [], undefined),
      rowLimit(10_000),
    ],
  },
  {
    label: 'Chart Title',
    tab: 'customize',
    controls: axisTitles.filter(({ name }) => name !== 'y_axis_title_position'),
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      ...legend,
      checkbox('zoomable', 'Data Zoom'),
      checkbox('show_extra_controls', 'Extra Controls', false, {
        description: 'Buttons above the chart that divide the categories',
      }),
      look('x_axis_time_bounds', 'timeBounds', 'Bounds for the X-axis', {
        description: 'Times of day at which the axis begins and ends',
      }),
      timeFormat('x_axis_time_format', 'X Axis Time Format'),
      timeFormat('tooltipTimeFormat', 'Tooltip Time Format'),
      numberFormat('tooltipValuesFormat', 'Tooltip Number Format'),
    ],
  },
]
