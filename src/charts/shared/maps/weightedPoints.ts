import type { QueryMetric } from '../../../model/query/queryObject.ts'
import type { DrawInput } from '../contract.ts'
import { readMetric } from '../groups.ts'
import { readOnce } from '../readOnce.ts'
import { readPositions, readSpatial } from './spatial.ts'
import { type Bounds, boundsOf } from './viewport.ts'

interface Form {
  spatial?: unknown
  size?: QueryMetric
}

/** The places of rows with their weights. */
export interface WeightedPoints {
  /** longitude and latitude in turn */
  positions: Float64Array
  weights: Float64Array
  bounds: Bounds | undefined
  /** rows without a place */
  missing: number
}

/** A row without a value, or with zero, counts once. */
export const readWeightedPoints = readOnce(
  ({ formData: form, data }: Pick<DrawInput<Form>, 'formData' | 'data' | 'datasource'>): WeightedPoints => {
    const [answer] = data
    const { values, missing } = readPositions(answer, readSpatial(form.spatial))
    const sizes = readMetric(answer, form.size)
    const rows = Array.from({ length: answer?.rowcount ?? 0 }, (_, row) => row).filter(
      (row) => !Number.isNaN(values[row * 2]!),
    )
    const positions = new Float64Array(rows.length * 2)
    const weights = new Float64Array(rows.length)
    for (const [at, row] of rows.entries()) {
      positions.set([values[row * 2]!, values[row * 2 + 1]!], at * 2)
      weights[at] = sizes[row] || 1
    }
    return { positions, weights, bounds: boundsOf(positions), missing }
  },
)
