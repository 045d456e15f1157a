import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('cartodiagram', {
  needsPlaces: 'This map needs the column with the places.',
  noDimension:
    'The chart {name} cannot have the places as a dimension: its type has none, or its dataset lacks the column.',
  needsRows: 'No row has a place. Places are GeoJSON: longitudes are from −180 to 180 and come first.',
  tooMany: 'The charts of the first {most} of {places} places are shown',
  // for pictures, whose texts have no plural forms
  overlap: 'Charts shown: {shown} of {all}. The others would overlap them',
  // for small maps
  shown: '{shown} of {all} charts',
  noPlace: 'Empty or unreadable places: {missing} of {places}',
  notAll: 'Not all places are shown',
  limited: 'The result is limited to {rows} rows: places and parts of charts may be missing',
  limitedSeries: 'The result is limited to {series} series: places and parts of charts may be missing',
  chartAt: '{name}: {place}',
})
