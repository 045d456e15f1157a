import { defineTexts } from '../../../../web/ui/text.ts'

export const texts = defineTexts('map', {
  picture: '{title}: map with {rows, plural, one {# row} other {# rows}}',
  noWebGl: 'This map needs WebGL, which this browser does not offer.',
  viewRows: 'View as table',
  lost: 'The browser has stopped drawing this map.',
  again: 'Draw again',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all data',
  legend: 'Legend',
  notRun: 'JavaScript of this chart is not run',
  noPlace: '{missing} of {rows} rows have no valid place',
  tooLarge: '{tooLarge} of {rows} rows have shapes that are too large to draw',
  noData: 'No data',
  weight: 'Points',
  aggregated: '{metric} ({by})',
  points: 'Number of points',
  source: 'Natural Earth',
})
