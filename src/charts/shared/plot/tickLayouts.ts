/** How category labels below a plot may be rotated, as saved by several types. */
export const tickLayouts = ['auto', 'flat', '45°', '90°', 'staggered'] as const
export type TickLayout = (typeof tickLayouts)[number]
