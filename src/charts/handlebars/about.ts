import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'handlebars',
  name: 'Handlebars',
  category: 'Other',
  tags: [],
  description: 'Rows through a template of your own in HTML, with your own styles.',
  behaviors: [],
  shows: 'rows',
  picture: 'table',
  drawnWith: 'react',
  hasThumbnail: true,
}
