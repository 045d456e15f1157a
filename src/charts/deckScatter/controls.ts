import { colorScheme, filters, look, rgbaColor, rowLimit, select } from '../shared/controlGroups.ts'
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
      spatialControl(),
      rowLimit(10_000),
      select(
        'many_points',
        'More points than the row limit',
        'cells',
        [
          ['cells', 'Combine all into cells'],
          ['rows', 'Leave points out'],
        ],
        {
          query: true,
          description: 'Cells show how many points they have. They need two columns with degrees as numbers.',
        },
      ),
      nullsControl(),
      filters(),
    ],
  },
  { label: 'Map', tab: 'data', expanded: true, controls: [...mapControls, autozoom()] },
  {
    label: 'Point Size',
    tab: 'data',
    expanded: true,
    controls: [
      look('point_radius_fixed', 'fixedOrMetric', 'Point Size', {
        query: true,
        default: { type: 'fix', value: 1000 },
        description: 'One size for all points, or a metric.',
      }),
      select('point_unit', 'Point Unit', 'square_m', [
        ['square_m', 'Square meters'],
        ['square_km', 'Square kilometers'],
        ['square_miles', 'Square miles'],
        ['radius_m', 'Radius in meters'],
        ['radius_km', 'Radius in kilometers'],
        ['radius_miles', 'Radius in miles'],
      ]),
      look('min_radius', 'number', 'Minimum Radius', {
        default: 2,
        description: 'Radius of the smallest circles in px, at any zoom.',
      }),
      look('max_radius', 'number', 'Maximum Radius', {
        default: 250,
        description: 'Radius of the largest circles in px, at any zoom.',
      }),
      look('multiplier', 'number', 'Multiplier', { default: 1, description: 'All sizes are multiplied by it.' }),
    ],
  },
  {
    label: 'Point Color',
    tab: 'data',
    expanded: true,
    controls: [
      rgbaColor('color_picker', 'Fixed Color', { r: 0, g: 122, b: 135, a: 1 }),
      ...legendControls,
      look('dimension', 'column', 'Categorical Color', {
        query: true,
        description: 'Each value of this column has its own color.',
      }),
      colorScheme(),
    ],
  },
  advancedSection,
]
