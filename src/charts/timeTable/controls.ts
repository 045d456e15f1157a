import { dimensions, filters, look, metrics, rowLimit, seriesLimit } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSection } from '../shared/legacySeries/controls.ts'

export const controls: ControlSection[] = [
  timeSection,
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      metrics(),
      filters(),
      dimensions(),
      seriesLimit(),
      look('column_collection', 'timeColumns', 'Time series columns', { default: [], required: true }),
      rowLimit(10_000),
      look('url', 'text', 'URL', {
        default: '',
        description:
          "A link for each row. {{metric}} stands for the row's name, as in https://example.org/search?q={{metric}}.",
      }),
    ],
  },
]
