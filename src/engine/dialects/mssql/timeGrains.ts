import type { Dialect } from '../dialect.ts'

/** Units since a suitable start: seconds overflow if they are counted from 1900. */
const since = (unit: string, origin: string) => (column: string) =>
  `DATEADD(${unit}, DATEDIFF(${unit}, ${origin}, ${column}), ${origin})`
const parts = (count: number, unit: string, origin: string) => (column: string) =>
  `DATEADD(${unit}, CAST(FLOOR(DATEDIFF(${unit}, ${origin}, ${column}) / ${count}.0) AS INT) * ${count}, ${origin})`
const ORIGIN = "'2000-01-01'"
const monday = (column: string) => `DATEADD(WEEK, DATEDIFF(WEEK, 0, DATEADD(DAY, -1, ${column})), 0)`
// weeks are counted by the Sundays in between, independent of session settings; day 0 was a Monday
const sunday = (column: string) => `DATEADD(DAY, -1, DATEADD(WEEK, DATEDIFF(WEEK, 0, ${column}), 0))`

/** Buckets are named by their start, "week ending" ones by their last day at midnight. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: since('SECOND', ORIGIN),
  PT5S: parts(5, 'SECOND', ORIGIN),
  PT30S: parts(30, 'SECOND', ORIGIN),
  PT1M: since('MINUTE', '0'),
  PT5M: parts(5, 'MINUTE', '0'),
  PT10M: parts(10, 'MINUTE', '0'),
  PT15M: parts(15, 'MINUTE', '0'),
  PT30M: parts(30, 'MINUTE', '0'),
  PT1H: since('HOUR', '0'),
  PT6H: parts(6, 'HOUR', '0'),
  P1D: since('DAY', '0'),
  P1W: (column) => `DATEADD(DAY, 1 - DATEPART(WEEKDAY, ${column}), DATEADD(DAY, DATEDIFF(DAY, 0, ${column}), 0))`,
  P1M: since('MONTH', '0'),
  P3M: since('QUARTER', '0'),
  P1Y: since('YEAR', '0'),
  '1969-12-28T00:00:00Z/P1W': sunday,
  '1969-12-29T00:00:00Z/P1W': monday,
  'P1W/1970-01-03T00:00:00Z': (column) => `DATEADD(DAY, 6, ${sunday(column)})`,
  'P1W/1970-01-04T00:00:00Z': (column) => `DATEADD(DAY, 6, ${monday(column)})`,
}
