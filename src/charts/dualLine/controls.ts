import { checkbox, colorScheme, filters, look, metric, numberFormat, timeFormat } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSection } from '../shared/legacySeries/controls.ts'

const bounds = (name: string, label: string) => look(name, 'bounds', label, { default: [null, null] })

export const controls: ControlSection[] = [
  timeSection,
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      checkbox('show_legend', 'Show legend', true),
      timeFormat('x_axis_format', 'X axis format'),
    ],
  },
  {
    label: 'Left axis',
    tab: 'data',
    expanded: true,
    controls: [
      metric({ label: 'Left axis metric' }),
      numberFormat('y_axis_format', 'Left axis format'),
      bounds('y_axis_bounds', 'Left axis bounds'),
    ],
  },
  {
    label: 'Right axis',
    tab: 'data',
    expanded: true,
    controls: [
      metric({ name: 'metric_2', label: 'Right axis metric' }),
      numberFormat('y_axis_2_format', 'Right axis format'),
      bounds('y_axis_2_bounds', 'Right axis bounds'),
    ],
  },
  { label: 'Query', tab: 'data', expanded: true, controls: [filters()] },
]
