import { checkbox, colorScheme, filters, look, numberFormat } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { lineShape, xAxisSection } from '../shared/legacySeries/controls.ts'

const bounds = (name: string, label: string) => look(name, 'bounds', label, { default: [null, null] })

export const controls: ControlSection[] = [
  {
    label: 'Time',
    tab: 'data',
    expanded: true,
    controls: [look('time_range', 'timeRange', 'Time range', { query: true, default: 'No filter' })],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      checkbox('prefix_metric_with_slice_name', 'Prefix series with the name of their chart'),
      checkbox('show_legend', 'Show legend', true),
      checkbox('show_markers', 'Show markers'),
      lineShape,
    ],
  },
  xAxisSection,
  {
    label: 'Left axis',
    tab: 'data',
    expanded: true,
    controls: [
      look('line_charts', 'charts', 'Left axis charts', { query: true, default: [], required: true }),
      numberFormat('y_axis_format', 'Left axis format'),
      bounds('y_axis_bounds', 'Left axis bounds'),
    ],
  },
  {
    label: 'Right axis',
    tab: 'data',
    expanded: true,
    controls: [
      look('line_charts_2', 'charts', 'Right axis charts', { query: true, default: [] }),
      numberFormat('y_axis_2_format', 'Right axis format'),
      bounds('y_axis_2_bounds', 'Right axis bounds'),
    ],
  },
  { label: 'Query', tab: 'data', expanded: true, controls: [filters()] },
]
