/** The three values of the comparison, by the keys of their saved settings. */
export const comparisonColumns = ['Previous value', 'Delta', 'Percent change'] as const
export type ComparisonColumn = (typeof comparisonColumns)[number]

export interface ComparisonSettings {
  visible?: boolean
  customColumnName?: string
  displayTypeIcon?: boolean
}
