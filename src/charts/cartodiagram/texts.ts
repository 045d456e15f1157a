import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('cartodiagram', {
  needsPlaces: 'This map needs the column with the places.',
  noDimension:
    'The chart {name} cannot have the places as a dimension: its type has none, or its dataset lacks the column.',
  needsRows: 'No row has a place. Places are GeoJSON: longitudes are from −180 to 180 and come first.',
  tooMany: 'The charts of the first {most} of {places} places are shown',
  chartAt: '{name}: {place}',
})
