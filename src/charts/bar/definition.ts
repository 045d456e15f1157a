import { look } from '../shared/controlGroups.ts'
import { defineChart } from '../shared/defineChart.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { timeseriesControls } from '../shared/timeseries/controls.ts'
import { timeseriesFormData } from '../shared/timeseries/formData.ts'
import { migrateLegacyBar, migrateLegacyDistBar } from '../shared/timeseries/migrate.ts'

export const bar = defineChart({
  type: 'echarts_timeseries_bar',
  name: 'Bar Chart',
  category: 'Evolution',
  tags: [
    'ECharts',
    'Predictive',
    'Advanced-Analytics',
    'Aesthetic',
    'Time',
    'Transformable',
    'Stacked',
    'Vertical',
    'Bar',
    'Popular',
  ],
  description: 'Metrics as bars over time or categories, side by side or stacked, vertical or horizontal.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  formData: timeseriesFormData({ fixed: 'bar' }),
  controls: timeseriesControls({
    stackStyles: [null, 'Stack', 'Stream'],
    orientation: look('orientation', 'radio', 'Orientation', {
      default: 'vertical',
      choices: [
        ['vertical', 'Vertical'],
        ['horizontal', 'Horizontal'],
      ],
    }),
  }),
  buildQuery: buildTimeseriesQuery,
  draw: { with: 'echarts', drawing: () => import('../shared/timeseries/drawing.ts') },
  replaces: { bar: migrateLegacyBar, dist_bar: migrateLegacyDistBar },
})
