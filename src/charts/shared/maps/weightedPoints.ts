import type { QueryMetric } from '../../../model/query/queryObject.ts'
import type { DrawInput } from '../contract.ts'
import { readMetric } from '../groups.ts'
import { readOnce } from '../readOnce.ts'
import { type Combined, readCombined } from './combined.ts'
import { readPositions, readSpatial } from './spatial.ts'
import { type Bounds, boundsOf } from './viewport.ts'

interface Form {
  spatial?: unknown
  size?: QueryMetric
}

/** The places of rows with their weights. */
export interface WeightedPoints {
  /** longitude and latitude, alternating */
  positions: Float64Array
  weights: Float64Array
  bounds: Bounds | undefined
  /** number of rows without a place */
  missing: number
  /** whether the rows are cells of the database, which have several points each */
  combined?: Combined
  /** number of points of each place, if the places are such cells */
  counts?: Float64Array
}

/** A row without a value, or with zero, has the weight 1. A cell of the database has the value of the metric in it. */
export const readWeightedPoints = readOnce(
  ({ formData: form, data }: Pick<DrawInput<Form>, 'formData' | 'data' | 'datasource'>): WeightedPoints => {
    const [answer] = data
    const { values, missing } = readPositions(answer, readSpatial(form.spatial))
    const combined = readCombined(answer)
    const sizes = readMetric(answer, form.size)
    const rows = Array.from({ length: answer?.rowcount ?? 0 }, (_, row) => row).filter(
      (row) => !Number.isNaN(values[row * 2]!),
    )
    const positions = new Float64Array(rows.length * 2)
    const weights = new Float64Array(rows.length)
    const counts = combined && Float64Array.from(rows, (row) => combined.counts[row]!)
    for (const [at, row] of rows.entries()) {
      positions.set([values[row * 2]!, values[row * 2 + 1]!], at * 2)
      weights[at] = combined ? (sizes[row] ?? 0) : sizes[row] || 1
    }
    return { positions, weights, bounds: boundsOf(positions), missing, ...(combined && { combined, counts }) }
  },
)
