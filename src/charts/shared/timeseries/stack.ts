import type { Series } from './model.ts'
import type { StackStyle } from './styles.ts'

/** The drawn values of the series in a stack style, and the totals of each row. */
export interface Stacked {
  series: Series[]
  /** totals of the visible series, by row, before conversion to fractions */
  totals: number[]
  /** raises a stream so that it is centered; absent for other styles */
  base?: (number | null)[]
}

/**
 * Applies a stack style. `visible`: whether the user has not switched a series off. Rows align by index. With a
 * forecast, rows without a value are in the future, and remain gaps.
 */
export function stackSeries(
  series: Series[],
  style: StackStyle | null,
  visible: (series: Series) => boolean,
  hasForecast = false,
): Stacked {
  const rows = Math.max(0, ...series.map((one) => one.values.length))
  const shown = series.filter(visible)
  const totals = Array.from({ length: rows }, (_row, index) => sumOf(shown, index))
  if (style === null) return { series, totals }
  if (style === 'Stream') {
    const filled = series.map((one) => ({
      ...one,
      values: hasForecast ? one.values : one.values.map((value) => value ?? 0),
    }))
    return { series: filled, totals, base: streamBase(totals) }
  }
  const filled = series.map((one) => ({ ...one, values: hasForecast ? one.values : fillGaps(one.values) }))
  if (style === 'Stack') return { series: filled, totals }
  const shares = filled.map((one) => ({
    ...one,
    values: one.values.map((value, row) => (value === null || !totals[row] ? value : value / totals[row])),
  }))
  return { series: shares, totals }
}

function sumOf(series: Series[], row: number): number {
  let sum = 0
  for (const one of series) sum += one.values[row] ?? 0
  return sum
}

/** In a stack, a null next to a value is drawn as 0, so that the layers above do not jump. */
function fillGaps(values: (number | null)[]): (number | null)[] {
  return values.map((value, row) => {
    if (value !== null) return value
    return (values[row - 1] ?? null) === null && (values[row + 1] ?? null) === null ? null : 0
  })
}

/** Centers every row on the middle of the widest one. */
function streamBase(totals: number[]): number[] {
  const widest = Math.max(0, ...totals)
  return totals.map((total) => (widest - total) / 2)
}

/** The range of all values, including zero. */
export function valueEnds({ series }: Pick<Stacked, 'series'>): [min: number, max: number] {
  let [min, max] = [0, 0]
  for (const { values } of series) {
    for (const value of values) {
      if (value === null) continue
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return [min, max]
}
