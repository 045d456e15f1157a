import {
  checkbox,
  filters,
  metrics,
  orderDescending,
  rowLimit,
  sequentialScheme,
  seriesLimit,
  sortMetric,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

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
        description: 'One line for each of its values.',
      },
      metrics(),
      {
        name: 'secondary_metric',
        kind: 'metric',
        label: 'Color metric',
        query: true,
        description: 'A metric whose value colors the line.',
      },
      filters(),
      seriesLimit(),
      rowLimit(10_000),
      sortMetric(),
      orderDescending(),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [checkbox('include_series', 'Include series'), sequentialScheme()],
  },
]
