import type { ChartDatasource, StillInput } from '../contract.ts'
import { h } from '../svg/tree.ts'
import type { Aggregation } from './aggregates.ts'
import { bucketAt } from './buckets.ts'
import { type CellForm, cellHeights, cellSteps } from './cellColors.ts'
import type { Cell } from './cells.ts'
import { colorList } from './deck/rgba.ts'
import { stillColumns } from './stillColumns.ts'
import type { StillParts } from './stillMap.ts'
import type { Bounds } from './viewport.ts'

/** Cells in a picture. Their heights can be seen if the map is tilted. */
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
    position: 'br',
    marks: (ground) => {
      const { isExtruded, heightOf } = cellHeights(steps, { form: input.formData, bounds })
      const colorOf = ({ value }: Cell) => steps[bucketAt(steps, value)]?.color
      if (isExtruded) {
        const columns = cells.flatMap((cell) => {
          const color = colorOf(cell)
          return color === undefined ? [] : { area: [cell.outline], height: heightOf(cell), color: colorList(color) }
        })
        return stillColumns(columns, ground)
      }
      return cells.map((cell) => {
        const color = colorOf(cell) ?? 'none'
        return h('path', { d: ground.pathOf([cell.outline], true), fill: color, stroke: color })
      })
    },
  }
}
