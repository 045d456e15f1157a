import type { Dialect } from '../dialect.ts'

const format = (pattern: string) => (column: string) => `DATETIME(STRFTIME('${pattern}', ${column}))`
const modified = (modifiers: string) => (column: string) => `DATETIME(${column}, ${modifiers})`
/** Buckets of `size` units: the pattern before the unit, the unit's letter, and the text after it. */
const parts = (before: string, letter: string, size: number, after: string) => (column: string) =>
  `DATETIME(STRFTIME('${before}', ${column}) || PRINTF('%02d', STRFTIME('%${letter}', ${column}) / ${size} * ${size}) || '${after}')`
const minutes = (size: number) => parts('%Y-%m-%dT%H:', 'M', size, ':00')
const seconds = (size: number) => parts('%Y-%m-%dT%H:%M:', 'S', size, '')

/**
 * Buckets are named by their start, "week ending" ones by their last day at midnight. Plain weeks start on Sunday. The
 * first day of a "week starting" bucket belongs to the previous week, as in the contract.
 */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: format('%Y-%m-%dT%H:%M:%S'),
  PT5S: seconds(5),
  PT30S: seconds(30),
  PT1M: format('%Y-%m-%dT%H:%M:00'),
  PT5M: minutes(5),
  PT10M: minutes(10),
  PT15M: minutes(15),
  PT30M: minutes(30),
  PT1H: format('%Y-%m-%dT%H:00:00'),
  PT6H: parts('%Y-%m-%dT', 'H', 6, ':00:00'),
  P1D: modified(`'start of day'`),
  P1W: (column) => `DATETIME(${column}, 'start of day', -STRFTIME('%w', ${column}) || ' days')`,
  P1M: modified(`'start of month'`),
  P3M: (column) => `DATETIME(${column}, 'start of month', PRINTF('-%d month', (STRFTIME('%m', ${column}) - 1) % 3))`,
  P1Y: modified(`'start of year'`),
  '1969-12-28T00:00:00Z/P1W': modified(`'start of day', 'weekday 0', '-7 days'`),
  '1969-12-29T00:00:00Z/P1W': modified(`'start of day', 'weekday 1', '-7 days'`),
  'P1W/1970-01-03T00:00:00Z': modified(`'start of day', 'weekday 6'`),
  'P1W/1970-01-04T00:00:00Z': modified(`'start of day', 'weekday 0'`),
}
