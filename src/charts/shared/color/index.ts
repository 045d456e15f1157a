import { categoricalColors } from './categorical.ts'
import { colorScale, type LabelColors, type SharedColors } from './scale.ts'

export { categoricalChoices, categoricalColors } from './categorical.ts'
export { contrastingText, visibleOnDark } from './contrast.ts'
export type { LabelColors, SharedColors } from './scale.ts'

/**
 * The colour of a series label: the dashboard's or chart's saved colours first, then what other charts of the dashboard
 * gave it (`shared`, filled as charts draw), then the scheme in order of first asking. Sequential schemes are in
 * `sequential.ts`, apart, because few charts need them.
 */
export function categoricalColor(
  scheme: string | null | undefined,
  labelColors?: LabelColors,
  shared?: SharedColors,
  names?: readonly string[],
): (label: string) => string {
  return colorScale(categoricalColors(scheme), labelColors, shared, names)
}
