import { categoricalColors } from './categorical.ts'
import { colorScale, type LabelColors } from './scale.ts'

export { categoricalColors } from './categorical.ts'
export { colorsOn, contrastingText, mixed, visibleOnDark } from './contrast.ts'
export type { ScaleOf } from './deal.ts'

/**
 * The color of a series label in a chart outside of a dashboard: saved colors first, then the colors of the scheme in
 * the order of first requests. The colors in a dashboard are assigned by `deal.ts`. Sequential schemes are in a
 * separate file, `sequential.ts`, because few charts need them.
 */
export function categoricalColor(
  scheme: string | null | undefined,
  labelColors?: LabelColors,
  names?: readonly string[],
): (label: string) => string {
  return colorScale(categoricalColors(scheme), labelColors, undefined, names)
}
