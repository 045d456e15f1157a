import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api'

const MICROS_PER_DAY = 86_400_000_000n
const DAYS_PER_MONTH = 30n

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes as UTF-8 text; `[bytes]` if they are not valid UTF-8. */
export function bytesText(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return '[bytes]'
  }
}

/** `12:34:56`, with six fractional digits if the value has a fraction. */
export function timeOfDayText(value: DuckDBValue): string {
  return String(value).replace(/\.(\d+)/, (_, digits: string) => `.${digits.slice(0, 6).padEnd(6, '0')}`)
}

/** `[-]D days HH:MM:SS`. A month counts as 30 days, as when the engine compares intervals. */
export function intervalText(value: DuckDBValue): string {
  const { months, days, micros } = value as DuckDBIntervalValue
  const total = (BigInt(months) * DAYS_PER_MONTH + BigInt(days)) * MICROS_PER_DAY + micros
  // days are rounded down, so that the time of day is never negative
  const wholeDays = (total < 0n ? total - MICROS_PER_DAY + 1n : total) / MICROS_PER_DAY
  const rest = total - wholeDays * MICROS_PER_DAY
  const seconds = Number(rest / 1_000_000n)
  const fraction = Number(rest % 1_000_000n)
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  const clock = `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
  const sign = wholeDays < 0n ? '+' : ''
  return `${wholeDays} days ${sign}${clock}${fraction ? `.${String(fraction).padStart(6, '0')}` : ''}`
}

/** Lists, structs, maps and unions as JSON text. */
export function nestedText(value: DuckDBValue): string {
  return value instanceof DuckDBUnionValue ? scalarText(value.value) : jsonText(value)
}

const scalarText = (value: DuckDBValue): string => (typeof value === 'string' ? value : jsonText(value))

function jsonText(value: DuckDBValue): string {
  if (value === null) return 'null'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue)
    return `[${value.items.map(jsonText).join(', ')}]`
  if (value instanceof DuckDBStructValue) return objectText(Object.entries(value.entries))
  if (value instanceof DuckDBMapValue)
    return objectText(value.entries.map(({ key, value: entry }) => [scalarText(key), entry]))
  if (value instanceof DuckDBUnionValue) return jsonText(value.value)
  if (value instanceof DuckDBBlobValue) return JSON.stringify(bytesText(value.bytes))
  if (value instanceof DuckDBIntervalValue) return JSON.stringify(intervalText(value))
  return JSON.stringify(String(value))
}

const objectText = (entries: [string, DuckDBValue][]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${jsonText(value)}`).join(', ')}}`
