import type { Dialect } from '../dialect.ts'

const trunc = (unit: string) => (column: string) => `DATE_TRUNC('${unit}', ${column})`
const parts = (count: number, unit: string, within: string) => (column: string) =>
  `DATEADD(${unit}, FLOOR(DATE_PART(${unit}, ${column}) / ${count}) * ${count}, DATE_TRUNC('${within}', ${column}))`
const sundayBefore = (column: string) => `DATEADD(DAY, -1, DATE_TRUNC('WEEK', DATEADD(DAY, 1, ${column})))`

/**
 * Buckets are named by their start, "week ending" ones by their last day at midnight. The start of weeks is a session
 * setting; the driver uses the default, Monday.
 */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: trunc('SECOND'),
  PT5S: parts(5, 'SECOND', 'MINUTE'),
  PT30S: parts(30, 'SECOND', 'MINUTE'),
  PT1M: trunc('MINUTE'),
  PT5M: parts(5, 'MINUTE', 'HOUR'),
  PT10M: parts(10, 'MINUTE', 'HOUR'),
  PT15M: parts(15, 'MINUTE', 'HOUR'),
  PT30M: parts(30, 'MINUTE', 'HOUR'),
  PT1H: trunc('HOUR'),
  PT6H: parts(6, 'HOUR', 'DAY'),
  P1D: trunc('DAY'),
  P1W: trunc('WEEK'),
  P1M: trunc('MONTH'),
  P3M: trunc('QUARTER'),
  P1Y: trunc('YEAR'),
  '1969-12-28T00:00:00Z/P1W': sundayBefore,
  '1969-12-29T00:00:00Z/P1W': trunc('WEEK'),
  'P1W/1970-01-03T00:00:00Z': (column) => `DATEADD(DAY, 6, ${sundayBefore(column)})`,
  'P1W/1970-01-04T00:00:00Z': (column) => `DATEADD(DAY, 6, DATE_TRUNC('WEEK', ${column}))`,
}
