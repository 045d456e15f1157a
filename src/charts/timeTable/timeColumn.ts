export const columnTypes = ['time', 'contrib', 'spark', 'avg'] as const
export const comparisons = ['value', 'diff', 'perc', 'perc_change'] as const

export type Bounds = [min: number | null, max: number | null]

/** A column of the table: what it computes from a series, and its appearance. */
export interface TimeColumn {
  key: string
  label: string
  tooltip: string
  colType: (typeof columnTypes)[number]
  width: number
  height: number
  /** number of periods to go back, or to average */
  timeLag: number
  /** number of periods that the divisor of a sparkline goes back; 0: the plain values */
  timeRatio: number
  comparisonType: (typeof comparisons)[number]
  showYAxis: boolean
  yAxisBounds: Bounds
  /** values at which the colors of the low and the high end begin */
  bounds: Bounds
  d3format: string
  dateFormat: string
}

const numberOf = (saved: unknown, fallback: number): number => {
  const value = saved === null || saved === '' || typeof saved === 'boolean' ? Number.NaN : Number(saved)
  return Number.isFinite(value) ? value : fallback
}
const textOf = (saved: unknown) => (typeof saved === 'string' ? saved : saved == null ? '' : String(saved))
const boundsOf = (saved: unknown): Bounds => {
  const [min, max] = Array.isArray(saved) ? (saved as unknown[]) : []
  const read = (value: unknown) => {
    const number = numberOf(value, Number.NaN)
    return Number.isNaN(number) ? null : number
  }
  return [read(min), read(max)]
}

const widest = 2000
const highest = 500

/** Reads a saved column; missing and invalid parts get their defaults. null if the value is not a column. */
export function readTimeColumn(saved: unknown, index: number): TimeColumn | null {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return null
  const given = saved as Record<string, unknown>
  const type = columnTypes.find((known) => known === given.colType)
  if (type === undefined) return null
  return {
    ...given,
    key: textOf(given.key) || String(index),
    label: textOf(given.label),
    tooltip: textOf(given.tooltip),
    colType: type,
    width: Math.min(widest, Math.max(40, numberOf(given.width, 300))),
    height: Math.min(highest, Math.max(16, numberOf(given.height, 50))),
    timeLag: Math.trunc(numberOf(given.timeLag, 0)),
    timeRatio: Math.max(0, Math.trunc(numberOf(given.timeRatio, 0))),
    comparisonType: comparisons.find((known) => known === given.comparisonType) ?? 'value',
    showYAxis: Boolean(given.showYAxis),
    yAxisBounds: boundsOf(given.yAxisBounds),
    bounds: boundsOf(given.bounds),
    d3format: textOf(given.d3format),
    dateFormat: textOf(given.dateFormat),
  }
}
