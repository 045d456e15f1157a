import type { JsonCell } from '../../../model/query/chartData.ts'
import type { NumberFormat } from '../metricFormat.ts'

/** From this value on, adaptive formatting uses SI prefixes. */
const prefixedFrom = 1000
/** Maximum number of decimals in a column with values of 1 or more, as in adaptive formatting. */
const decimalsOfOnes = 2

/**
 * Adaptive formatting with the same number of decimals in a column, so that digits align. Not applied if values are
 * large enough for a prefix, or if small ones would be written as 0.00.
 */
export function evenWriter(values: readonly JsonCell[], make: (format: string) => NumberFormat): NumberFormat {
  const smart = make('SMART_NUMBER')
  const sizes = values
    .map(Number)
    .filter((value, row) => values[row] !== null && !Number.isNaN(value))
    .map(Math.abs)
  if (sizes.some((size) => size >= prefixedFrom || (size > 0 && size < 0.001))) return smart
  const hasOnes = sizes.some((size) => size >= 1)
  if (hasOnes && sizes.some((size) => size > 0 && size < 0.01)) return smart
  const most = hasOnes ? decimalsOfOnes : 4
  const decimals = sizes.reduce((found, size) => Math.max(found, decimalsOf(size, most)), 0)
  const even = make(`,.${decimals}f`)
  // a total may be larger than all values
  return (value) => (typeof value === 'number' && Math.abs(value) < prefixedFrom ? even(value) : smart(value))
}

/** The maximum number of decimals of these numbers, if it is small; undefined if the format should not change. */
export function rawDecimals(values: readonly JsonCell[]): number | undefined {
  const most = 4
  let decimals = 0
  for (const value of values) {
    if (value === null) continue
    if (typeof value !== 'number' || Math.abs(value) >= 1e12) return undefined
    // most values have no more decimals than those before them, and formatting each one takes time
    if (Math.abs(value) < 1e9 && Math.round(value * 10 ** decimals) / 10 ** decimals === value) continue
    const own = decimalsOf(value, most + 1)
    if (own > most || Math.abs(Number(value.toFixed(own)) - value) > 1e-9) return undefined
    decimals = Math.max(decimals, own)
  }
  return decimals
}

/** Decimals without trailing zeros, up to `most`. */
function decimalsOf(value: number, most: number): number {
  return (/\.(\d*?)0*$/.exec(value.toFixed(most))?.[1] ?? '').length
}
