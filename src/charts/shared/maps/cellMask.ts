import type { DataMask } from '../../../model/dashboard/dataMask.ts'
import { clearedMask } from '../crossFilter.ts'
import { type AreaColumns, areaOf, maskWith } from './areaFilter.ts'
import { boxOfCell, type Cell } from './cells.ts'
import { cellFilters } from './combined.ts'

/** The mask for the rows of a square cell, or of the box around another cell. */
export function cellMask(columns: AreaColumns, cell: Cell): DataMask {
  const box = boxOfCell(cell)
  return maskWith(box, cellFilters(columns, box))
}

/** A second click on a cell removes the filter. */
export const toggledMask = (mask: DataMask, filterState: DataMask['filterState']): DataMask =>
  String(areaOf(filterState)) === String(areaOf(mask.filterState)) ? clearedMask : mask
