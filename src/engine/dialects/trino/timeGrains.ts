import type { Dialect } from '../dialect.ts'

// six fractional digits: a cast to fewer would round up into the next bucket
const moment = (column: string) => `CAST(${column} AS TIMESTAMP(6))`
const trunc = (unit: string) => (column: string) => `date_trunc('${unit}', ${moment(column)})`
const parts = (count: number, unit: string, within: string) => (column: string) =>
  `date_trunc('${within}', ${moment(column)}) + INTERVAL '${count}' ${unit} * (${unit}(${moment(column)}) / ${count})`
const sundayBefore = (column: string) => `date_trunc('week', ${moment(column)} + INTERVAL '1' DAY) - INTERVAL '1' DAY`

/** Buckets are named by their start, "week ending" ones by their last day at midnight. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: trunc('second'),
  PT5S: parts(5, 'SECOND', 'minute'),
  PT30S: parts(30, 'SECOND', 'minute'),
  PT1M: trunc('minute'),
  PT5M: parts(5, 'MINUTE', 'hour'),
  PT10M: parts(10, 'MINUTE', 'hour'),
  PT15M: parts(15, 'MINUTE', 'hour'),
  PT30M: parts(30, 'MINUTE', 'hour'),
  PT1H: trunc('hour'),
  PT6H: parts(6, 'HOUR', 'day'),
  P1D: trunc('day'),
  P1W: trunc('week'),
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  P1Y: trunc('year'),
  '1969-12-28T00:00:00Z/P1W': sundayBefore,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (column) => `date_trunc('week', ${moment(column)} + INTERVAL '1' DAY) + INTERVAL '5' DAY`,
  'P1W/1970-01-04T00:00:00Z': (column) => `date_trunc('week', ${moment(column)}) + INTERVAL '6' DAY`,
}
