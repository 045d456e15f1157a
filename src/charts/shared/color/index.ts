import { categoricalColors } from './categorical.ts'
import { colorScale, type LabelColors } from './scale.ts'

export { categoricalChoices, categoricalColors } from './categorical.ts'
export { contrastingText, visibleOnDark } from './contrast.ts'
export type { ScaleOf } from './deal.ts'

/**
 * The colour of a series label on a chart that stands alone: the saved colours first, then the scheme in order of first
 * asking. Those of a dashboard's charts are dealt (`deal.ts`). Sequential schemes are in `sequential.ts`, apart, because
 * few charts need them.
 */
export function categoricalColor(
  scheme: string | null | undefined,
  labelColors?: LabelColors,
  names?: readonly string[],
): (label: string) => string {
  return colorScale(categoricalColors(scheme), labelColors, undefined, names)
}
