import type { JsonCell } from '../../model/query/chartData.ts'
import { contrastingText } from './color/index.ts'
import { rangeOf, ruleOpacity } from './conditionalFormat.ts'
import type { ConditionalRule } from './fields.ts'
import type { ChartTheme } from './theme.ts'

export interface CellColor {
  background: string
  text: string
}

/**
 * The color that the rules of a column assign to a value, graded over the column's values: the last matching rule takes
 * precedence. null if no rule uses the column.
 */
export function ruleColors(
  rules: ConditionalRule[],
  column: string,
  values: readonly JsonCell[],
  theme: ChartTheme,
): ((value: JsonCell) => CellColor | null) | null {
  const own = rules.filter((rule) => rule.column === column)
  if (own.length === 0) return null
  const range = rangeOf(values)
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
