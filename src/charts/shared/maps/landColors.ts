import { defaultSequential, sequentialColors } from '../color/sequential.ts'
import type { ChartMode } from '../theme.ts'

/**
 * As many colors of a scheme from low to high, for areas on land. The default scheme begins with almost the color of
 * light land: it is used from one step later.
 */
export function landColors(scheme: string | undefined, count: number, mode: ChartMode): string[] {
  const isLikeLand = mode === 'light' && (scheme === undefined || scheme === defaultSequential)
  return isLikeLand ? sequentialColors(scheme, count + 1, mode).slice(1) : sequentialColors(scheme, count, mode)
}
