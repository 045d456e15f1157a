import type { ChartComponentProps } from '../shared/contract.ts'
import { drillContext, headerMask } from './crossFilter.ts'
import type { PivotForm } from './formData.ts'
import type { Side } from './layout.ts'
import { groupKey, type HeaderCell, headersOf } from './lines.ts'
import type { ShownPivot, SideName } from './shown.ts'
import type { Position } from './useGridCursor.ts'

interface Input {
  props: ChartComponentProps<PivotForm> & { shown: ShownPivot }
  rows: Side
  columns: Side
  collapsed: Record<SideName, ReadonlySet<string>>
  setCollapsed: (collapsed: Record<SideName, ReadonlySet<string>>) => void
}

/** The actions of readers on the headers and cells of a pivot table. */
export function headerActions({ props, rows, columns, collapsed, setCollapsed }: Input) {
  const { formData: form, shown } = props
  const toggle = (header: HeaderCell, side: SideName, opens = header.isCollapsed) => {
    if (!header.canCollapse || opens !== header.isCollapsed) return header.canCollapse
    const key = groupKey(header.node, header.metric)
    const keys = new Set(collapsed[side])
    if (opens) keys.delete(key)
    else keys.add(key)
    setCollapsed({ ...collapsed, [side]: keys })
    return true
  }
  const maskOf = (header: HeaderCell, side: SideName) => {
    if (header.kind !== 'key' || !props.onDataMask) return null
    const text = shown.headerText(header, side)
    return headerMask(form, props.filterState, shown.dimensionOf(header, side), header.node.key, text)
  }
  return {
    /** The header at a position outside the cells. */
    headerAt({ row, column }: Position): { header: HeaderCell; side: SideName } | undefined {
      const side = row < 0 ? columns : rows
      const index = row < 0 ? column : row
      const level = side.levels + (row < 0 ? row : column)
      const line = side.lines[index]
      if (!line || row < 0 === column < 0) return undefined
      const header = headersOf(line, side.tree, side.options).find(
        (each) => level >= each.level && level < each.level + each.span,
      )
      return header && { header: { ...header, from: index, lines: 1 }, side: row < 0 ? 'columns' : 'rows' }
    },
    /** Expands or collapses the group of a header. Returns false if the header has no group to collapse. */
    toggle,
    choose(header: HeaderCell, side: SideName) {
      const mask = maskOf(header, side)
      if (mask) props.onDataMask?.(mask)
      else toggle(header, side)
    },
    openHeaderMenu(header: HeaderCell, side: SideName, x: number, y: number) {
      const by = header.kind === 'key' ? shown.dimensionOf(header, side) : undefined
      const [row, column] = side === 'rows' ? [header.node, undefined] : [undefined, header.node]
      const drill = drillContext(form, shown.pivot, row, column, by)
      const label = shown.headerText(header, side)
      props.onMarkContextMenu?.({ mask: maskOf(header, side), drill, label, isText: true, x, y })
    },
    openCellMenu(row: number, column: number, x: number, y: number) {
      const [line, head] = [rows.lines[row], columns.lines[column]]
      if (!line || !head) return
      const drill = drillContext(form, shown.pivot, line.node, head.node)
      props.onMarkContextMenu?.({ mask: null, drill, label: shown.cellText(line, head), isText: true, x, y })
    },
  }
}

export type HeaderActions = ReturnType<typeof headerActions>
