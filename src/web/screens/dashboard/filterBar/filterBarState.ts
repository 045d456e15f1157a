import { create } from 'zustand'

export const MIN_WIDTH = 260
const DEFAULT_WIDTH = 260
export const MAX_WIDTH = 550
const WIDTH_KEY = 'sextant.filterBar.width'

interface FilterBarState {
  width: number
  /** undefined: the user has not chosen; open if there are filters */
  isOpen: boolean | undefined
  /** whether the sheet on a phone is open */
  isSheetOpen: boolean
  showsOutOfSight: boolean
}

export const clampWidth = (width: number) => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)))

/** The user's state of the filter bar; its width is stored in this browser. */
export const useFilterBar = create<FilterBarState>(() => ({
  width: clampWidth(Number(localStorage.getItem(WIDTH_KEY)) || DEFAULT_WIDTH),
  isOpen: undefined,
  isSheetOpen: false,
  showsOutOfSight: false,
}))

export function setWidth(width: number): void {
  const next = clampWidth(width)
  localStorage.setItem(WIDTH_KEY, String(next))
  useFilterBar.setState({ width: next })
}
