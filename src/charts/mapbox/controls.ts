import { checkbox, dimensions, filters, look, plain, querySelect, rowLimit, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { styleControl } from '../shared/maps/mapControls.ts'
import { startColor, startViewport } from './startViewport.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('all_columns_x', 'column', 'Longitude', { query: true, required: true }),
      look('all_columns_y', 'column', 'Latitude', { query: true, required: true }),
      select('clustering_radius', 'Clustering Radius', 60, plain(0, 20, 40, 60, 80, 100, 200, 500, 1000), {
        freeForm: true,
        description:
          'Places closer than this number of px are combined into one circle. 0: only those at the same place.',
      }),
      rowLimit(10_000),
      filters(),
      dimensions({ description: 'One point for each combination of these columns, instead of one for each row.' }),
    ],
  },
  {
    label: 'Points',
    tab: 'data',
    expanded: true,
    controls: [
      querySelect('point_radius', 'Point Radius', 'Auto', [['Auto', 'Auto']], {
        offersColumns: true,
        description:
          'A column with the radius of single points. The size of a circle that combines several points depends on its value.',
      }),
      select('point_radius_unit', 'Point Radius Unit', 'Pixels', plain('Pixels', 'Miles', 'Kilometers'), {
        visible: (form) => (form['point_radius'] ?? 'Auto') !== 'Auto',
      }),
    ],
  },
  {
    label: 'Labelling',
    tab: 'data',
    expanded: true,
    controls: [
      querySelect('mapbox_label', 'label', [], [['count', 'COUNT(*)']], {
        offersColumns: true,
        description: 'The first column is the label of points. COUNT(*) needs dimensions.',
      }),
      select('pandas_aggfunc', 'Cluster label aggregator', 'sum', plain('sum', 'mean', 'min', 'max', 'std', 'var'), {
        description: 'The label of a circle is this aggregate of the labels of its points.',
      }),
    ],
  },
  {
    label: 'Visual Tweaks',
    tab: 'data',
    expanded: true,
    controls: [
      checkbox('render_while_dragging', 'Live render', true, {
        description: 'Circles change while the map moves, not only after it has moved.',
      }),
      styleControl,
      look('global_opacity', 'number', 'Opacity', { default: 1, description: 'From 0 to 1.' }),
      select(
        'mapbox_color',
        'RGB Color',
        startColor,
        [
          [startColor, 'Teal'],
          ['rgb(106, 76, 147)', 'Purple'],
          ['rgb(218, 165, 32)', 'Gold'],
          ['rgb(100, 106, 112)', 'Gray'],
          ['rgb(193, 39, 61)', 'Red'],
          ['rgb(46, 125, 50)', 'Green'],
        ],
        { freeForm: true, description: 'The color of the circles.' },
      ),
    ],
  },
  {
    label: 'Viewport',
    tab: 'data',
    expanded: true,
    controls: [
      look('viewport_longitude', 'number', 'Default longitude', {
        default: startViewport.longitude,
        description: 'A chart whose viewport was not changed shows all of its points.',
      }),
      look('viewport_latitude', 'number', 'Default latitude', { default: startViewport.latitude }),
      look('viewport_zoom', 'number', 'Zoom', { default: startViewport.zoom }),
    ],
  },
]
