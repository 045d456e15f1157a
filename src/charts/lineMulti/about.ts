import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'line_multi',
  name: 'Multiple Line Charts',
  category: 'Evolution',
  tags: ['Multi-Variables', 'Legacy', 'nvd3', 'Comparison', 'Time', 'Multi-Layers', 'Deprecated'],
  description: 'Several saved line charts in one frame, on one or two y axes. They may have different datasets.',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'echarts',
  hasThumbnail: true,
  drawsCharts: true,
}
