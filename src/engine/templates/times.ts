import { formatWall } from '../../model/time/wallClock.ts'
import { hostFunction } from './arguments.ts'
import { TemplateFault } from './fault.ts'
import { isText, plain } from './text.ts'
import { asText, HostObject, type Value } from './values.ts'

const PARTS: Record<string, [pattern: string, field: keyof Parts]> = {
  Y: [String.raw`\d{4}`, 'year'],
  y: [String.raw`\d{2}`, 'shortYear'],
  m: [String.raw`\d{1,2}`, 'month'],
  d: [String.raw`\d{1,2}`, 'day'],
  H: [String.raw`\d{1,2}`, 'hour'],
  M: [String.raw`\d{1,2}`, 'minute'],
  S: [String.raw`\d{1,2}`, 'second'],
  f: [String.raw`\d{1,6}`, 'micro'],
}

interface Parts {
  year: number
  shortYear: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  micro: number
}

/** The filter `to_datetime`: parses a text with a format to a wall-clock time. */
export function toDatetime(value: Value, format: string): Value {
  if (value === null) return null
  const text = isText(value) ? plain(value) : plain(asText(value))
  const fields: (keyof Parts)[] = []
  const pattern = format.replaceAll(/%(.)|[^%]/gs, (all: string, directive?: string) => {
    const part = directive === undefined ? undefined : PARTS[directive]
    if (part) fields.push(part[1])
    return part ? `(${part[0]})` : (directive ?? all).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  })
  const match = new RegExp(`^${pattern}$`).exec(text)
  const found: Partial<Parts> = {}
  fields.forEach((field, index) => {
    const digits = match?.[index + 1] ?? '0'
    found[field] = Number(field === 'micro' ? digits.padEnd(6, '0') : digits)
  })
  const ms = match ? momentOf(found) : Number.NaN
  if (Number.isNaN(ms)) {
    throw new TemplateFault('ValueError', `time data '${text}' does not match format '${format}'`)
  }
  return moment(ms)
}

function momentOf(parts: Partial<Parts>): number {
  const { shortYear, month = 1, day = 1, hour = 0, minute = 0, second = 0, micro = 0 } = parts
  const year = parts.year ?? (shortYear === undefined ? 1900 : shortYear + (shortYear < 69 ? 2000 : 1900))
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(micro / 1000))
  const date = new Date(ms)
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isReal ? ms : Number.NaN
}

function moment(ms: number): HostObject {
  const date = new Date(ms)
  const iso = (separator: string) => formatWall(ms, { separator })
  const numbers: Record<string, number> = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
  return new HostObject(iso(' '), (name) => {
    if (Object.hasOwn(numbers, name)) return BigInt(numbers[name] as number)
    if (name === 'isoformat') return hostFunction('isoformat', [], () => iso('T'))
    if (name !== 'strftime') return undefined
    return hostFunction('strftime', [{ name: 'format' }], (format = null) => strftime(ms, plain(asText(format))))
  })
}

const two = (value: number) => String(value).padStart(2, '0')
const names = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(date)

/** Formats a wall-clock time. */
export function strftime(ms: number, format: string): string {
  const date = new Date(ms)
  const dayOfYear = Math.floor((ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1
  const parts: Record<string, () => string> = {
    Y: () => String(date.getUTCFullYear()).padStart(4, '0'),
    y: () => two(date.getUTCFullYear() % 100),
    m: () => two(date.getUTCMonth() + 1),
    d: () => two(date.getUTCDate()),
    H: () => two(date.getUTCHours()),
    I: () => two(date.getUTCHours() % 12 || 12),
    p: () => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
    M: () => two(date.getUTCMinutes()),
    S: () => two(date.getUTCSeconds()),
    f: () => `${String(date.getUTCMilliseconds()).padStart(3, '0')}000`,
    j: () => String(dayOfYear).padStart(3, '0'),
    A: () => names(date, { weekday: 'long' }),
    a: () => names(date, { weekday: 'short' }),
    B: () => names(date, { month: 'long' }),
    b: () => names(date, { month: 'short' }),
    F: () => formatWall(ms, { separator: 'T' }).slice(0, 10),
    T: () => formatWall(ms, { separator: 'T' }).slice(11, 19),
    s: () => String(Math.floor(ms / 1000)),
    '%': () => '%',
  }
  return format.replaceAll(/%(.)/gs, (all: string, directive: string) => parts[directive]?.() ?? all)
}
