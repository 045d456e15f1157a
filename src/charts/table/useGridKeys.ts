import { type KeyboardEvent, useId, useRef, useState } from 'react'

interface Options {
  rowCount: number
  columnCount: number
  /** number of rows that Page Up and Page Down move by */
  pageRows: number
  scrollTo: (row: number, column: number) => void
  onChoose: (row: number, column: number) => void
  onMenu: (row: number, column: number, x: number, y: number) => void
}

/** A grid has one tab stop; arrow keys move between its cells, Enter selects, the menu key opens the cell's menu. */
export function useGridKeys({ rowCount, columnCount, pageRows, scrollTo, onChoose, onMenu }: Options) {
  const id = useId()
  const ref = useRef<HTMLTableElement>(null)
  const [position, setPosition] = useState({ row: 0, column: 0 })
  const [isFocused, setIsFocused] = useState(false)
  const row = Math.min(position.row, rowCount - 1)
  const column = Math.min(position.column, columnCount - 1)
  const cellId = (atRow: number, atColumn: number) => `${id}-${atRow}-${atColumn}`

  function moveTo(toRow: number, toColumn: number) {
    const next = {
      row: Math.max(0, Math.min(rowCount - 1, toRow)),
      column: Math.max(0, Math.min(columnCount - 1, toColumn)),
    }
    setPosition(next)
    scrollTo(next.row, next.column)
  }

  function openMenu() {
    const box = document.getElementById(cellId(row, column))?.getBoundingClientRect()
    if (box) onMenu(row, column, box.left + 12, box.bottom)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    // buttons in the header handle their own keys
    if (event.target !== event.currentTarget || rowCount === 0) return
    const actions: Record<string, () => void> = {
      ArrowDown: () => moveTo(row + 1, column),
      ArrowUp: () => moveTo(row - 1, column),
      ArrowRight: () => moveTo(row, column + 1),
      ArrowLeft: () => moveTo(row, column - 1),
      PageDown: () => moveTo(row + pageRows, column),
      PageUp: () => moveTo(row - pageRows, column),
      Home: () => moveTo(event.ctrlKey ? 0 : row, 0),
      End: () => moveTo(event.ctrlKey ? rowCount - 1 : row, columnCount - 1),
      Enter: () => onChoose(row, column),
      ' ': () => onChoose(row, column),
      ContextMenu: openMenu,
      ...(event.shiftKey && { F10: openMenu }),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return {
    ref,
    cellId,
    isActive: (atRow: number, atColumn: number) => isFocused && atRow === row && atColumn === column,
    /** a click moves the cursor to its cell */
    activate: (atRow: number, atColumn: number) => setPosition({ row: atRow, column: atColumn }),
    gridProps: {
      role: 'grid',
      tabIndex: 0,
      'aria-activedescendant': isFocused && rowCount > 0 ? cellId(row, column) : undefined,
      onKeyDown,
      onFocus: (event: { target: EventTarget; currentTarget: EventTarget }) =>
        setIsFocused(event.target === event.currentTarget),
      onBlur: () => setIsFocused(false),
    },
  } as const
}
