import { colorScheme, filters, metric, queryCheckbox, rowLimit } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { source, target } from '../shared/flowControls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      source,
      target,
      metric(),
      filters(),
      rowLimit(10_000),
      queryCheckbox('sort_by_metric', 'Sort by metric'),
    ],
  },
  { label: 'Chart Options', tab: 'customize', expanded: true, controls: [colorScheme()] },
]
