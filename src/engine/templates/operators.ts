import { spendCharacters, spendSteps } from './budget.ts'
import { limitFault, TemplateFault, typeFault } from './fault.ts'
import { formatPercent } from './format.ts'
import type { BinaryOperator, ComparisonOperator } from './syntax.ts'
import { concat, isText, plain, type Text } from './text.ts'
import { compare, Dict, equal, isNumber, itemsOf, List, Tuple, typeName, Undefined, type Value } from './values.ts'

/** Maximum bits of a whole number. */
const MAX_BITS = 4096n

const float = (value: boolean | bigint | number) => Number(value)
const isFloat = (value: Value) => typeof value === 'number'

function bounded(value: bigint): bigint {
  if (BigInt.asIntN(Number(MAX_BITS), value) !== value) throw limitFault('A number in the template is too large')
  return value
}

export function binary(operator: BinaryOperator, left: Value, right: Value): Value {
  spendSteps()
  if (left instanceof Undefined) throw left.fault()
  if (right instanceof Undefined && !(operator === '%' && isText(left))) throw right.fault()
  if (isNumber(left) && isNumber(right)) return arithmetic(operator, left, right)
  if (operator === '+') return added(left, right)
  if (operator === '*') {
    if (isNumber(right) && !isFloat(right)) return repeated(left, BigInt(right))
    if (isNumber(left) && !isFloat(left)) return repeated(right, BigInt(left))
    if (isSequence(left) || isSequence(right)) throw noTimes(isSequence(left) ? right : left)
  }
  if (operator === '%' && isText(left)) return formatPercent(left, right)
  throw unsupported(operator, left, right)
}

const unsupported = (operator: string, left: Value, right: Value) =>
  typeFault(
    `unsupported operand type(s) for ${operator === '**' ? '** or pow()' : operator}: '${typeName(left)}' and '${typeName(right)}'`,
  )

function added(left: Value, right: Value): Value {
  if (isText(left)) {
    if (!isText(right)) throw typeFault(`can only concatenate str (not "${typeName(right)}") to str`)
    return concat([left, right])
  }
  if (left instanceof List) {
    if (!(right instanceof List)) throw typeFault(`can only concatenate list (not "${typeName(right)}") to list`)
    spendSteps(left.items.length + right.items.length)
    return new List([...left.items, ...right.items])
  }
  if (left instanceof Tuple) {
    if (!(right instanceof Tuple)) throw typeFault(`can only concatenate tuple (not "${typeName(right)}") to tuple`)
    return new Tuple([...left.items, ...right.items])
  }
  throw unsupported('+', left, right)
}

function repeated(value: Value, times: bigint): Value {
  const count = times < 0n ? 0n : times
  if (isText(value)) {
    if (BigInt(plain(value).length) * count > 10_000_000n) throw limitFault('The template produces too much text')
    spendCharacters(plain(value).length * Number(count))
    return concat(Array<Text>(Number(count)).fill(value))
  }
  if (value instanceof List || value instanceof Tuple) {
    const size = BigInt(value.items.length) * count
    if (size > 1_000_000n) throw limitFault('A list in the template is too long')
    spendSteps(Number(size))
    const items = Array.from({ length: Number(count) }, () => value.items).flat()
    return value instanceof List ? new List(items) : new Tuple(items)
  }
  throw unsupported('*', value, times)
}

const isSequence = (value: Value) => isText(value) || value instanceof List || value instanceof Tuple
const noTimes = (value: Value) => typeFault(`can't multiply sequence by non-int of type '${typeName(value)}'`)

function arithmetic(operator: BinaryOperator, a: boolean | bigint | number, b: boolean | bigint | number): Value {
  if (operator === '/') {
    if (float(b) === 0)
      throw new TemplateFault(
        'ZeroDivisionError',
        isFloat(a) || isFloat(b) ? 'float division by zero' : 'division by zero',
      )
    return float(a) / float(b)
  }
  if (isFloat(a) || isFloat(b)) return floats(operator, float(a), float(b))
  return integers(operator, BigInt(a), BigInt(b))
}

function floats(operator: BinaryOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '**':
      return a ** b
    case '//':
    case '%': {
      if (b === 0) {
        throw new TemplateFault('ZeroDivisionError', operator === '%' ? 'float modulo' : 'float floor division by zero')
      }
      return operator === '//' ? Math.floor(a / b) : a - b * Math.floor(a / b)
    }
    default:
      return a / b
  }
}

function integers(operator: BinaryOperator, a: bigint, b: bigint): bigint | number {
  switch (operator) {
    case '+':
      return bounded(a + b)
    case '-':
      return bounded(a - b)
    case '*':
      return bounded(a * b)
    case '**':
      if (b < 0n) return Number(a) ** Number(b)
      if (b * BigInt(a.toString(2).length) > MAX_BITS * 2n) throw limitFault('A number in the template is too large')
      return bounded(a ** b)
    default: {
      if (b === 0n) throw new TemplateFault('ZeroDivisionError', 'integer division or modulo by zero')
      const quotient = a / b
      const down = a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
      return operator === '//' ? down : a - b * down
    }
  }
}

export function negated(operator: '-' | '+', value: Value): Value {
  if (value instanceof Undefined) throw value.fault()
  if (!isNumber(value)) throw typeFault(`bad operand type for unary ${operator}: '${typeName(value)}'`)
  const number = typeof value === 'boolean' ? BigInt(value) : value
  return operator === '-' ? -number : number
}

export function holds(operator: ComparisonOperator, left: Value, right: Value): boolean {
  spendSteps()
  switch (operator) {
    case '==':
      return equal(left, right)
    case '!=':
      return !equal(left, right)
    case 'in':
      return contains(right, left)
    case 'not in':
      return !contains(right, left)
    case '<':
      return compare(left, right, operator) < 0
    case '<=':
      return compare(left, right, operator) <= 0
    case '>':
      return compare(left, right, operator) > 0
    case '>=':
      return compare(left, right, operator) >= 0
  }
}

function contains(container: Value, item: Value): boolean {
  if (isText(container)) {
    if (!isText(item)) throw typeFault(`'in <string>' requires string as left operand, not ${typeName(item)}`)
    return plain(container).includes(plain(item))
  }
  if (container instanceof Dict) return container.has(item)
  if (!(container instanceof List || container instanceof Tuple || container instanceof Undefined)) {
    throw typeFault(`argument of type '${typeName(container)}' is not iterable`)
  }
  return itemsOf(container).some((other) => equal(item, other))
}
