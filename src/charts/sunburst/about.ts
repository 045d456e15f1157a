import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'sunburst_v2',
  name: 'Sunburst Chart',
  category: 'Part of a Whole',
  tags: ['ECharts', 'Aesthetic', 'Multi-Levels', 'Proportional'],
  description: 'The parts of a whole as rings, one ring per level from the center outwards.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  dimensions: ['columns'],
  shows: 'plot',
  picture: 'pie',
  drawnWith: 'echarts',
  replaces: ['sunburst'],
  hasThumbnail: true,
  suits: { time: false, dimensions: [2, 4], metrics: [1, 2], rank: 70 },
}
