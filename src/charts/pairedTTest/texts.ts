import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('pairedTTest', {
  group: 'Group',
  pValue: 'p-value',
  lift: 'Lift %',
  significant: 'Significant',
  yes: 'Yes',
  no: 'No',
  control: 'Control',
  unknown: 'N/A',
  choose: 'Compare with {group}',
  needs: 'Select a metric and a dimension with at least two groups.',
  cut: 'The first {shown, number} of {all, number} groups',
  needsTime: 'The test needs at least two points in time.',
})
