import type { Bounds } from '../fields.ts'
import type { TimeseriesForm } from './formData.ts'
import type { Series } from './model.ts'
import type { Stacked } from './stack.ts'

export interface LogMarks {
  min: number
  max: number
  marks: number[]
}

/** First digits of the ticks, coarser ones first. */
const rhythms = [[1, 2, 5], multiples(1), multiples(0.5), multiples(0.2), multiples(0.1)]

function multiples(step: number): number[] {
  return Array.from({ length: Math.round(9 / step) }, (_none, index) => 1 + index * step)
}

/** The part of the axis that values have at least; else its coarsest ticks would leave too much of it empty. */
const leastFull = 0.4

/** If the largest value is more than this many times the smallest, powers of ten are sufficient ticks. */
const closest = 30

/** A long axis has ticks between its powers of ten, if there are few of them, and if the ticks have this distance in px. */
const fewPowers = 1000
const leastGap = 36

/**
 * Ends and ticks of a log axis whose values are within about one power of ten: there, powers of ten would leave most of
 * the plot empty and unlabeled. undefined if powers of ten are sufficient. Configured ends do not change. `length`: px
 * of the axis.
 */
export function logMarks([smallest, largest]: Ends, bounds: Bounds, length = 0): LogMarks | undefined {
  const [from, to] = [positive(bounds[0]) ?? smallest, positive(bounds[1]) ?? largest]
  if (!(from <= to && to / from <= fewPowers)) return undefined
  const isClose = to / from <= closest
  let found: LogMarks | undefined
  for (const rhythm of isClose ? rhythms : rhythms.slice(0, 1)) {
    const steps = stepsAround(rhythm, from, to)
    const min = positive(bounds[0]) ?? steps.findLast((step) => step <= from)
    const max = positive(bounds[1]) ?? steps.find((step) => step >= to && step > (min ?? 0))
    if (min === undefined || max === undefined || min >= max) continue
    const isFull = rhythm !== rhythms[0] || to / from >= (max / min) ** leastFull
    found = { min, max, marks: steps.filter((step) => step >= min && step <= max) }
    if (found.marks.length >= 3 && (isFull || !isClose)) break
  }
  return isClose || (found?.marks.length ?? 0) - 1 <= length / leastGap ? found : undefined
}

type Ends = [smallest: number, largest: number]

/** The ends of a log axis, the number of powers of ten between them, and its ticks if they are not powers of ten. */
export interface LogScale extends Partial<LogMarks> {
  decades: number
}

/** Without `logMarks`, a log axis starts at the power of ten below the smallest value. */
export function logScale(ends: Ends, bounds: Bounds, length: number): LogScale {
  const [low, high] = [Math.floor(Math.log10(ends[0])), Math.ceil(Math.log10(ends[1]))]
  const isEmpty = ends[0] > ends[1]
  const min = positive(bounds[0]) ?? (isEmpty ? undefined : 10 ** low)
  const max = positive(bounds[1])
  return { min, max, decades: isEmpty ? 1 : high - low, ...logMarks(ends, bounds, length) }
}

/** The scale of a log axis, from the smallest value or part of a stack to the largest value or total. */
export function logScaleOf(
  { stack, seriesType, area, orientation, y_axis_bounds }: TimeseriesForm,
  { series, totals }: Pick<Stacked, 'series' | 'totals'>,
  plot: { width: number; height: number },
): LogScale {
  const [smallest, largest] = positiveEnds(stack === null ? series : [...series, { values: totals }])
  // a bar or an area of the smallest value is visible only if the axis starts below it
  const isFilled = stack !== null || area || seriesType === 'bar'
  const length = orientation === 'horizontal' ? plot.width * 0.6 : plot.height
  return logScale([isFilled ? smallest * 0.99 : smallest, largest], y_axis_bounds, length)
}

/** The smallest and the largest value that a log axis can show; the smallest is infinite if there is none. */
export function positiveEnds(series: Pick<Series, 'values'>[]): Ends {
  let smallest = Number.POSITIVE_INFINITY
  let largest = 0
  for (const one of series) {
    for (const value of one.values) {
      if (value === null || value <= 0) continue
      if (value < smallest) smallest = value
      if (value > largest) largest = value
    }
  }
  return [smallest, largest]
}

function stepsAround(rhythm: number[], from: number, to: number): number[] {
  // one more power of ten on both sides, because logarithms are rounded
  const first = Math.floor(Math.log10(from)) - 1
  const last = Math.ceil(Math.log10(to)) + 1
  return Array.from({ length: last - first + 1 }, (_none, index) => first + index).flatMap((power) =>
    rhythm.map((step) => Number(`${step.toFixed(1)}e${power}`)),
  )
}

const positive = (bound: number | null): number | undefined => (bound !== null && bound > 0 ? bound : undefined)
