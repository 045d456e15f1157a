import { defaultSequential, sequentialScale } from '../color/sequential.ts'
import type { ChartMode } from '../theme.ts'

/**
 * Colors of areas on land, from low to high. The default scheme begins with almost the color of land: its first part
 * is left out.
 */
export function landScale(
  scheme: string | undefined,
  [low, high]: readonly [low: number, high: number],
  mode: ChartMode,
): (value: number) => string {
  const skipped = scheme === undefined || scheme === defaultSequential ? 1 / 7 : 0
  const scale = sequentialScale(scheme, [0, 1], mode)
  return (value) => scale(high === low ? 0.5 : skipped + (1 - skipped) * Math.max(0, (value - low) / (high - low)))
}

/** As many evenly spaced colors of a scheme, including both ends. */
export function landColors(scheme: string | undefined, count: number, mode: ChartMode): string[] {
  const at = landScale(scheme, [0, Math.max(1, count - 1)], mode)
  return Array.from({ length: count }, (_, place) => at(place))
}
