import { isNode, type Node } from './nodes.ts'

/**
 * How much an expression could produce without input: `repeat('x', 4000000000)` is short SQL. A value from a row counts
 * as one, whatever its size; functions that multiply need a bound in the SQL.
 */

/** Maximum characters of a string, or elements of a list, that one expression may produce per row. */
export const MOST_BUILT = 10_000_000

/** Functions whose result length is given by a number, and the index of the argument with that number. */
const LENGTH_AT: Readonly<Record<string, number>> = {
  repeat: 1,
  lpad: 1,
  rpad: 1,
  array_resize: 1,
  list_resize: 1,
  bar: 3,
  bitstring: 1,
  to_base: 2,
}
const RANGES = new Set(['range', 'generate_series'])
const FORMATS = new Set(['printf', 'format'])
/** Functions that return the length of existing values. */
const LENGTHS = new Set(['len', 'length', 'array_length', 'strlen', 'list_count'])
/** Functions that replace: they can multiply the length of a string by the length of the replacement. */
const REPLACES = new Set([
  'replace',
  'regexp_replace',
  'list_transform',
  'array_transform',
  'apply',
  'list_apply',
  'array_apply',
])

const REDUCES = new Set(['reduce', 'list_reduce', 'array_reduce'])
/** Functions that enlarge their input: applied repeatedly over a list, the size doubles each time. */
const JOINS = new Set(
  '|| concat concat_ws list_concat array_concat list_cat array_cat list_append array_append list_prepend array_prepend array_push_back array_push_front list_value list_pack replace regexp_replace struct_pack map'.split(
    ' ',
  ),
)

class TooMuch extends Error {}

/** Error for an expression or a query that could produce too much; null if it cannot. */
export function sizeComplaint(tree: unknown): string | null {
  try {
    measure(tree)
    return null
  } catch (error) {
    if (error instanceof TooMuch) return error.message
    throw error
  }
}

/** Upper bound of what a part of the tree produces. @throws TooMuch */
function measure(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => within(sum + measure(item)), 0)
  if (!isNode(value)) return 0
  if (value.class === 'CONSTANT') return Math.max(1, textOf(value)?.length ?? 1)
  if (value.class === 'FUNCTION') return within(measureCall(value))
  // rows of a function in FROM are produced on demand
  if (value.type === 'TABLE_FUNCTION' && isNode(value.function)) return within(measure(value.function.children))
  return within(Object.values(value).reduce((sum: number, part) => sum + measure(part), 0) || 1)
}

function within(size: number): number {
  if (size > MOST_BUILT)
    throw new TooMuch(`This expression could produce more than ${MOST_BUILT} characters or elements`)
  return size
}

function measureCall(node: Node): number {
  const name = String(node.function_name).toLowerCase()
  const parts: unknown[] = Array.isArray(node.children) ? node.children : []
  const sizes = parts.map(measure)
  const rest = measure([node.filter, node.order_bys])
  const sum = sizes.reduce((total, size) => total + size, rest)
  const at = LENGTH_AT[name]
  if (at !== undefined) return (sizes[0] ?? 1) * lengthOf(parts[at], name) + sum
  if (RANGES.has(name)) return parts.length > 2 && !parts.some(isNumber) ? sum : rangeLength(parts, name)
  if (FORMATS.has(name)) return formatLength(parts[0], name) + sum
  if (REPLACES.has(name)) return sizes.reduce((product, size) => within(product * Math.max(1, size)), 1) + rest
  if (REDUCES.has(name) && makesMore(parts.slice(1))) throw new TooMuch(`Arguments of ${name} cannot be concatenated`)
  return Math.max(1, sum)
}

/** Whether a lambda contains a concatenating function. */
function makesMore(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(makesMore)
  if (!isNode(value)) return false
  const isCall = value.class === 'FUNCTION' && JOINS.has(String(value.function_name).toLowerCase())
  return isCall || Object.values(value).some(makesMore)
}

/**
 * The value of a length argument: a literal, the smallest literal in `least`, or 1 for the length of an existing value.
 */
function lengthOf(node: unknown, name: string): number {
  const bound = boundOf(node)
  if (bound === null) {
    throw new TooMuch(`The length argument of ${name} must be a number, or least(…) with a number`)
  }
  return Math.max(0, bound)
}

function boundOf(node: unknown): number | null {
  if (!isNode(node)) return 0
  const number = numberOf(node)
  if (number !== null) return number
  if (node.class === 'CAST') return boundOf(node.child)
  if (node.class !== 'FUNCTION' || !Array.isArray(node.children)) return null
  const name = String(node.function_name).toLowerCase()
  if (LENGTHS.has(name)) return 1
  if (name !== 'least') return null
  const bounds = node.children.map(boundOf).filter((bound) => bound !== null)
  return bounds.length ? Math.min(...bounds) : null
}

/** Number of elements from one number to another; a step cannot increase it. */
function rangeLength(parts: unknown[], name: string): number {
  const [first = 0, second] = parts.slice(0, 2).map((part) => lengthOrNegative(part, name))
  return second === undefined ? Math.abs(first) : Math.abs(second - first)
}

function lengthOrNegative(node: unknown, name: string): number {
  const bound = boundOf(node)
  return bound ?? lengthOf(node, name)
}

const isNumber = (node: unknown) => isNode(node) && numberOf(node) !== null

/**
 * Maximum length of formatted text. Each width in the format must be a number of at most four digits; other widths have
 * no bound.
 */
function formatLength(node: unknown, name: string): number {
  const text = isNode(node) ? textOf(node) : null
  if (text === null || /\d{5}|\*|\{[^}]*\{/.test(text)) {
    throw new TooMuch(`The format of ${name} must be a text with widths below 10000`)
  }
  return text.length + (text.match(/\d+/g) ?? []).reduce((sum, width) => sum + Number(width), 0)
}

function textOf(node: Node): string | null {
  const constant = isNode(node.value) ? node.value.value : undefined
  return typeof constant === 'string' ? constant : null
}

/**
 * The value of a constant number. A decimal is represented by its digits without the point, which is never a smaller
 * number.
 */
function numberOf(node: Node): number | null {
  if (node.class === 'FUNCTION' && node.function_name === '-' && Array.isArray(node.children)) {
    const [only] = node.children
    const inner = node.children.length === 1 && isNode(only) ? numberOf(only) : null
    return inner === null ? null : -inner
  }
  if (node.class !== 'CONSTANT' || !isNode(node.value)) return null
  const { value } = node.value
  if (typeof value === 'number') return value
  // large integers are a pair of halves
  return isNode(value) && typeof value.upper === 'number' ? Number.POSITIVE_INFINITY : null
}
