import { colorScheme, filters, metric, numberFormat, queryCheckbox, rowLimit } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { source, target } from '../shared/flowControls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      { ...source, name: 'groupby' },
      { ...target, name: 'columns' },
      metric(),
      filters(),
      rowLimit(10_000),
      queryCheckbox('sort_by_metric', 'Sort by metric'),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [numberFormat('y_axis_format', 'Number format'), colorScheme()],
  },
]
