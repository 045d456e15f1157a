import type { ConditionalRule } from './fields.ts'

/**
 * The position of a value between the rule's threshold and the column's extreme, as an opacity; undefined: no match.
 */
export function ruleOpacity(
  rule: ConditionalRule,
  value: number,
  range: { min: number; max: number },
): number | undefined {
  const { targetValue: target, targetValueLeft: left, targetValueRight: right } = rule
  const between = (from: number, to: number) => grade(from, to, value)
  switch (rule.operator) {
    case 'None':
      return range.max === range.min ? 1 : Math.abs((value - range.min) / (range.max - range.min))
    case '=':
      return target !== undefined && value === target ? 1 : undefined
    case '≠': {
      if (target === undefined || value === target) return undefined
      const farther = Math.abs(range.max - target) > Math.abs(range.min - target) ? range.max : range.min
      return between(target, farther)
    }
    case '>':
      return target !== undefined && value > target ? between(target, range.max) : undefined
    case '≥':
      return target !== undefined && value >= target ? between(target, range.max) : undefined
    case '<':
      return target !== undefined && value < target ? between(target, range.min) : undefined
    case '≤':
      return target !== undefined && value <= target ? between(target, range.min) : undefined
    default:
      return left !== undefined && right !== undefined && isInside(rule.operator, value, left, right)
        ? between(left, right)
        : undefined
  }
}

const lowest = 0.05

/** The opacity of a value: from 0.05 at the threshold to 1 at the extreme. */
function grade(threshold: number, extreme: number, value: number): number {
  if (threshold === extreme) return 1
  return Math.min(1, lowest + (1 - lowest) * Math.abs((threshold - value) / (threshold - extreme)))
}

function isInside(operator: string, value: number, left: number, right: number): boolean {
  const above = operator.startsWith('≤') ? value >= left : value > left
  const below = operator.endsWith('≤') ? value <= right : value < right
  return above && below
}

export function rangeOf(values: readonly unknown[]): { min: number; max: number } {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (typeof value !== 'number') continue
    if (value < min) min = value
    if (value > max) max = value
  }
  return { min, max }
}
