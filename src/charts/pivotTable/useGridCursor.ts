import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'

/** A position in the grid. Negative numbers are headers: row -1 is the innermost level of column headers. */
export interface Position {
  row: number
  column: number
}

export interface CursorOptions {
  rows: number
  columns: number
  headRows: number
  headColumns: number
  /** number of rows that Page Up and Page Down move by */
  pageRows: number
  /** a string that is the same for all positions within one cell */
  cellAt: (position: Position) => string
  scrollTo: (position: Position) => void
  onChoose: (position: Position) => void
  /** expands or collapses the group of a header; undefined: toggles it */
  onToggle: (position: Position, opens?: boolean) => boolean
  onMenu: (position: Position, x: number, y: number) => void
}

/** A grid with one tab stop: arrow keys move between its cells and headers. */
export function useGridCursor(options: CursorOptions) {
  const { rows, columns, headRows, headColumns, cellAt } = options
  const id = useId()
  const ref = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<Position>({ row: 0, column: 0 })
  const [isFocused, setIsFocused] = useState(false)
  const position = { row: clamp(at.row, -headRows, rows - 1), column: clamp(at.column, -headColumns, columns - 1) }
  const idOf = useCallback((cell: string) => `${id}${cell}`, [id])
  const active = cellAt(position)

  function moveTo(next: Position) {
    const target = { row: clamp(next.row, -headRows, rows - 1), column: clamp(next.column, -headColumns, columns - 1) }
    setAt(target)
    options.scrollTo(target)
  }

  /** Moves to the next cell in this direction. */
  function step(rowBy: number, columnBy: number) {
    let next = position
    do {
      next = { row: next.row + rowBy, column: next.column + columnBy }
      if (next.row < -headRows || next.row >= rows || next.column < -headColumns || next.column >= columns) return
    } while (cellAt(next) === active)
    moveTo(next)
  }

  function openMenu() {
    const box = document.getElementById(idOf(active))?.getBoundingClientRect()
    if (box) options.onMenu(position, box.left + 12, box.bottom)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    if (event.target !== event.currentTarget || rows === 0) return
    const actions: Record<string, () => void> = {
      ArrowDown: () => step(1, 0),
      ArrowUp: () => step(-1, 0),
      ArrowRight: () => step(0, 1),
      ArrowLeft: () => step(0, -1),
      PageDown: () => moveTo({ ...position, row: position.row + options.pageRows }),
      PageUp: () => moveTo({ ...position, row: position.row - options.pageRows }),
      Home: () => moveTo({ row: event.ctrlKey ? 0 : position.row, column: 0 }),
      End: () => moveTo({ row: event.ctrlKey ? rows - 1 : position.row, column: columns - 1 }),
      Enter: () => options.onChoose(position),
      ' ': () => void (options.onToggle(position) || options.onChoose(position)),
      '+': () => void options.onToggle(position, true),
      '-': () => void options.onToggle(position, false),
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
    idOf,
    active: isFocused ? active : undefined,
    /** moves the cursor to the clicked cell */
    activate: setAt,
    gridProps: {
      role: 'grid',
      tabIndex: 0,
      'aria-activedescendant': isFocused && rows > 0 ? idOf(active) : undefined,
      onKeyDown,
      onFocus: (event: { target: EventTarget; currentTarget: EventTarget }) =>
        setIsFocused(event.target === event.currentTarget),
      onBlur: () => setIsFocused(false),
    },
  } as const
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
