import type { DrawInput } from '../../contract.ts'
import { isMutedBy } from '../../crossFilter.ts'
import type { RgbaList } from './layerSpec.ts'
import { colorList } from './rgba.ts'

/** The fraction of their opacity that marks keep while others are selected. */
export const muted = 0.3

/** The color of each category. If some are selected, the others are pale. */
export function categoryColors(
  names: Iterable<string>,
  { color, filterState }: Pick<DrawInput<unknown>, 'color' | 'filterState'>,
  alpha: number,
): Map<string, RgbaList> {
  const colors = new Map<string, RgbaList>()
  for (const name of new Set(names)) {
    colors.set(name, colorList(color(name), Math.round(alpha * (isMutedBy(filterState, name) ? muted : 1))))
  }
  return colors
}

/** The names of categories, in the order of their first rows. */
export const categoryNames = (categories: readonly string[] | undefined): string[] => [...new Set(categories)]
