/** How a series is drawn; `start`, `middle` and `end` are the positions of steps. */
export const seriesTypes = ['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end'] as const
export type SeriesType = (typeof seriesTypes)[number]

export const stackStyles = ['Stack', 'Stream', 'Expand'] as const
export type StackStyle = (typeof stackStyles)[number]
