import type { JsonCell } from '../../model/query/chartData.ts'
import type { ConditionalRule } from '../shared/fields.ts'
import { type CellColor, ruleColors } from '../shared/ruleColors.ts'
import type { ChartTheme } from '../shared/theme.ts'
import type { TableColumn } from './columns.ts'

/** The color that a column's rules give a value: only numbers are colored. */
export function cellColors(
  rules: ConditionalRule[],
  column: TableColumn,
  theme: ChartTheme,
): ((value: JsonCell) => CellColor | null) | null {
  return column.kind === 'number' ? ruleColors(rules, column.key, column.values, theme) : null
}
