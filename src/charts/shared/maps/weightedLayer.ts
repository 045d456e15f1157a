import type { QueryMetric } from '../../../model/query/queryObject.ts'
import type { Aggregation } from './aggregates.ts'
import { type CellForm, cellLayer, cellSteps } from './cellColors.ts'
import type { Cell } from './cells.ts'
import type { LayerInput, MakeLayer, MapLayer } from './mapLayer.ts'
import { readSpatial } from './spatial.ts'
import { readWeightedPoints, type WeightedPoints } from './weightedPoints.ts'
import { weightedTexts } from './weightedTexts.ts'

interface WeightedForm {
  spatial?: unknown
  size?: QueryMetric
}

/** The layer of a chart that combines points. */
export const weightedLayer =
  <F extends WeightedForm>(
    make: (
      points: WeightedPoints,
      input: LayerInput<F>,
      hidden: ReadonlySet<string>,
    ) => Omit<MapLayer, 'bounds' | 'missing'>,
  ): MakeLayer<F> =>
  (input, hidden) => {
    const points = readWeightedPoints(input)
    if (readSpatial(input.formData.spatial) === undefined) return weightedTexts.needsPlaces
    if (points.bounds === undefined) return weightedTexts.needsRows
    const { bounds, missing, combined } = points
    return { ...make(points, input, hidden), bounds, missing, ...(combined && { combined }) }
  }

/** A layer of cells that are colored by the points inside. */
export function coloredCells(
  cells: readonly Cell[],
  input: LayerInput<CellForm>,
  { bounds, by, hidden }: { bounds: MapLayer['bounds']; by: Aggregation; hidden: ReadonlySet<string> },
): Omit<MapLayer, 'bounds' | 'missing'> {
  const steps = cellSteps(cells, input, by)
  return {
    layers: [cellLayer(cells, steps, { form: input.formData, bounds, hidden })],
    // high columns reach into the upper corners
    legend: { position: 'br', isRange: true, entries: steps },
    cells: { by },
  }
}
