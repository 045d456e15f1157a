import { checkbox } from '../shared/controlGroups.ts'
import { defineChart } from '../shared/defineChart.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'
import { areaOpacity, seriesStyle, timeseriesControls } from '../shared/timeseries/controls.ts'
import { timeseriesFormData } from '../shared/timeseries/formData.ts'
import { migrateLegacyArea } from '../shared/timeseries/migrate.ts'

export const area = defineChart({
  type: 'echarts_area',
  name: 'Area Chart',
  category: 'Evolution',
  tags: [
    'ECharts',
    'Predictive',
    'Advanced-Analytics',
    'Aesthetic',
    'Time',
    'Line',
    'Transformable',
    'Stacked',
    'Popular',
  ],
  description: 'Filled lines over time, stacked or overlapping. Shows totals and their parts.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  formData: timeseriesFormData({ choices: ['line', 'smooth', 'start', 'middle', 'end'], area: true }),
  controls: timeseriesControls({
    stackStyles: [null, 'Stack', 'Stream', 'Expand'],
    markers: { max: 20 },
    style: [
      seriesStyle([
        ['line', 'Line'],
        ['smooth', 'Smooth line'],
        ['start', 'Step - start'],
        ['middle', 'Step - middle'],
        ['end', 'Step - end'],
      ]),
      areaOpacity(true),
    ],
    afterValues: [checkbox('show_extra_controls', 'Extra controls')],
  }),
  buildQuery: buildTimeseriesQuery,
  draw: { with: 'echarts', drawing: () => import('../shared/timeseries/drawing.ts') },
  replaces: { area: migrateLegacyArea },
})
