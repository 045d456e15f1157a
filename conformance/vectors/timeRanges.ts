import { resolveTimeRange, timeRangeOfSinceUntil } from '../../src/model/time/timeRange.ts'
import { formatWall } from '../../src/model/time/wallClock.ts'
import { runVectors, type VectorHead, type VectorReport } from './compare.ts'

/** One line of the vector file `time-ranges.json`. */
interface TimeRangeVector extends VectorHead {
  now: string
  in: {
    time_range?: string
    since?: string
    until?: string
    relative_start?: string
    relative_end?: string
    time_shift?: string
  }
  out?: { since: string | null; until: string | null }
  error?: { message?: string; messagePrefix?: string }
}

const wallMs = (iso: string) => Date.parse(`${iso}Z`)
const iso = (ms: number | null) => (ms === null ? null : formatWall(ms, { separator: 'T' }))

export function runTimeRanges(vectors: readonly unknown[]): VectorReport {
  return runVectors(vectors as TimeRangeVector[], ({ now, in: input, out, error }) => {
    const text = input.time_range ?? timeRangeOfSinceUntil(input.since ?? '', input.until ?? '')
    const range = resolveTimeRange(text, {
      now: wallMs(now),
      relative: { start: input.relative_start, end: input.relative_end },
      timeShift: input.time_shift,
    })
    if (!range.ok) {
      const isExpected =
        error && (error.message === range.error || (error.messagePrefix && range.error.startsWith(error.messagePrefix)))
      return isExpected ? null : `[${text}] recorded ${JSON.stringify(out ?? error)}, here: ${range.error}`
    }
    const [since, until] = [iso(range.value.since), iso(range.value.until)]
    if (out && out.since === since && out.until === until) return null
    return `[${text}] at ${now} recorded ${JSON.stringify(out ?? error)}, here: ${since} to ${until}`
  })
}
