import type { Dialect } from '../dialect.ts'

/** Converts any time type to one with fractional seconds, in the time zone of its column, from 1900 on. */
const moment = (column: string) => `toDateTime64(${column}, 6)`
const start = (name: string) => (column: string) => `toStartOf${name}(${moment(column)})`
const interval = (count: number, unit: string) => (column: string) =>
  `toStartOfInterval(${moment(column)}, INTERVAL ${count} ${unit})`
const monday = (column: string) => `toMonday(${moment(column)})`
const sunday = (column: string) => `toStartOfWeek(${moment(column)}, 0)`

/** Buckets are named by their start, "week ending" ones by their last day at midnight. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: start('Second'),
  PT5S: interval(5, 'SECOND'),
  PT30S: interval(30, 'SECOND'),
  PT1M: start('Minute'),
  PT5M: interval(5, 'MINUTE'),
  PT10M: interval(10, 'MINUTE'),
  PT15M: interval(15, 'MINUTE'),
  PT30M: interval(30, 'MINUTE'),
  PT1H: start('Hour'),
  PT6H: interval(6, 'HOUR'),
  P1D: start('Day'),
  P1W: monday,
  P1M: start('Month'),
  P3M: start('Quarter'),
  P1Y: start('Year'),
  '1969-12-28T00:00:00Z/P1W': sunday,
  '1969-12-29T00:00:00Z/P1W': monday,
  'P1W/1970-01-03T00:00:00Z': (column) => `addDays(${sunday(column)}, 6)`,
  'P1W/1970-01-04T00:00:00Z': (column) => `addDays(${monday(column)}, 6)`,
}
