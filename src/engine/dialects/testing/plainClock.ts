/** Clocks and calendars computed in the simplest way, without the product's code, so that both can be compared. */

const MINUTE_MS = 60_000
const STEP_MS = 15 * MINUTE_MS
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The clock time in a zone, as UTC milliseconds; from the zone's UTC offset as ICU prints it. */
export function plainClock(instant: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const distance = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
  return instant + (sign === '-' ? -distance : distance)
}

/** The first instant at which a clock shows at least this time, in steps of a quarter of an hour. */
export function plainInstant(wall: number, zone: string): number {
  for (let at = wall - 16 * 3_600_000; at < wall + 16 * 3_600_000; at += STEP_MS) {
    const shown = plainClock(at, zone)
    if (shown === wall) return at
    // the clock skipped this time: it is moved forward by the length of the gap
    if (shown > wall) return wall - (plainClock(at - STEP_MS, zone) - (at - STEP_MS))
  }
  throw new Error(`no clock in ${zone} shows ${new Date(wall).toISOString()}`)
}

/** The instants between two years at which clocks in a zone change. */
export function plainChanges(zone: string, firstYear: number, lastYear: number): number[] {
  const changes: number[] = []
  const distance = (at: number) => plainClock(at, zone) - at
  for (let at = Date.UTC(firstYear, 0); at < Date.UTC(lastYear + 1, 0); at += DAY_MS) {
    if (distance(at) === distance(at + DAY_MS)) continue
    let change = at
    while (distance(change) === distance(at)) change += STEP_MS
    changes.push(change)
  }
  return changes
}

/** The start of the bucket of a clock time. Weeks start on Monday. */
export function plainBucket(wall: number, grain: string): number {
  const date = new Date(wall)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (grain) {
    case 'PT15M':
      return Math.floor(wall / STEP_MS) * STEP_MS
    case 'PT1H':
      return Date.UTC(year, month, day, date.getUTCHours())
    case 'P1D':
      return Date.UTC(year, month, day)
    case 'P1W':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7))
    case 'P1M':
      return Date.UTC(year, month)
    case 'P3M':
      return Date.UTC(year, month - (month % 3))
    case 'P1Y':
      return Date.UTC(year, 0)
    default:
      throw new Error(`no plain bucket for ${grain}`)
  }
}

/** Random numbers, the same each time (mulberry32). */
export function plainNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The first day of the fiscal period, quarter or year of a clock time, for fiscal years from a month (1 to 12). */
export function plainFiscal(wall: number, unit: 'period' | 'quarter' | 'year', firstMonth: number): number {
  const date = new Date(wall)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  // months since the fiscal year began, from 0
  const inYear = (month - (firstMonth - 1) + 12) % 12
  const size = { period: 1, quarter: 3, year: 12 }[unit]
  return Date.UTC(year, month - (inYear % size))
}

/** The first day of the week of a clock time, for weeks from a day of the week (0 is Sunday). */
export function plainWeek(wall: number, firstDay: number): number {
  const date = new Date(wall)
  const since = (date.getUTCDay() - firstDay + 7) % 7
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - since)
}

/** A fiscal table of 4-4-5 weeks from a Sunday; every sixth year ends with a 53rd week. */
export function plainFiscalTable(start: string, firstYear: number, years: number): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  let next = Date.parse(`${start}T00:00:00Z`)
  const lines = ['start,end,year,quarter,period']
  for (let i = 0; i < years * 12; i++) {
    const [year, period] = [firstYear + Math.floor(i / 12), (i % 12) + 1]
    const weeks = (period % 3 === 0 ? 5 : 4) + (period === 12 && year % 6 === 0 ? 1 : 0)
    lines.push(`${day(next)},${day(next + weeks * 7 * DAY_MS - DAY_MS)},${year},${Math.ceil(period / 3)},${period}`)
    next += weeks * 7 * DAY_MS
  }
  return lines.join('\n')
}
