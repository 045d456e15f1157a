import type { Dialect } from '../dialect.ts'

const trunc = (unit: string) => (column: string) => `DATE_TRUNC('${unit}', ${column})`
/**
 * Buckets of `size` units inside the next larger unit. The cast is for dates, which have no hours, minutes or seconds.
 */
const parts = (whole: string, unit: string, size: number) => (column: string) =>
  `DATE_TRUNC('${whole}', ${column}) + INTERVAL '${size} ${unit}s' * FLOOR(EXTRACT(${unit.toUpperCase()} FROM CAST(${column} AS TIMESTAMP)) / ${size})`
const sundayBefore = (column: string) => `DATE_TRUNC('week', ${column} + INTERVAL '1 day')`

/** Buckets are named by their start, "week ending" ones by their last day at midnight. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: trunc('second'),
  PT5S: parts('minute', 'second', 5),
  PT30S: parts('minute', 'second', 30),
  PT1M: trunc('minute'),
  PT5M: parts('hour', 'minute', 5),
  PT10M: parts('hour', 'minute', 10),
  PT15M: parts('hour', 'minute', 15),
  PT30M: parts('hour', 'minute', 30),
  PT1H: trunc('hour'),
  PT6H: parts('day', 'hour', 6),
  P1D: trunc('day'),
  P1W: trunc('week'),
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  P1Y: trunc('year'),
  '1969-12-28T00:00:00Z/P1W': (column) => `${sundayBefore(column)} - INTERVAL '1 day'`,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (column) => `${sundayBefore(column)} + INTERVAL '5 days'`,
  'P1W/1970-01-04T00:00:00Z': (column) => `DATE_TRUNC('week', ${column}) + INTERVAL '6 days'`,
}
