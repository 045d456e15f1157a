import { checkbox, filters, look, metric, plain, rowLimit, select, sequentialScheme } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import {
  advancedSection,
  areaControls,
  autozoom,
  encodingControl,
  legendControls,
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
      look('line_column', 'column', 'Polygon Column', {
        query: true,
        required: true,
        description: 'The column with the points of the areas.',
      }),
      encodingControl('polyline', 'json', 'geohash'),
      filters(),
      metric({ required: false, description: 'Colors the areas.' }),
      look('point_radius_fixed', 'fixedOrMetric', 'Elevation', {
        query: true,
        default: { type: 'fix', value: 1000 },
        description: 'The height of extruded areas in meters: one for all, or a metric.',
      }),
      rowLimit(10_000),
      reverseControl(),
      nullsControl(),
    ],
  },
  { label: 'Map', tab: 'data', expanded: true, controls: [...mapControls, autozoom()] },
  advancedSection,
  {
    label: 'Polygon Settings',
    tab: 'customize',
    expanded: true,
    controls: [
      ...areaControls,
      look('multiplier', 'number', 'Multiplier', { default: 1, description: 'All heights are multiplied by it.' }),
      look('line_width', 'number', 'Line width', { default: 10, description: 'The width of the outlines in meters.' }),
      sequentialScheme(),
      look('opacity', 'slider', 'Opacity', { default: 80, min: 0, max: 100, description: 'Percent.' }),
      select('num_buckets', 'Number of buckets to group data', 5, plain(2, 3, 5, 10), {
        freeForm: true,
        description: 'The number of equal steps, each with its own color.',
      }),
      select('break_points', 'Bucket break points', [], [], {
        freeForm: true,
        description: 'Limits between the colors, instead of equal steps. Areas with values outside are transparent.',
      }),
      checkbox('table_filter', 'Emit Filter Events', false, { description: 'A click on an area filters by it.' }),
      checkbox('toggle_polygons', 'Multiple filtering', true, {
        description: 'A click adds the area to the filter. Otherwise, the area replaces the previous one.',
        visible: (form) => Boolean(form['table_filter']),
      }),
      ...legendControls,
    ],
  },
]
