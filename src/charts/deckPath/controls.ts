import { filters, look, rgbaColor, rowLimit } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import {
  advancedSection,
  autozoom,
  encodingControl,
  lineWidthUnit,
  mapControls,
  nullsControl,
  reverseControl,
} from '../shared/maps/mapControls.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('line_column', 'column', 'Lines column', {
        query: true,
        required: true,
        description: 'The column with the points of the lines.',
      }),
      encodingControl('polyline', 'json'),
      rowLimit(10_000),
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
      rgbaColor('color_picker', 'Fixed Color', { r: 0, g: 122, b: 135, a: 1 }),
      look('line_width', 'number', 'Line width', { default: 1, description: 'The width of all lines.' }),
      lineWidthUnit('pixels'),
      reverseControl(),
      autozoom(),
    ],
  },
  advancedSection,
]
