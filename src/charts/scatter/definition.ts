import { defineChart } from '../shared/defineChart.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { timeseriesControls } from '../shared/timeseries/controls.ts'
import { timeseriesFormData } from '../shared/timeseries/formData.ts'

export const scatter = defineChart({
  type: 'echarts_timeseries_scatter',
  name: 'Scatter Plot',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Scatter', 'Popular'],
  description: 'Metrics as points along an axis, for values that should not be joined by a line.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  formData: timeseriesFormData({ fixed: 'scatter' }),
  controls: timeseriesControls({ stackStyles: [null, 'Stack', 'Stream'], markers: { max: 100 } }),
  buildQuery: buildTimeseriesQuery,
  draw: { with: 'echarts', drawing: () => import('../shared/timeseries/drawing.ts') },
})
