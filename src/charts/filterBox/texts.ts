import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('chart.filterBox', {
  time: 'Time range',
  column: 'Time column',
  grain: 'Time grain',
  placeholder: 'Type or Select [{name}]',
  none: 'No results found',
  noTime: 'No filter',
  apply: 'Apply',
  required: 'Required',
  empty: 'This filter box has no filters.',
})
