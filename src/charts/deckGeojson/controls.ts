import { filters, look, plain, rowLimit, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import {
  advancedSection,
  areaControls,
  autozoom,
  lineWidthUnit,
  mapControls,
  nullsControl,
} from '../shared/maps/mapControls.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('geojson', 'column', 'GeoJson Column', {
        query: true,
        required: true,
        description: 'The column with a GeoJSON object in each row.',
      }),
      rowLimit(10_000),
      nullsControl(),
      filters(),
    ],
  },
  { label: 'Map', tab: 'data', expanded: true, controls: [...mapControls, autozoom()] },
  {
    label: 'GeoJson Settings',
    tab: 'data',
    expanded: true,
    controls: [
      ...areaControls,
      look('line_width', 'number', 'Line width', { default: 10, description: 'The width of lines and outlines.' }),
      lineWidthUnit('meters'),
      select('point_radius_scale', 'Point Radius Scale', null, plain(null, 0, 100, 200, 300, 500), {
        freeForm: true,
        description: 'The radius of points in meters. It is at least 3 px.',
      }),
    ],
  },
  advancedSection,
]
