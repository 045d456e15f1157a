import { checkbox, colorScheme, look, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { aggregations } from '../shared/maps/aggregates.ts'
import { advancedSection, autozoom, mapControls } from '../shared/maps/mapControls.ts'
import { weightedControls } from '../shared/maps/weightedControls.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: weightedControls('Height'),
  },
  {
    label: 'Map',
    tab: 'data',
    expanded: true,
    controls: [
      ...mapControls,
      colorScheme(),
      autozoom(),
      look('grid_size', 'number', 'Grid Size', {
        default: 20,
        description: 'The radius of the hexagons in meters.',
      }),
      checkbox('extruded', 'Extruded', true, {
        description: 'Cells have a height. It can be seen if the viewport has a pitch.',
      }),
      select(
        'js_agg_function',
        'Dynamic Aggregation Function',
        'sum',
        aggregations.map((name) => [name, name]),
        { description: 'Combines the weights of the points in a hexagon.' },
      ),
    ],
  },
  advancedSection,
]
