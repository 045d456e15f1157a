import type { SeriesOverTime, TimeSeries } from '../shared/legacySeries/readSeries.ts'
import type { TimeColumn } from './timeColumn.ts'

type Value = number | null

/** The value that a column shows for a series; null if there is none. Sparklines are sorted by their last value. */
export function cellValue(column: TimeColumn, series: TimeSeries, all: SeriesOverTime): Value {
  const { values } = series
  const recent = values.at(-1) ?? null
  switch (column.colType) {
    case 'time':
      return compared(column, recent, earlier(values, column.timeLag))
    case 'contrib':
      return share(recent, series, all)
    case 'avg':
      return mean(values.slice(Math.max(0, values.length - Math.max(1, column.timeLag))))
    case 'spark':
      return sparkValues(column, series).at(-1) ?? null
  }
}

/** The value `lag` periods before the last one. A negative lag counts from the start: -1 is the first value. */
function earlier(values: Value[], lag: number): Value {
  return (lag < 0 ? values[-lag - 1] : values[values.length - 1 - lag]) ?? null
}

function compared({ comparisonType: type }: TimeColumn, recent: Value, before: Value): Value {
  if (type === 'value') return before
  if (recent === null || before === null) return null
  if (type === 'diff') return recent - before
  if (before === 0) return null
  return type === 'perc' ? recent / before : recent / before - 1
}

/** The share of the row among all rows of its metric, at the last time. */
function share(recent: Value, { metric, group }: TimeSeries, { series }: SeriesOverTime): Value {
  // without groups the rows are metrics, which are parts of their common total
  const others = group.length === 0 ? series : series.filter((other) => other.metric === metric)
  const total = others.reduce((sum, other) => sum + (other.values.at(-1) ?? 0), 0)
  return recent === null || total === 0 ? null : recent / total
}

function mean(values: Value[]): Value {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}

/** The points of a sparkline: the values, or their ratios to the values some periods earlier. */
export function sparkValues({ timeRatio }: TimeColumn, { values }: TimeSeries): Value[] {
  if (timeRatio <= 0) return values
  return values.slice(timeRatio).map((value, at) => {
    const before = values[at] ?? null
    return value === null || before === null || before === 0 ? null : value / before
  })
}

type Stops = [low: number[], middle: number[], high: number[]]

/** Shades of red, gray and blue that are legible as text on each background. */
const stopsOf: Record<'light' | 'dark', Stops> = {
  light: [
    [0xca, 0x00, 0x20],
    [0x6b, 0x6b, 0x6b],
    [0x05, 0x71, 0xb0],
  ],
  dark: [
    [0xf2, 0x8b, 0x93],
    [0x9a, 0xa0, 0xa3],
    [0x63, 0xae, 0xe6],
  ],
}

/** The color of a value: red at the lower bound, through gray to blue at the upper one; undefined without bounds. */
export function boundsColor(
  value: Value,
  [min, max]: TimeColumn['bounds'],
  mode: 'light' | 'dark',
): string | undefined {
  const [low, middle, high] = stopsOf[mode]
  if (value === null) return undefined
  if (min !== null && max !== null && min !== max) {
    const place = Math.max(0, Math.min(1, (value - min) / (max - min)))
    return place < 0.5 ? mixed(low, middle, place * 2) : mixed(middle, high, place * 2 - 1)
  }
  if (min !== null) return mixed(value >= min ? high : low, middle, 0)
  if (max !== null) return mixed(value < max ? low : high, middle, 0)
  return undefined
}

const mixed = (from: number[], to: number[], share: number) =>
  `#${from
    .map((part, at) =>
      Math.round(part + ((to[at] ?? 0) - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
