import { filters, look, rgbaColor } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { autozoom, styleControl } from '../shared/maps/mapControls.ts'
import { startViewport } from '../shared/maps/viewport.ts'
import { startBackground, startRadius, startSize } from './start.ts'

export const controls: ControlSection[] = [
  {
    label: 'Time',
    tab: 'data',
    expanded: true,
    controls: [look('time_range', 'timeRange', 'Time range', { query: true, default: 'No filter' })],
  },
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('selected_chart', 'charts', 'Chart', {
        query: true,
        default: [],
        required: true,
        most: 1,
        description: 'A saved chart with dimensions, of the dataset that has the places.',
      }),
      look('geom_column', 'column', 'Geometry Column', {
        query: true,
        required: true,
        description: 'The places: GeoJSON, such as {"type":"Point","coordinates":[2.35,48.86]}.',
      }),
      filters(),
    ],
  },
  {
    label: 'Map Options',
    tab: 'customize',
    expanded: true,
    controls: [
      styleControl,
      look('map_view', 'viewport', 'Extent', {
        default: startViewport,
        description: 'What the map shows at first, unless it zooms to its data.',
      }),
      autozoom(),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      rgbaColor('chart_background_color', 'Background Color', startBackground),
      look('chart_background_border_radius', 'slider', 'Corner Radius', {
        default: startRadius,
        min: 0,
        max: 100,
        step: 1,
        description: 'In percent; with 100, the charts are circles.',
      }),
      look('chart_size', 'number', 'Chart Size', { default: startSize, description: 'The sides of the charts in px.' }),
    ],
  },
]
