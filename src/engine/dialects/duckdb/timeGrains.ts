import type { Dialect } from '../dialect.ts'

const trunc = (unit: string) => (column: string) => `DATE_TRUNC('${unit}', ${column})`
// the cast accepts dates; buckets of DATE values would lose the time of day
const bucket = (interval: string) => (column: string) =>
  `time_bucket(INTERVAL '${interval}', CAST(${column} AS TIMESTAMP))`
const sundayBefore = (column: string) => `DATE_TRUNC('week', ${column} + INTERVAL 1 DAY)`

/** Buckets are named by their start, "week ending" ones by their last day at midnight. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: trunc('second'),
  PT5S: bucket('5 seconds'),
  PT30S: bucket('30 seconds'),
  PT1M: trunc('minute'),
  PT5M: bucket('5 minutes'),
  PT10M: bucket('10 minutes'),
  PT15M: bucket('15 minutes'),
  PT30M: bucket('30 minutes'),
  PT1H: trunc('hour'),
  PT6H: bucket('6 hours'),
  P1D: trunc('day'),
  P1W: trunc('week'),
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  P1Y: trunc('year'),
  '1969-12-28T00:00:00Z/P1W': (column) => `${sundayBefore(column)} - INTERVAL 1 DAY`,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (column) => `${sundayBefore(column)} + INTERVAL 5 DAY`,
  'P1W/1970-01-04T00:00:00Z': (column) => `DATE_TRUNC('week', ${column}) + INTERVAL 6 DAY`,
}
