import type { Dialect } from '../dialect.ts'

const wholeSeconds = (column: string) => `(HOUR(${column})*60*60 + MINUTE(${column})*60 + SECOND(${column}))`
const since = (amount: string, unit: string) => (column: string) =>
  `DATE_ADD(DATE(${column}), INTERVAL ${amount.replaceAll('{col}', column)} ${unit})`
const seconds = (size: number) => (column: string) =>
  `DATE_ADD(DATE(${column}), INTERVAL (${wholeSeconds(column)} DIV ${size} * ${size}) SECOND)`
const minutes = (size: number) => (column: string) =>
  `DATE_ADD(DATE(${column}), INTERVAL ((HOUR(${column})*60 + MINUTE(${column})) DIV ${size} * ${size}) MINUTE)`
const sundayBefore = (column: string) => `DATE(DATE_SUB(${column}, INTERVAL DAYOFWEEK(${column}) - 1 DAY))`
const mondayBefore = (column: string) =>
  `DATE(DATE_SUB(${column}, INTERVAL DAYOFWEEK(DATE_SUB(${column}, INTERVAL 1 DAY)) - 1 DAY))`

/** Weeks start on Sunday. Buckets are named by their start, "week ending" ones by their last day at midnight. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: (column) => `DATE_ADD(DATE(${column}), INTERVAL ${wholeSeconds(column)} SECOND)`,
  PT5S: seconds(5),
  PT30S: seconds(30),
  PT1M: since('(HOUR({col})*60 + MINUTE({col}))', 'MINUTE'),
  PT5M: minutes(5),
  PT10M: minutes(10),
  PT15M: minutes(15),
  PT30M: minutes(30),
  PT1H: since('HOUR({col})', 'HOUR'),
  PT6H: since('(HOUR({col}) DIV 6 * 6)', 'HOUR'),
  P1D: (column) => `DATE(${column})`,
  P1W: sundayBefore,
  P1M: (column) => `DATE(DATE_SUB(${column}, INTERVAL DAYOFMONTH(${column}) - 1 DAY))`,
  P3M: (column) => `MAKEDATE(YEAR(${column}), 1) + INTERVAL QUARTER(${column}) QUARTER - INTERVAL 1 QUARTER`,
  P1Y: (column) => `DATE(DATE_SUB(${column}, INTERVAL DAYOFYEAR(${column}) - 1 DAY))`,
  '1969-12-28T00:00:00Z/P1W': sundayBefore,
  '1969-12-29T00:00:00Z/P1W': mondayBefore,
  'P1W/1970-01-03T00:00:00Z': (column) => `DATE_ADD(${sundayBefore(column)}, INTERVAL 6 DAY)`,
  'P1W/1970-01-04T00:00:00Z': (column) => `DATE_ADD(${mondayBefore(column)}, INTERVAL 6 DAY)`,
}
