import { checkbox, colorScheme, look } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
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
        description: 'The side of the cells in meters.',
      }),
      checkbox('extruded', 'Extruded', true, {
        description: 'Cells have a height. It can be seen if the viewport has a pitch.',
      }),
    ],
  },
  advancedSection,
]
