import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'paired_ttest',
  name: 'Paired t-test Table',
  category: 'Correlation',
  tags: ['Legacy', 'Statistical', 'Tabular'],
  description: 'Compares each group with a control group: the difference, and whether it can be due to chance.',
  behaviors: [],
  shows: 'rows',
  isMailedAsText: true,
  picture: 'table',
  drawnWith: 'react',
  hasThumbnail: true,
}
