import { look, rgbaColor } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { advancedSection, autozoom, mapControls } from '../shared/maps/mapControls.ts'
import { weightedControls } from '../shared/maps/weightedControls.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  { label: 'Query', tab: 'data', expanded: true, controls: weightedControls('Weight') },
  { label: 'Map', tab: 'data', expanded: true, controls: [...mapControls, autozoom()] },
  advancedSection,
  {
    label: 'Grid',
    tab: 'customize',
    expanded: true,
    controls: [
      look('grid_size', 'number', 'Grid Size', { default: 20, description: 'The side of the cells in px.' }),
      rgbaColor('color_picker', 'Fixed Color', { r: 0, g: 122, b: 135, a: 1 }),
    ],
  },
]
