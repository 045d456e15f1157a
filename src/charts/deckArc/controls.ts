import { colorScheme, filters, look, plain, rgbaColor, rowLimit, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import {
  advancedSection,
  autozoom,
  legendControls,
  mapControls,
  nullsControl,
  spatialControl,
} from '../shared/maps/mapControls.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      spatialControl('start_spatial', 'Start Longitude & Latitude'),
      spatialControl('end_spatial', 'End Longitude & Latitude'),
      rowLimit(10_000),
      nullsControl(),
      filters(),
    ],
  },
  { label: 'Map', tab: 'data', expanded: true, controls: [...mapControls, autozoom()] },
  {
    label: 'Arc',
    tab: 'data',
    expanded: true,
    controls: [
      rgbaColor('color_picker', 'Source Color', { r: 0, g: 122, b: 135, a: 1 }),
      rgbaColor('target_color_picker', 'Target Color', { r: 0, g: 122, b: 135, a: 1 }),
      look('dimension', 'column', 'Categorical Color', {
        query: true,
        description: 'Each value of this column has its own color.',
      }),
      colorScheme(),
      select('stroke_width', 'Stroke Width', null, plain(1, 2, 3, 4, 5), {
        freeForm: true,
        description: 'In px. Without a number, arcs are 3 px wide.',
      }),
      ...legendControls,
    ],
  },
  advancedSection,
]
