/**
 * Wall-clock times: zone-less instants as the milliseconds that a clock showing them would have in UTC. All time
 * arithmetic of queries works on them.
 */
export const DAY_MS = 86_400_000

/** What a clock in this zone (IANA name) shows at the instant. */
export function wallClock(epochMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return epochMs
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(epochMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value)
  const seconds = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return seconds + (((epochMs % 1000) + 1000) % 1000)
}

/** `2021-01-02 03:04:05.678900` (microseconds: six digits always) or `2021-01-02T03:04:05` (iso; no fraction when 0). */
export function formatWall(wallMs: number, { microseconds = false, separator = ' ' } = {}): string {
  const micros = Math.round(wallMs * 1000)
  const fraction = ((micros % 1_000_000) + 1_000_000) % 1_000_000
  const seconds = new Date((micros - fraction) / 1000).toISOString().slice(0, -5).replace('T', separator)
  const digits = String(fraction).padStart(6, '0')
  return microseconds || fraction ? `${seconds}.${digits}` : seconds
}

export const startOfDay = (wallMs: number) => Math.floor(wallMs / DAY_MS) * DAY_MS
