import type { Dialect } from '../dialect.ts'

type Grain = Dialect['timeGrains'][string]

/** The family of functions for a column's type. */
const familyOf = (columnType?: string | null): 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP' => {
  const type = columnType?.toUpperCase() ?? ''
  if (type.startsWith('DATETIME')) return 'DATETIME'
  if (type.startsWith('DATE')) return 'DATE'
  return type === 'TIME' ? 'TIME' : 'TIMESTAMP'
}

/** `TIMESTAMP_ADD` does not accept months, so the time is converted to DATETIME and back, both in UTC. */
export const addIn = (type: string | null, column: string, count: number, unit: 'DAY' | 'MONTH') =>
  familyOf(type) === 'TIMESTAMP'
    ? `TIMESTAMP(DATETIME_ADD(DATETIME(${column}), INTERVAL ${count} ${unit}))`
    : `${familyOf(type)}_ADD(${column}, INTERVAL ${count} ${unit})`

const trunc =
  (unit: string): Grain =>
  (column, type) =>
    `${familyOf(type)}_TRUNC(${column}, ${unit})`

/** Dates have no hours: their time is midnight. */
const hours: Grain = (column, type) =>
  familyOf(type) === 'DATE' ? `DATETIME_TRUNC(CAST(${column} AS DATETIME), HOUR)` : trunc('HOUR')(column, type)

const seconds =
  (count: number): Grain =>
  (column, type) => {
    const family = familyOf(type) === 'DATE' ? 'DATETIME' : familyOf(type)
    const unix = `UNIX_SECONDS(CAST(${column} AS TIMESTAMP))`
    const start = count === 1 ? unix : `${count} * DIV(${unix}, ${count})`
    return `CAST(TIMESTAMP_SECONDS(${start}) AS ${family})`
  }

const lastDay =
  (unit: string): Grain =>
  (column, type) =>
    `${familyOf(type)}_ADD(${trunc(unit)(column, type)}, INTERVAL 6 DAY)`

/** Buckets are named by their start, "week ending" ones by their last day at midnight. Weeks start on Sunday. */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: seconds(1),
  PT5S: seconds(5),
  PT30S: seconds(30),
  PT1M: seconds(60),
  PT5M: seconds(300),
  PT10M: seconds(600),
  PT15M: seconds(900),
  PT30M: seconds(1800),
  PT1H: hours,
  PT6H: seconds(21_600),
  P1D: trunc('DAY'),
  P1W: trunc('WEEK'),
  P1M: trunc('MONTH'),
  P3M: trunc('QUARTER'),
  P1Y: trunc('YEAR'),
  '1969-12-28T00:00:00Z/P1W': trunc('WEEK'),
  '1969-12-29T00:00:00Z/P1W': trunc('ISOWEEK'),
  'P1W/1970-01-03T00:00:00Z': lastDay('WEEK'),
  'P1W/1970-01-04T00:00:00Z': lastDay('ISOWEEK'),
}
