import type { ChartDatasource, StillInput } from '../contract.ts'
import { h } from '../svg/tree.ts'
import type { Aggregation } from './aggregates.ts'
import { bucketAt } from './buckets.ts'
import { type CellForm, cellSteps } from './cellColors.ts'
import type { Cell } from './cells.ts'
import type { StillParts } from './stillMap.ts'
import type { Bounds } from './viewport.ts'

/** Cells in a picture, seen from above. */
export function stillCells(
  input: Pick<StillInput<CellForm>, 'formData' | 'theme'> & { datasource: ChartDatasource },
  cells: readonly Cell[],
  { bounds, by }: { bounds: Bounds; by: Aggregation },
): StillParts {
  const steps = cellSteps(cells, input, by)
  return {
    bounds,
    names: steps,
    isRange: true,
    marks: ({ pathOf }) =>
      cells.map(({ outline, value }) => {
        const color = steps[bucketAt(steps, value)]?.color ?? 'none'
        return h('path', { d: pathOf([outline], true), fill: color, stroke: color })
      }),
  }
}
