import type { JsonCell } from '../../model/query/chartData.ts'
import { contrastingText } from '../shared/color/index.ts'
import { rangeOf, ruleOpacity } from '../shared/conditionalFormat.ts'
import type { ConditionalRule } from '../shared/fields.ts'
import type { ChartTheme } from '../shared/theme.ts'
import type { TableColumn } from './columns.ts'

export interface CellColor {
  background: string
  text: string
}

/** The color that a column's rules give a value: the last matching rule wins. null if no rule uses the column. */
export function cellColors(
  rules: ConditionalRule[],
  column: TableColumn,
  theme: ChartTheme,
): ((value: JsonCell) => CellColor | null) | null {
  const own = rules.filter((rule) => rule.column === column.key)
  if (own.length === 0 || column.kind !== 'number') return null
  const range = rangeOf(column.values)
  return (value) => {
    if (typeof value !== 'number') return null
    let color: CellColor | null = null
    for (const rule of own) {
      const opacity = ruleOpacity(rule, value, range)
      if (opacity === undefined) continue
      const background = blended(rule.colorScheme, theme.surface, opacity)
      color = { background, text: opacity < 0.35 ? theme.text : contrastingText(background, 140) }
    }
    return color
  }
}

/** A color over a background, as #rrggbb. */
function blended(color: string, ground: string, opacity: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16)
  const mixed = [0, 1, 2].map((at) => Math.round(channel(color, at) * opacity + channel(ground, at) * (1 - opacity)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
