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
  marks: 'Marks of {title}. Use the arrow keys to move and Enter to filter.',
  mark: 'Mark {number}',
  markMenus: 'Marks of {title}. Use the arrow keys to move and Enter to open their menus.',
  selectArea: 'Filter by an area',
  clearArea: 'Clear the area',
  selectLasso: 'Filter by a lasso',
  lassoHelp:
    'Draw a line around places. By keyboard, arrow keys move a point, Space adds a corner, and Enter filters by what is inside. Escape cancels.',
  lassoLabel: 'Map selection: {rows, plural, one {# point} other {# points}}',
  lassoCells: 'A lasso cannot select from combined points. Filter by an area instead.',
  lassoNone: 'There are no points inside of this lasso.',
  lassoMany: 'A lasso selects at most {most, number} points. Draw a smaller one, or filter by an area.',
  lassoMixed:
    'This lasso cannot be a filter, because points outside of it have the same longitudes and latitudes. Filter by an area instead.',
  areaHelp:
    'Drag over an area. Arrow keys move a box, and Shift + arrow keys resize it. Enter filters by the box, or by everything that is shown. Escape cancels.',
  legend: 'Legend',
  notRun: 'The JavaScript of this chart is not run',
  noPlace:
    '{missing, number} of {rows, plural, one {# row} other {# rows}} {missing, plural, one {has} other {have}} no valid place',
  tooLarge:
    '{tooLarge, number} of {rows, plural, one {# row} other {# rows}} {tooLarge, plural, one {has a shape} other {have shapes}} too large to draw',
  fewer: '{shown, number} of {all, number} marks are drawn: this browser draws without a graphics card',
  noData: 'No data',
  weight: 'Points',
  aggregated: '{metric} ({by})',
  points: 'Number of points',
  combined: '{points, plural, one {# point} other {# points}} as {cells, plural, one {# cell} other {# cells}}',
  source: 'Natural Earth',
  sources: 'Natural Earth, GeoNames',
})
