import type { Viewport } from './viewport.ts'
import { placesIn } from './viewport.ts'
import type { WeightedPoints } from './weightedPoints.ts'

/** A picture of densities. */
export interface Raster {
  /** number of cells across and down */
  columns: number
  rows: number
  /** side of a cell in px */
  step: number
  /** from 0 to 1, line by line from the top */
  values: Float32Array
}

interface Options {
  /** radius around a point in px */
  radius: number
  /** factor of all densities */
  intensity: number
  /** whether densities are the mean of the weights instead of their sum */
  isMean: boolean
}

/** side of a cell of the picture in px */
const step = 3
/** A kernel ends at the radius, which is three standard deviations. */
const deviations = 3
/** The weights of points, spread around each by a normal distribution. The largest density of the picture is 1. */
export function heatRaster(
  { positions, weights }: Pick<WeightedPoints, 'positions' | 'weights'>,
  view: Viewport,
  size: { width: number; height: number },
  { radius, intensity, isMean }: Options,
): Raster {
  const reach = Math.max(1, Math.ceil(radius / step))
  const [columns, rows] = [Math.ceil(size.width / step), Math.ceil(size.height / step)]
  // points beyond the edge spread into the picture
  const [across, down] = [columns + 2 * reach, rows + 2 * reach]
  const [sums, counts] = [new Float32Array(across * down), new Float32Array(isMean ? across * down : 0)]
  const place = placesIn(view, size)
  // weights are divided by the largest one: sums of very large numbers would be infinite
  const largest = weights.reduce((found, weight) => Math.max(found, Math.abs(weight)), 0) || 1
  for (const [at, weight] of weights.entries()) {
    const [x, y] = place([positions[at * 2]!, positions[at * 2 + 1]!])
    const [column, row] = [Math.floor(x / step) + reach, Math.floor(y / step) + reach]
    if (column < 0 || row < 0 || column >= across || row >= down) continue
    sums[row * across + column]! += weight / largest
    if (isMean) counts[row * across + column]! += 1
  }
  const kernel = kernelOf(reach, isMean)
  const [spread, density] = [blur(sums, across, down, kernel), isMean ? blur(counts, across, down, kernel) : undefined]
  const values = new Float32Array(columns * rows)
  let most = 0
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const from = (row + reach) * across + column + reach
      // where less than a whole point is near, a mean fades out: its largest values are at the points, not between them
      const value = spread[from]! / Math.max(1, density?.[from] ?? 1)
      values[row * columns + column] = value
      if (value > most) most = value
    }
  }
  for (const [at, value] of values.entries()) {
    values[at] = most > 0 ? Math.min(1, Math.max(0, (value / most) * intensity)) : 0
  }
  return { columns, rows, step, values }
}

/**
 * A normal distribution up to its reach. For means, it is shifted to 0 at the reach: a mean does not decrease with the
 * distance, so the surface would otherwise end in a visible square.
 */
function kernelOf(reach: number, isMean: boolean): Float32Array {
  const bell = (distance: number) => Math.exp(-0.5 * (distance * deviations) ** 2)
  const rest = isMean ? bell(1) : 0
  return new Float32Array(2 * reach + 1).map((_, at) => (bell((at - reach) / reach) - rest) / (1 - rest))
}

/** Spreads each value along its row, then along its column. */
function blur(values: Float32Array, across: number, down: number, kernel: Float32Array): Float32Array {
  const between = spreadLines(values, { count: down, length: across, next: across, step: 1 }, kernel)
  return spreadLines(between, { count: across, length: down, next: 1, step: across }, kernel)
}

interface Lines {
  count: number
  length: number
  /** distance between the starts of lines */
  next: number
  /** distance between the values of a line */
  step: number
}

function spreadLines(values: Float32Array, lines: Lines, kernel: Float32Array): Float32Array {
  const spread = new Float32Array(values.length)
  const reach = (kernel.length - 1) / 2
  for (let line = 0; line < lines.count; line += 1) {
    const start = line * lines.next
    for (let at = 0; at < lines.length; at += 1) {
      const value = values[start + at * lines.step]!
      if (value === 0) continue
      const [from, to] = [Math.max(0, at - reach), Math.min(lines.length - 1, at + reach)]
      for (let place = from; place <= to; place += 1) {
        spread[start + place * lines.step]! += value * kernel[place - at + reach]!
      }
    }
  }
  return spread
}
