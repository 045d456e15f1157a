import type { Bounds } from '../fields.ts'
import type { Series } from './model.ts'

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

/** If the largest value is more than this many times the smallest, powers of ten are sufficient ticks. */
const closest = 30

/**
 * Ends and ticks of a log axis whose values are within about one power of ten: there, powers of ten would leave most of
 * the plot empty and unlabeled. undefined if powers of ten are sufficient. Configured ends do not change.
 */
export function logMarks(series: Pick<Series, 'values'>[], bounds: Bounds): LogMarks | undefined {
  const [smallest, largest] = positiveEnds(series)
  const [from, to] = [positive(bounds[0]) ?? smallest, positive(bounds[1]) ?? largest]
  if (!(from <= to) || !Number.isFinite(to) || to / from > closest) return undefined
  let found: LogMarks | undefined
  for (const rhythm of rhythms) {
    const steps = stepsAround(rhythm, from, to)
    const min = positive(bounds[0]) ?? steps.findLast((step) => step <= from)
    const max = positive(bounds[1]) ?? steps.find((step) => step >= to && step > (min ?? 0))
    if (min === undefined || max === undefined || min >= max) continue
    found = { min, max, marks: steps.filter((step) => step >= min && step <= max) }
    if (found.marks.length >= 3) break
  }
  return found
}

/** The smallest and the largest value that a log axis can show. */
export function positiveEnds(series: Pick<Series, 'values'>[]): [smallest: number, largest: number] {
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

export const positive = (bound: number | null): number | undefined => (bound !== null && bound > 0 ? bound : undefined)
