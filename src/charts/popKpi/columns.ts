/** The three values of the comparison, by the names under which their settings are saved. */
export const comparisonColumns = ['Previous value', 'Delta', 'Percent change'] as const
export type ComparisonColumn = (typeof comparisonColumns)[number]

export interface ComparisonSettings {
  visible?: boolean
  customColumnName?: string
  displayTypeIcon?: boolean
}
