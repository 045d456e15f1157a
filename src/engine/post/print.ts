import type { NamePart } from '../frame.ts'

/** The shortest text of a double that is recognizable as a double: `1.0`, `1e+16`, `1e-05`. Used in labels. */
export function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  }
  if (Number.isInteger(value)) return Object.is(value, -0) ? '-0.0' : `${value}.0`
  return String(value)
}

/** `2021-05-01 00:00:00`, with microseconds only if they are not zero. */
export function printTime(epochMs: number): string {
  const iso = new Date(epochMs).toISOString()
  const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
  const millis = iso.slice(20, 23)
  return millis === '000' ? text : `${text}.${millis}000`
}

/**
 * `11 days 00:00:00`, the text of an interval. If negative, whole days are subtracted and a time is added: `-1 days
 * +06:00:00`.
 */
export function printInterval(ms: number): string {
  const days = Math.floor(ms / 86_400_000)
  const rest = ms - days * 86_400_000
  const time = new Date(rest).toISOString()
  const millis = time.slice(20, 23)
  return `${days} days ${days < 0 ? '+' : ''}${time.slice(11, 19)}${millis === '000' ? '' : `.${millis}000`}`
}

/** A part of a column name as it appears in a flattened name, before commas are escaped. */
export function printPart(part: Exclude<NamePart, null>): string {
  if (typeof part === 'boolean') return part ? 'True' : 'False'
  if (typeof part !== 'object') return String(part)
  return 't' in part ? printTime(part.t) : printFloat(part.f)
}
