import type { Dialect } from '../../src/engine/dialects/dialect.ts'
import { parsePeriod, parseTimeDelta } from '../../src/model/time/timeDelta.ts'
import { TIME_GRAIN_NAMES } from '../../src/model/time/timeGrain.ts'
import { resolveTimeShift } from '../../src/model/time/timeRange.ts'
import { addUnits, formatWall } from '../../src/model/time/wallClock.ts'
import { runVectors, sameValue, type VectorHead, type VectorReport } from './compare.ts'

type DeltaVector = VectorHead &
  (
    | {
        kind: 'offset'
        in: string
        normalized: Record<string, number> | { error: { message: string } }
        shifted: Record<string, string>
        human_seconds: Record<string, number>
        past_seconds: Record<string, number>
      }
    | { kind: 'join_back'; in: string; out: Record<string, string> }
    | { kind: 'grains_of_engine'; engine: string; grains: [string, string][] }
  )

/** Milliseconds of a recorded time or clock (`now=…`). */
const wall = (iso: string) => Date.parse(`${iso.replace('now=', '')}Z`)
const iso = (wallMs: number) => formatWall(wallMs, { separator: 'T' })
const mapKeys = <T>(record: Record<string, unknown>, value: (key: string) => T) =>
  Object.fromEntries(Object.keys(record).map((key) => [key, value(key)]))

function tell(what: string, recorded: unknown, here: unknown): string | null {
  return sameValue(recorded, here) ? null : `${what} recorded ${JSON.stringify(recorded)}, here ${JSON.stringify(here)}`
}

function check(vector: Exclude<DeltaVector, { kind: 'grains_of_engine' }>): string | null {
  const delta = parseTimeDelta(vector.in)
  if (vector.kind === 'join_back') {
    if (!delta.ok) return delta.error
    const { count, unit } = delta.value
    return tell(
      vector.in,
      vector.out,
      mapKeys(vector.out, (time) => iso(addUnits(wall(time), -count, unit))),
    )
  }
  const period = parsePeriod(vector.in)
  const shift = (time: string) => (period ? addUnits(wall(time), period.count, period.unit) : wall(time))
  const past = (clock: string) => resolveTimeShift(vector.in, wall(clock)) / 1000
  const { normalized } = vector
  const message = 'error' in normalized ? (normalized.error as { message: string }).message : undefined
  return (
    (delta.ok
      ? tell('normalized', normalized, { [`${delta.value.unit}s`]: delta.value.count })
      : tell('normalized', message, delta.error)) ??
    tell(
      'shifted',
      vector.shifted,
      mapKeys(vector.shifted, (time) => iso(shift(time))),
    ) ??
    tell(
      'human_seconds',
      vector.human_seconds,
      mapKeys(vector.human_seconds, (time) => (shift(time) - wall(time)) / 1000),
    ) ??
    tell('past_seconds', vector.past_seconds, mapKeys(vector.past_seconds, past))
  )
}

/** The original cannot join by quarters; vectors for that count as faults of the original and are skipped. */
const asRecordedFault = (vector: DeltaVector): DeltaVector =>
  vector.kind === 'join_back' && Object.values(vector.out).some((time) => typeof time !== 'string')
    ? { ...vector, defect: 'server fault' }
    : vector

/** Runs the vector file `time-deltas.json`. Grain lists of engines other than `dialect` are skipped. */
export function runTimeDeltas(vectors: readonly unknown[], dialect: Dialect): VectorReport {
  const all = (vectors as DeltaVector[]).map(asRecordedFault)
  const ours = all.filter((vector) => vector.kind !== 'grains_of_engine' || vector.engine === dialect.name)
  const report = runVectors(ours, (vector) =>
    vector.kind === 'grains_of_engine'
      ? tell(
          'grains',
          vector.grains,
          dialect.listedGrains.map((grain) => [grain, TIME_GRAIN_NAMES[grain]]),
        )
      : check(vector),
  )
  return { ...report, total: all.length, skipped: report.skipped + all.length - ours.length }
}
