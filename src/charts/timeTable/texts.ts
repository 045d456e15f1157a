import { defineTexts } from '../../web/ui/text.ts'

export const texts = defineTexts('timeTable', {
  metric: 'Metric',
  missing: 'N/A',
  needsColumns: 'Add a column in Time series columns.',
  needsMetric: 'Select a metric.',
  cut: 'The first {shown, number} of {all, number} rows: together they have more values than can be shown',
  needsTime: 'This table needs a time column with values.',
  spark: '{label}: {first} on {from}, {last} on {to}, lowest {min}, highest {max}',
  noPoints: '{label}: no values',
  point: '{time}: {value}',
})
