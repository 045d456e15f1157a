import { colorScheme, filters, look, metric, queryCheckbox, rowLimit, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      { name: 'series', kind: 'column', label: 'Dimension', query: true, required: true },
      metric(),
      filters(),
      rowLimit(100),
      queryCheckbox('sort_by_metric', 'Sort by metric'),
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    expanded: true,
    controls: [
      look('size_from', 'number', 'Minimum Font Size', { default: 10, min: 1 }),
      look('size_to', 'number', 'Maximum Font Size', { default: 70, min: 1 }),
      select('rotation', 'Word Rotation', 'square', [
        ['random', 'random'],
        ['flat', 'flat'],
        ['square', 'square'],
      ]),
      colorScheme(),
    ],
  },
]
