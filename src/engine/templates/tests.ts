import { binary, holds } from './operators.ts'
import type { ComparisonOperator } from './syntax.ts'
import { isText, plain } from './text.ts'
import { Callable, Dict, equal, isNumber, List, Tuple, Undefined, type Value } from './values.ts'

type Test = (value: Value, ...args: Value[]) => boolean

const comparison =
  (operator: ComparisonOperator): Test =>
  (value, other = null) =>
    holds(operator, value, other)

/** `value % by` as in Jinja: exact for whole numbers. */
const remainder = (value: Value, by: Value): Value => binary('%', value, by)

const isSequence: Test = (value) =>
  isText(value) ||
  value instanceof List ||
  value instanceof Tuple ||
  value instanceof Dict ||
  value instanceof Undefined

const [eq, ne, lt, le, gt, ge] = (['==', '!=', '<', '<=', '>', '>='] as const).map(comparison) as [
  Test,
  Test,
  Test,
  Test,
  Test,
  Test,
]

/** The tests of `is`, except `filter` and `test`, which the interpreter handles. */
export const TESTS: Readonly<Record<string, Test>> = {
  '!=': ne,
  '<': lt,
  '<=': le,
  '==': eq,
  '>': gt,
  '>=': ge,
  boolean: (value) => typeof value === 'boolean',
  callable: (value) => value instanceof Callable,
  defined: (value) => !(value instanceof Undefined),
  divisibleby: (value, by = null) => equal(remainder(value, by), 0n),
  eq,
  equalto: eq,
  escaped: () => false,
  even: (value) => equal(remainder(value, 2n), 0n),
  false: (value) => value === false,
  float: (value) => typeof value === 'number',
  ge,
  greaterthan: gt,
  gt,
  in: (value, container = null) => holds('in', value, container),
  integer: (value) => typeof value === 'bigint',
  iterable: isSequence,
  le,
  lessthan: lt,
  lower: (value) =>
    isText(value) && plain(value) !== plain(value).toUpperCase() && plain(value) === plain(value).toLowerCase(),
  lt,
  mapping: (value) => value instanceof Dict,
  ne,
  none: (value) => value === null,
  number: (value) => isNumber(value),
  odd: (value) => equal(remainder(value, 2n), 1n),
  sameas: (value, other = null) => (isText(value) || isText(other) ? equal(value, other) : value === other),
  sequence: isSequence,
  string: (value) => isText(value),
  true: (value) => value === true,
  undefined: (value) => value instanceof Undefined,
  upper: (value) =>
    isText(value) && plain(value) !== plain(value).toLowerCase() && plain(value) === plain(value).toUpperCase(),
}
