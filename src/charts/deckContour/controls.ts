import { filters, look, plain, rowLimit, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { advancedSection, autozoom, mapControls, nullsControl, spatialControl } from '../shared/maps/mapControls.ts'
import { startContours } from './startContours.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      spatialControl(),
      rowLimit(10_000),
      look('size', 'metric', 'Weight', { query: true, required: true, description: 'The weight of each point.' }),
      nullsControl(),
      filters(),
    ],
  },
  {
    label: 'Map',
    tab: 'data',
    expanded: true,
    controls: [
      ...mapControls,
      autozoom(),
      look('cellSize', 'number', 'Cell Size', { default: 300, description: 'The side of the cells in meters.' }),
      select('aggregation', 'Aggregation', 'sum', plain('sum', 'min', 'max', 'mean'), {
        description: 'Combines the weights of the points in a cell.',
      }),
      look('contours', 'contours', 'Contours', {
        default: startContours,
        description: 'A line where the values reach a threshold, or the band between two thresholds.',
      }),
    ],
  },
  advancedSection,
]
