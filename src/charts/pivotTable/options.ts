/** Saved values of the aggregate function. */
export const aggregates = [
  'Sum',
  'Count',
  'Count Unique Values',
  'List Unique Values',
  'Average',
  'Median',
  'Sample Variance',
  'Sample Standard Deviation',
  'Minimum',
  'Maximum',
  'First',
  'Last',
  'Sum as Fraction of Total',
  'Sum as Fraction of Rows',
  'Sum as Fraction of Columns',
  'Count as Fraction of Total',
  'Count as Fraction of Rows',
  'Count as Fraction of Columns',
] as const
export type Aggregate = (typeof aggregates)[number]

export const orders = ['key_a_to_z', 'key_z_to_a', 'value_a_to_z', 'value_z_to_a'] as const
export type Order = (typeof orders)[number]
