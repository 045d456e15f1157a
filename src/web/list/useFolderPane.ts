import { useState } from 'react'
import { useIsPhone } from '../ui/useIsPhone.ts'
import type { ListState } from './listState.ts'

const storageKey = 'sextant.folders'

export interface FolderPaneState {
  isOpen: boolean
  /** whether it covers the list, on phones */
  isNarrow: boolean
  /** the shown folder; undefined: all objects */
  selected: number | undefined
  onSelect: (id: number | undefined) => void
  onToggle: () => void
}

/**
 * Whether the pane of folders is open: closed by default, and stored for all lists. Next to a list it is open while a
 * folder is selected, so that the list never leaves out objects silently; closing it shows all objects.
 */
export function useFolderPane({ filters }: ListState, change: (change: Partial<ListState>) => void): FolderPaneState {
  const [isChosen, setIsChosen] = useState(() => localStorage.getItem(storageKey) === 'open')
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const isNarrow = useIsPhone()
  const { folder, ...others } = filters
  const selected = typeof folder === 'number' ? folder : undefined
  const isOpen = isNarrow ? isDrawerOpen : isChosen || selected !== undefined
  return {
    isOpen,
    isNarrow,
    selected,
    onSelect(id) {
      change({ filters: id === undefined ? others : { ...others, folder: id } })
      setIsDrawerOpen(false)
    },
    onToggle() {
      if (isNarrow) {
        setIsDrawerOpen(!isDrawerOpen)
        return
      }
      localStorage.setItem(storageKey, isOpen ? 'closed' : 'open')
      setIsChosen(!isOpen)
      if (isOpen && selected !== undefined) change({ filters: others })
    },
  }
}
