const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The labels of a time grain: the format of its buckets, and the start and end of the bucket that contains a time. */
interface Grain {
  format: string
  /** first and last millisecond */
  range: (ms: number) => [start: number, end: number]
}

const seconds = '%Y-%m-%d %H:%M:%S'
const minutes = '%Y-%m-%d %H:%M'
const days = '%Y-%m-%d'

const lasting =
  (length: number) =>
  (ms: number): [number, number] => [ms, ms + length - 1]

/** Buckets that end at the end of a day. They start at the given time, or, with an offset in days, at midnight. */
const wholeDays =
  (first: number, count: number) =>
  (ms: number): [number, number] => {
    const midnight = Math.floor(ms / DAY) * DAY
    return [first === 0 ? ms : midnight + first * DAY, midnight + (first + count) * DAY - 1]
  }

const wholeMonths =
  (count: number) =>
  (ms: number): [number, number] => {
    const date = new Date(ms)
    const next = Math.floor(date.getUTCMonth() / count) * count + count
    const end = new Date(0)
    end.setUTCFullYear(date.getUTCFullYear(), next, 1)
    return [ms, end.getTime() - 1]
  }

const week: Grain = { format: days, range: wholeDays(0, 7) }
const weekEnding: Grain = { format: days, range: wholeDays(-6, 7) }

const GRAINS: Record<string, Grain> = {
  date: { format: days, range: wholeDays(0, 1) },
  PT1S: { format: seconds, range: lasting(SECOND) },
  PT5S: { format: seconds, range: lasting(5 * SECOND) },
  PT30S: { format: seconds, range: lasting(30 * SECOND) },
  PT1M: { format: minutes, range: lasting(MINUTE) },
  PT5M: { format: minutes, range: lasting(5 * MINUTE) },
  PT10M: { format: minutes, range: lasting(10 * MINUTE) },
  PT15M: { format: minutes, range: lasting(15 * MINUTE) },
  PT30M: { format: minutes, range: lasting(30 * MINUTE) },
  'PT0.5H': { format: minutes, range: lasting(30 * MINUTE) },
  PT1H: { format: '%Y-%m-%d %H:00', range: lasting(HOUR) },
  PT6H: { format: '%Y-%m-%d %H:00', range: lasting(6 * HOUR) },
  P1D: { format: days, range: wholeDays(0, 1) },
  P1W: week,
  P7D: week,
  '1969-12-28T00:00:00Z/P1W': week,
  '1969-12-29T00:00:00Z/P1W': week,
  'P1W/1970-01-03T00:00:00Z': weekEnding,
  'P1W/1970-01-04T00:00:00Z': weekEnding,
  P1M: { format: '%b %Y', range: wholeMonths(1) },
  P3M: { format: '%Y Q%q', range: wholeMonths(3) },
  'P0.25Y': { format: '%Y Q%q', range: wholeMonths(3) },
  P1Y: { format: '%Y', range: wholeMonths(12) },
}

export const grainOf = (grain: string): Grain | undefined => (Object.hasOwn(GRAINS, grain) ? GRAINS[grain] : undefined)
