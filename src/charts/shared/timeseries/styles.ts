/** How a series is drawn; `start`, `middle` and `end` are the positions of steps. */
export const seriesTypes = ['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end'] as const
export type SeriesType = (typeof seriesTypes)[number]

/** The part of a category's width that its bars take. */
export const barShare = 0.64

/** Whether markers leave some of their line visible. `pitch`: px from one to the next; `size`: of a marker. */
export const markersFit = (pitch: number, size: number): boolean => pitch >= 1.5 * size

export const stackStyles = ['Stack', 'Stream', 'Expand'] as const
export type StackStyle = (typeof stackStyles)[number]
