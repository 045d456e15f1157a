import type { Dialect } from '../dialect.ts'

const trunc = (unit: string) => (column: string) => `date_trunc('${unit}', ${column})`
/** The time zone of the session is UTC, so hours since the epoch are hours of the day. */
const seconds = (count: number) => (column: string) =>
  `timestamp_seconds(floor(unix_timestamp(CAST(${column} AS TIMESTAMP)) / ${count}) * ${count})`
const sundayBefore = (column: string) => `date_trunc('week', ${column} + interval '1' day) - interval '1' day`

/** Buckets are named by their start, "week ending" ones by their last day at midnight. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: trunc('second'),
  PT5S: seconds(5),
  PT30S: seconds(30),
  PT1M: trunc('minute'),
  PT5M: seconds(300),
  PT10M: seconds(600),
  PT15M: seconds(900),
  PT30M: seconds(1800),
  PT1H: trunc('hour'),
  PT6H: seconds(21_600),
  P1D: trunc('day'),
  P1W: trunc('week'),
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  P1Y: trunc('year'),
  '1969-12-28T00:00:00Z/P1W': sundayBefore,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (column) => `date_trunc('week', ${column} + interval '1' day) + interval '5' day`,
  'P1W/1970-01-04T00:00:00Z': (column) => `date_trunc('week', ${column}) + interval '6' day`,
}
