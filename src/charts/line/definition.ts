import { checkbox } from '../shared/controlGroups.ts'
import { defineChart } from '../shared/defineChart.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { areaOpacity, seriesStyle, timeseriesControls } from '../shared/timeseries/controls.ts'
import { seriesTypes, timeseriesFormData } from '../shared/timeseries/formData.ts'
import { migrateLegacyLine } from '../shared/timeseries/migrate.ts'

export const line = defineChart({
  type: 'echarts_timeseries_line',
  name: 'Line Chart',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
  description: 'How metrics change over time or along another axis, one line for each series.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  formData: timeseriesFormData({ choices: seriesTypes }),
  controls: timeseriesControls({
    stackStyles: [null, 'Stack', 'Stream'],
    markers: { max: 20 },
    style: [
      seriesStyle([
        ['line', 'Line'],
        ['scatter', 'Scatter'],
        ['smooth', 'Smooth line'],
        ['bar', 'Bar'],
        ['start', 'Step - start'],
        ['middle', 'Step - middle'],
        ['end', 'Step - end'],
      ]),
    ],
    afterValues: [checkbox('area', 'Area chart'), areaOpacity(false)],
  }),
  buildQuery: buildTimeseriesQuery,
  draw: { with: 'echarts', drawing: () => import('../shared/timeseries/drawing.ts') },
  replaces: { line: migrateLegacyLine },
})
