import { defineTexts } from '../ui/text.ts'

export const texts = defineTexts('chart', {
  empty: 'No results were returned for this query',
  unsupported: 'This visualization type is not supported.',
  unsupportedHint: 'It is kept as it was saved: {type}',
  failed: 'An error occurred while rendering the visualization: {message}',
  viewAsTable: 'View as table',
  viewAsChart: 'View as chart',
  picture: '{title}: {kind}, {rows, plural, one {# row} other {# rows}}',
  marks: 'Marks of {title}. Arrow keys move, Enter filters.',
  moreRows: 'The first {shown} of {rows} rows',
  rowsOf: 'Rows of {title}',
})
