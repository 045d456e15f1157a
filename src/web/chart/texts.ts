import { defineTexts } from '../ui/text.ts'

export const texts = defineTexts('chart', {
  empty: 'No results were returned for this query',
  unsupported: 'This visualization type is not supported.',
  unsupportedHint: 'Its saved settings are not changed: {type}',
  failed: 'An error occurred while rendering the visualization: {message}',
  trace: 'Stack trace',
  viewAsTable: 'View as table',
  viewAsChart: 'View as chart',
  picture: '{title}: {kind}, {rows, plural, one {# row} other {# rows}}',
  marks: 'Data points of {title}. Use the arrow keys to move and Enter to filter.',
  markMenus: 'Data points of {title}. Use the arrow keys to move and Enter for the menu.',
})
