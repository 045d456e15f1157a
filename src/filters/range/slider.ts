/** The part that only the control needs: viewing a dashboard loads it with the first range filter. */

/** Which bounds a range filter has: both, a single one, or one exact value. */
export type RangeMode = 'both' | 'minimum' | 'exact' | 'maximum'
const singleModes: RangeMode[] = ['minimum', 'exact', 'maximum']

export function rangeMode(controlValues: Record<string, unknown>): RangeMode {
  const single = controlValues['enableSingleValue']
  return (typeof single === 'number' ? singleModes[single] : undefined) ?? 'both'
}

/** A step that divides a range into 100 to 1000 round steps; 1 for small ranges of whole numbers. */
export function rangeStep({ min, max }: { min: number; max: number }): number {
  const span = max - min
  if (span <= 0) return 1
  const step = 10 ** (Math.floor(Math.log10(span)) - 2)
  return Number.isInteger(min) && Number.isInteger(max) ? Math.max(1, step) : step
}
