import type { Swatch } from '../shared/maps/swatch.ts'

/** More dots would be wider than a name. */
const mostDots = 6

/** The colors of a legend in one row. */
export function legendSwatch(entries: readonly { color: string; isApart?: boolean }[], isRange = false): Swatch {
  const colors = entries.filter(({ isApart }) => !isApart).map(({ color }) => color)
  return isRange ? { kind: 'ramp', colors } : { kind: 'dots', colors: [...new Set(colors)].slice(0, mostDots) }
}
