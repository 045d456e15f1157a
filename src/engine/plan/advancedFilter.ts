import { type AdvancedValue, convertAdvanced } from '../../model/query/advancedTypes.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'
import { planFault } from './failure.ts'
import type { Comparison, Expression } from './tree.ts'

const operators = new Set(['==', 'IN', '>', '>=', '<', '<='])

/**
 * The condition of a filter on a column whose numbers users write in another form, such as networks and names of ports.
 * Undefined if the type is not known, or if its values cannot be compared with this operator.
 * @throws AppError 400 for a value that the type does not know
 */
export function advancedCondition(
  filter: QueryFilter,
  typeName: string | null,
  of: Expression,
): Expression | undefined {
  const given: unknown[] = Array.isArray(filter.val) ? filter.val : [filter.val]
  const values = given.filter((value) => typeof value === 'string' || typeof value === 'number')
  if (!typeName || !operators.has(filter.op) || values.length === 0 || values.length < given.length) return undefined
  const converted = convertAdvanced(typeName, values)
  if (!converted) return undefined
  if (converted.error_message) throw planFault(converted.error_message)
  const parts = converted.values.map((value) => compared(filter.op, of, value))
  return parts.length === 1 ? parts[0] : { kind: 'or', parts }
}

const integer = (value: bigint) => ({ integer: String(value) })

const compare = (operator: Comparison, left: Expression, value: bigint): Expression => ({
  kind: 'compare',
  operator,
  left,
  right: { kind: 'literal', value: integer(value) },
})

/**
 * A column is greater than a range or a list if it is greater than all of its numbers; `>=` and `<=` include these
 * numbers.
 */
function compared(op: QueryFilter['op'], of: Expression, value: AdvancedValue): Expression {
  const [least, most] = bounds(value)
  if (op === '>' || op === '<=') return compare(op, of, most)
  if (op === '<' || op === '>=') return compare(op, of, least)
  if (typeof value === 'bigint') return compare('=', of, value)
  if ('start' in value) return { kind: 'and', parts: [compare('>=', of, value.start), compare('<=', of, value.end)] }
  return { kind: 'in', of, values: value.map(integer) }
}

function bounds(value: AdvancedValue): [bigint, bigint] {
  if (typeof value === 'bigint') return [value, value]
  if ('start' in value) return [value.start, value.end]
  return [value.reduce((a, b) => (b < a ? b : a)), value.reduce((a, b) => (b > a ? b : a))]
}
