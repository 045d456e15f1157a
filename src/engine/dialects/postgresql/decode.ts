import { bytesText, type CellReader, decimalCell } from '../shared/cells.ts'
import { integerOf, wallMsOf } from '../shared/rows.ts'

/** Object ids of the built-in types: they are the same on every server. */
const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
} as const

/** The names of common types, by object id. */
const NAMES: Record<number, string> = {
  ...Object.fromEntries(Object.entries(OID).map(([name, id]) => [id, name])),
  25: 'text',
  1042: 'bpchar',
  1043: 'varchar',
  1083: 'time',
  1266: 'timetz',
  114: 'json',
  3802: 'jsonb',
  2950: 'uuid',
}

/** The name of a built-in type; undefined for others. */
export const declaredType = (typeId: number): string | undefined => NAMES[typeId]

/** Common array types, with the types of their elements; other arrays are read as text. */
const ELEMENTS: Record<number, number> = {
  1000: OID.bool,
  1001: OID.bytea,
  1005: OID.int2,
  1007: OID.int4,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: OID.int8,
  1021: OID.float4,
  1022: OID.float8,
  1115: 25,
  1182: 25,
  1185: 25,
  1231: OID.numeric,
  2951: 25,
}

const number = (text: string): number =>
  text === 'Infinity' ? Infinity : text === '-Infinity' ? -Infinity : Number(text)

/** Year 1 BC is year 0 of a continuous calendar. */
const yearBefore = (text: string) => text.replace(/^\d+/, (year) => String(Number(year) - 1).padStart(6, '0'))

/** `1 year 2 mons 3 days 04:05:06` as days and a time of day; a month counts as 30 days, a year as 365. */
function intervalText(text: string): string {
  const part = (unit: string) => Number(new RegExp(`(-?\\d+) ${unit}`).exec(text)?.[1] ?? 0)
  const clock = /(-?)(\d+):(\d\d):(\d\d)(?:\.(\d+))?$/.exec(text)
  const [, sign = '', hours = '0', minutes = '0', seconds = '0', fraction = ''] = clock ?? []
  const micros =
    ((BigInt(hours) * 60n + BigInt(minutes)) * 60n + BigInt(seconds)) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
  const dayMicros = 86_400_000_000n
  const days = BigInt(part('year') * 365 + part('mon') * 30 + part('day'))
  const total = days * dayMicros + (sign ? -micros : micros)
  // days are rounded down, so that the time of day is never negative
  const whole = (total < 0n ? total - dayMicros + 1n : total) / dayMicros
  const rest = total - whole * dayMicros
  const second = Number(rest / 1_000_000n)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const digits = rest % 1_000_000n ? `.${String(rest % 1_000_000n).padStart(6, '0')}` : ''
  return `${whole} days ${whole < 0n ? '+' : ''}${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}${digits}`
}

/** `{1,2,{"a b",NULL}}` as JSON text. */
function arrayText(text: string, element: CellReader): string {
  let at = text.indexOf('{')
  const value = (): string => {
    if (text[at] === '{') return list()
    if (text[at] === '"') {
      let quoted = ''
      for (at++; text[at] !== '"' && at < text.length; at++) quoted += text[at] === '\\' ? text[++at] : text[at]
      at++
      return JSON.stringify(element.read(quoted))
    }
    const start = at
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at++
    const bare = text.slice(start, at)
    if (bare === 'NULL') return 'null'
    const cell = element.read(bare)
    return typeof cell === 'bigint' ? cell.toString() : JSON.stringify(cell)
  }
  const list = (): string => {
    const items: string[] = []
    at++
    while (at < text.length && text[at] !== '}') {
      items.push(value())
      if (text[at] === ',') at++
    }
    at++
    return `[${items.join(', ')}]`
  }
  return at < 0 ? text : list()
}

export const isDecimal = (typeId: number): boolean => typeId === OID.numeric

/** Reads the text form of a type. Unknown types are shown as the server writes them. */
export function cellReader(typeId: number, exactDecimals: boolean): CellReader {
  const element = ELEMENTS[typeId]
  if (element !== undefined) {
    const reader = cellReader(element, false)
    return { type: 'object', read: (text) => arrayText(text, reader) }
  }
  switch (typeId) {
    case OID.bool:
      return { type: 'bool', read: (text) => text === 't' }
    case OID.int2:
    case OID.int4:
    case OID.oid:
      return { type: 'int', read: Number }
    case OID.int8:
      return { type: 'int', read: integerOf }
    case OID.float4:
    case OID.float8:
      return { type: 'float', read: number }
    case OID.numeric:
      return { type: 'float', read: (text) => (/^-?\d/.test(text) ? decimalCell(text, exactDecimals) : number(text)) }
    case OID.date:
    case OID.timestamp:
    case OID.timestamptz:
      return {
        type: 'time',
        read: (text) => (text.endsWith(' BC') ? wallMsOf(`-${yearBefore(text)}`) : wallMsOf(text)),
      }
    case OID.interval:
      return { type: 'text', read: intervalText }
    case OID.bytea:
      return { type: 'text', read: (text) => bytesText(Buffer.from(text.slice(2), 'hex')) }
    default:
      return { type: 'text', read: (text) => text }
  }
}
