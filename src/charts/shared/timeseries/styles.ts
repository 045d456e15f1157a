/** How a series is drawn; `start`, `middle` and `end` are the corners of a stair line. */
export const seriesTypes = ['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end'] as const
export type SeriesType = (typeof seriesTypes)[number]

export const stackStyles = ['Stack', 'Stream', 'Expand'] as const
export type StackStyle = (typeof stackStyles)[number]
