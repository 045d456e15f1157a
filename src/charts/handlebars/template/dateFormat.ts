const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const padded = (value: number, length = 2) => String(value).padStart(length, '0')
const ordinal = (value: number) => {
  const tens = value % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')
  return `${value}${ending}`
}
const hourOf12 = (time: Date) => time.getUTCHours() % 12 || 12

const parts: Record<string, (time: Date) => string> = {
  YYYY: (time) => padded(time.getUTCFullYear(), 4),
  YY: (time) => padded(time.getUTCFullYear() % 100),
  Q: (time) => String(Math.floor(time.getUTCMonth() / 3) + 1),
  MMMM: (time) => months[time.getUTCMonth()] ?? '',
  MMM: (time) => (months[time.getUTCMonth()] ?? '').slice(0, 3),
  MM: (time) => padded(time.getUTCMonth() + 1),
  Mo: (time) => ordinal(time.getUTCMonth() + 1),
  M: (time) => String(time.getUTCMonth() + 1),
  DD: (time) => padded(time.getUTCDate()),
  Do: (time) => ordinal(time.getUTCDate()),
  D: (time) => String(time.getUTCDate()),
  dddd: (time) => days[time.getUTCDay()] ?? '',
  ddd: (time) => (days[time.getUTCDay()] ?? '').slice(0, 3),
  dd: (time) => (days[time.getUTCDay()] ?? '').slice(0, 2),
  d: (time) => String(time.getUTCDay()),
  HH: (time) => padded(time.getUTCHours()),
  H: (time) => String(time.getUTCHours()),
  hh: (time) => padded(hourOf12(time)),
  h: (time) => String(hourOf12(time)),
  mm: (time) => padded(time.getUTCMinutes()),
  m: (time) => String(time.getUTCMinutes()),
  ss: (time) => padded(time.getUTCSeconds()),
  s: (time) => String(time.getUTCSeconds()),
  SSS: (time) => padded(time.getUTCMilliseconds(), 3),
  A: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (time) => (time.getUTCHours() < 12 ? 'am' : 'pm'),
  ZZ: () => '+0000',
  Z: () => '+00:00',
  X: (time) => String(Math.floor(time.getTime() / 1000)),
  x: (time) => String(time.getTime()),
}

/** Named formats, always as in US English. */
const named: Record<string, string> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  LLL: 'MMMM D, YYYY h:mm A',
  LL: 'MMMM D, YYYY',
  L: 'MM/DD/YYYY',
}

// text in brackets ends at the next bracket of either kind: otherwise, unclosed brackets would take quadratic time
const namedTokens = /\[[^[\]]*\]|LTS|LT|L{1,4}/g
// longer tokens first; text in brackets stays as it is
const tokens = /\[([^[\]]*)\]|YYYY|YY|Q|MMMM|MMM|MM|Mo|M|DD|Do|D|dddd|ddd|dd|d|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z|X|x/g

/** A time in UTC with the tokens `YYYY MM DD HH mm ss` and the like. */
export function formatDate(time: Date, format: string): string {
  const spelled = format.replaceAll(namedTokens, (token) => named[token] ?? token)
  return spelled.replaceAll(tokens, (token, literal?: string) => literal ?? parts[token]?.(time) ?? token)
}

/** Epoch milliseconds, or ISO text, which is UTC unless it has a time zone; undefined if it is not a time. */
export function timeOf(value: unknown): Date | undefined {
  if (value instanceof Date) return value
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const isLocal = typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value)
  const time = new Date(isLocal ? `${value.replace(' ', 'T')}Z` : value)
  return Number.isNaN(time.getTime()) ? undefined : time
}
