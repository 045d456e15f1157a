const YEAR_DAYS = 365

/**
 * The style of a duration: `plain` is rounded, `parts` has all units down to nanoseconds, `clock` is like 1:02:03.4.
 */
export type DurationStyle = 'plain' | 'parts' | 'clock'

/**
 * `1m 6s`, `1ms 400µs 80ns` (parts), `0:10.5` (clock). A year has 365 days. Below a second the plain style rounds to
 * whole milliseconds, above it truncates to tenths of a second.
 */
export function formatDuration(ms: number, style: DurationStyle): string {
  const days = Math.trunc(ms / 86_400_000)
  const hours = Math.trunc(ms / 3_600_000) % 24
  const minutes = Math.trunc(ms / 60_000) % 60
  const years = Math.trunc(days / YEAR_DAYS)
  if (style === 'clock') return clock(ms, [years, days % YEAR_DAYS, hours], minutes)
  const large: [number, string][] = [
    [years, 'y'],
    [days % YEAR_DAYS, 'd'],
    [hours, 'h'],
    [minutes, 'm'],
  ]
  const small = style === 'parts' || ms < 1000 ? subSeconds(ms, style === 'parts') : [tenths(ms)]
  const shown = [...large, ...small].filter(([count]) => count !== 0)
  return shown.length === 0 ? '0ms' : shown.map(([count, unit]) => `${digits(count)}${unit}`).join(' ')
}

function subSeconds(ms: number, inParts: boolean): [number, string][] {
  const seconds = Math.trunc(ms / 1000) % 60
  const whole = Math.trunc(ms) % 1000
  const micros = Math.trunc(ms * 1000) % 1000
  const nanos = Math.trunc(ms * 1e6) % 1000
  if (inParts) {
    return [
      [seconds, 's'],
      [whole, 'ms'],
      [micros, 'µs'],
      [nanos, 'ns'],
    ]
  }
  const exact = whole + micros / 1000 + nanos / 1e6
  return [
    [seconds, 's'],
    [exact >= 1 ? Math.round(exact) : Math.ceil(exact), 'ms'],
  ]
}

const tenths = (ms: number): [number, string] => [cutToTenths((ms / 1000) % 60), 's']

/** The small addition prevents floating-point errors: 0.3 would be truncated to 0.2. */
const cutToTenths = (seconds: number): number => Math.floor(seconds * 10 + 1e-7) / 10

function clock(ms: number, large: number[], minutes: number): string {
  const parts = large.slice(large.findIndex((count) => count !== 0))
  const leading = large.some((count) => count !== 0) ? parts : []
  const seconds = cutToTenths((ms / 1000) % 60)
  const [whole = '0', decimals] = String(seconds).split('.')
  const texts = [...leading, minutes].map((count, at) => (at === 0 ? String(count) : String(count).padStart(2, '0')))
  return [...texts, whole.padStart(2, '0') + (decimals ? `.${decimals}` : '')].join(':')
}

/** Even an extremely large number of years is written with digits, not as 3.9e16. */
const digits = (count: number): string => (Number.isInteger(count) ? BigInt(count).toString() : String(count))
