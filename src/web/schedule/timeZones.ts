import { wallClock } from '../../model/time/wallClock.ts'

const MINUTE_MS = 60_000

let known: { value: string; label: string }[] | undefined

/**
 * All time zones, sorted by their current offset from UTC: `GMT +01:00 (Europe/Berlin)`. The list includes `chosen`.
 */
export function timeZoneOptions(chosen: string): { value: string; label: string }[] {
  known ??= ordered(['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')])
  return known.some(({ value }) => value === chosen) ? known : [{ value: chosen, label: chosen }, ...known]
}

function ordered(names: string[]) {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  return names
    .map((value) => ({ value, minutes: Math.round((wallClock(now, value) - now) / MINUTE_MS) }))
    .sort((a, b) => a.minutes - b.minutes)
    .map(({ value, minutes }) => ({ value, label: `GMT ${distance(minutes)} (${value})` }))
}

function distance(minutes: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
