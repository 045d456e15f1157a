import type { HeaderActions } from './headerActions.ts'
import type { CursorOptions } from './useGridCursor.ts'
import { type PivotWindow, rowHeight } from './usePivotWindow.ts'

/** The keyboard actions in a pivot table whose height in px is `height`. */
export function cursorOptions(visible: PivotWindow, actions: HeaderActions, height: number): CursorOptions {
  const { rows, columns } = visible
  const { headerAt, choose, toggle, openHeaderMenu, openCellMenu } = actions
  return {
    rows: rows.lines.length,
    columns: columns.lines.length,
    headRows: columns.levels,
    headColumns: rows.levels,
    pageRows: Math.max(1, Math.floor((height - visible.headHeight) / rowHeight) - 1),
    cellAt(position) {
      if (position.row >= 0 && position.column >= 0) return `c${position.row}-${position.column}`
      const found = headerAt(position)
      return found ? `${found.side}${found.header.level}-${found.header.id}` : `corner${position.column}`
    },
    scrollTo: ({ row, column }) => visible.scrollTo(row, column),
    onChoose(position) {
      const found = headerAt(position)
      if (found) choose(found.header, found.side)
    },
    onToggle(position, opens) {
      const found = headerAt(position)
      return found ? toggle(found.header, found.side, opens) : false
    },
    onMenu(position, x, y) {
      const found = headerAt(position)
      if (found) openHeaderMenu(found.header, found.side, x, y)
      else openCellMenu(position.row, position.column, x, y)
    },
  }
}
