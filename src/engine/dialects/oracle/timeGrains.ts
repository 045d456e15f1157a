import type { Dialect } from '../dialect.ts'

const date = (column: string) => `CAST(${column} AS DATE)`
const trunc = (unit: string) => (column: string) => `TRUNC(${date(column)}, '${unit}')`
/** Differences of dates are in days. */
const parts = (count: number, unit: string, within: string, perDay: number) => (column: string) =>
  `TRUNC(${date(column)}, '${within}') + FLOOR(TO_NUMBER(TO_CHAR(${date(column)}, '${unit}')) / ${count}) * ${count} / ${perDay}`
const sundayBefore = (column: string) => `TRUNC(${date(column)} + 1, 'IW') - 1`

/**
 * Buckets are named by their start, "week ending" ones by their last day at midnight. Plain weeks are counted from the
 * first of January, as in the contract.
 */
export const timeGrains: Dialect['timeGrains'] = {
  PT1S: date,
  PT5S: parts(5, 'SS', 'MI', 86_400),
  PT30S: parts(30, 'SS', 'MI', 86_400),
  PT1M: trunc('MI'),
  PT5M: parts(5, 'MI', 'HH', 1440),
  PT10M: parts(10, 'MI', 'HH', 1440),
  PT15M: parts(15, 'MI', 'HH', 1440),
  PT30M: parts(30, 'MI', 'HH', 1440),
  PT1H: trunc('HH'),
  PT6H: parts(6, 'HH24', 'DDD', 24),
  P1D: trunc('DDD'),
  P1W: trunc('WW'),
  P1M: trunc('MONTH'),
  P3M: trunc('Q'),
  P1Y: trunc('YEAR'),
  '1969-12-28T00:00:00Z/P1W': sundayBefore,
  '1969-12-29T00:00:00Z/P1W': trunc('IW'),
  'P1W/1970-01-03T00:00:00Z': (column) => `${sundayBefore(column)} + 6`,
  'P1W/1970-01-04T00:00:00Z': (column) => `TRUNC(${date(column)}, 'IW') + 6`,
}
