import { wallClock } from '../../model/time/wallClock.ts'

const MINUTE_MS = 60_000

/** Zones that some browsers list by a former name: their names in the present IANA list. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

interface ZoneOption {
  value: string
  label: string
  /** the last part of the zone's former name, so that a search finds it too */
  hint?: string
}

let known: ZoneOption[] | undefined

/**
 * All time zones, sorted by their current offset from UTC: `GMT +01:00 (Europe/Berlin)`. The list includes `chosen`.
 */
export function timeZoneOptions(chosen: string): ZoneOption[] {
  known ??= ordered(['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')])
  return known.some(({ value }) => value === chosen) ? known : [{ value: chosen, label: chosen }, ...known]
}

function ordered(names: string[]): ZoneOption[] {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const former = new Map(Object.entries(renamed).map(([old, present]) => [present, nameOf(old)]))
  return [...new Set(names.map((name) => renamed[name] ?? name))]
    .map((value) => ({ value, minutes: Math.round((wallClock(now, value) - now) / MINUTE_MS) }))
    .sort((a, b) => a.minutes - b.minutes)
    .map(({ value, minutes }) => {
      const hint = former.get(value)
      const isAnother = hint !== undefined && hint !== nameOf(value)
      return { value, label: `GMT ${distance(minutes)} (${value})`, ...(isAnother ? { hint } : {}) }
    })
}

/** `Buenos_Aires` of `America/Argentina/Buenos_Aires` */
const nameOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1)

function distance(minutes: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
