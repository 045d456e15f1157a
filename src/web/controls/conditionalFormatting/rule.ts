import type { ConditionalRule } from '../../../charts/shared/fields.ts'

/** Operators that need two values. */
export const isBetween = (operator: string | undefined): boolean => operator?.includes(' x ') === true

/** Field -> its error. */
export function ruleErrors(rule: Partial<ConditionalRule>): Partial<Record<keyof ConditionalRule, string>> {
  const errors: Partial<Record<keyof ConditionalRule, string>> = {}
  for (const name of ['column', 'colorScheme', 'operator'] as const) if (!rule[name]) errors[name] = 'Required'
  const { targetValue, targetValueLeft: left, targetValueRight: right } = rule
  if (isBetween(rule.operator)) {
    if (left === undefined) errors.targetValueLeft = 'Required'
    if (right === undefined) errors.targetValueRight = 'Required'
    if (left !== undefined && right !== undefined && left >= right) {
      errors.targetValueLeft = 'This value should be smaller than the right target value'
      errors.targetValueRight = 'This value should be greater than the left target value'
    }
  } else if (rule.operator !== 'None' && targetValue === undefined) errors.targetValue = 'Required'
  return errors
}

/** The text of a rule on its pill: `10 ≤ sales < 20`, `sales > 5`, `sales`. */
export function ruleText(rule: ConditionalRule, label: string): string {
  if (rule.operator === 'None') return label
  if (!isBetween(rule.operator)) return `${label} ${rule.operator} ${rule.targetValue}`
  const [before, after] = rule.operator.split(' x ')
  return `${rule.targetValueLeft} ${before} ${label} ${after} ${rule.targetValueRight}`
}
