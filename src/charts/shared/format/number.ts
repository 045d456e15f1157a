import { formatLocale } from 'd3-format'
import { written } from '../../../model/language/written.ts'
import { formatDuration } from './duration.ts'
import { formatMemory } from './memory.ts'
import { repairFormat } from './repair.ts'

export type NumberFormat = (value: number | null | undefined) => string

/** A hyphen as minus: expected by saved charts, exports and screen readers. */
const american = { decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''] as [string, string], minus: '-' }

const d3 = (format: string) => formatLocale(written.numbers ?? american).format(format)

/** Few digits for any size: 0, 12.35, 1.23k, 1.5B, 0.1235, 990µ. */
export function smartNumber(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1000) return plainNumberFormatter('.3~s')(value).replace('G', 'B')
  if (size >= 1) return plainNumberFormatter('.2~f')(value)
  if (size >= 0.001) return plainNumberFormatter('.4~f')(value)
  return size > 0.000001 ? `${plainNumberFormatter('.3~s')(value * 1_000_000)}µ` : plainNumberFormatter('.3~s')(value)
}

/** Every digit that a reader could miss in `smartNumber`: 3,003, 12.3457, 0.00012. */
export function exactNumber(value: number): string {
  if (value === 0) return '0'
  return plainNumberFormatter(Math.abs(value) >= 1 ? ',.6~f' : '.6~r')(value)
}

/** SI prefixes with a maximum number of digits, small numbers without trailing zeros. */
export function siAtMost(digits: number): NumberFormat {
  const [format, trimmed] = [d3(`.${digits}s`), d3(`.${digits}~s`)]
  return guarded((value) => {
    const text = format(value)
    return text.slice(-1) < 'A' ? trimmed(value) : text
  })
}

/** Formats that d3 does not have. */
const NAMED: Record<string, (value: number) => string> = {
  '': smartNumber,
  SMART_NUMBER: smartNumber,
  EXACT_NUMBER: exactNumber,
  EXACT_NUMBER_SIGNED: (value) => `${value > 0 ? '+' : ''}${exactNumber(value)}`,
  SMART_NUMBER_SIGNED: (value) => `${value > 0 ? '+' : ''}${smartNumber(value)}`,
  DURATION: (ms) => formatDuration(ms, 'plain'),
  DURATION_SUB: (ms) => formatDuration(ms, 'parts'),
  DURATION_COL: (ms) => formatDuration(ms, 'clock'),
  MEMORY_DECIMAL: (bytes) => formatMemory(bytes, 1000, false),
  MEMORY_BINARY: (bytes) => formatMemory(bytes, 1024, false),
  MEMORY_TRANSFER_RATE_DECIMAL: (bytes) => formatMemory(bytes, 1000, true),
  MEMORY_TRANSFER_RATE_BINARY: (bytes) => formatMemory(bytes, 1024, true),
}

const made = new Map<string, NumberFormat>()

/**
 * The formatter of a saved format: one of the names above or a d3 format. An invalid one is printed next to the value.
 */
export function plainNumberFormatter(format: string): NumberFormat {
  const key = format.trim()
  const known = made.get(key)
  if (known) return known
  const formatter = guarded(Object.hasOwn(NAMED, key) ? (NAMED[key] as (value: number) => string) : d3Formatter(key))
  made.set(key, formatter)
  return formatter
}

function d3Formatter(format: string): (value: number) => string {
  try {
    const meant = repairFormat(format)
    // a width of millions would fill the memory with zeros
    if (/\d{4}/.test(meant)) throw new RangeError()
    const write = d3(meant)
    const type = /[rp]$/.exec(meant)?.[0]
    if (!type) return write
    // d3-format omits the digits of a zero in these two types
    const zero = write(type === 'p' ? 0.01 : 1).replace('1', '0')
    return (value) => (value === 0 ? zero : write(value))
  } catch {
    return (value) => `${value} (Invalid format: ${format})`
  }
}

/** Missing values and NaN are written as `null`, `undefined` and `NaN`; infinity is written as its sign. */
function guarded(format: (value: number) => string): NumberFormat {
  return (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return String(value)
    if (value === Number.POSITIVE_INFINITY) return '∞'
    return value === Number.NEGATIVE_INFINITY ? '-∞' : format(value)
  }
}
