import { useRef, useState } from 'react'
import type { SelectValue } from './options.ts'
import type { SelectBaseProps } from './selectProps.ts'

/** The state of an open list: the search text and the active row. */
export interface OpenList<V extends SelectValue> {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  search: string
  changeSearch: (next: string | ((before: string) => string)) => void
  /** the active row; without one, the first match of a search is active */
  movedTo: number | undefined
  moveTo: (index: number) => void
  /** called if Enter is pressed before the entries have loaded: it then selects the first of them */
  awaitFirst: () => void
  /** returns whether Enter still waits for the first entry; resets the flag */
  takesFirst: () => boolean
  /**
   * whether the list was opened before its entries were loaded: it may become long, so its search field is shown at
   * once
   */
  openedEmpty: boolean
  /** selected entries are first when the list opens, and keep their positions while the user selects */
  chosenAtOpen: readonly V[]
}

export function useOpenList<V extends SelectValue>(props: SelectBaseProps<V>): OpenList<V> {
  const { chosen, multiple } = props
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [movedTo, setMovedTo] = useState<number>()
  const [openedEmpty, setOpenedEmpty] = useState(false)
  const [chosenAtOpen, setChosenAtOpen] = useState<readonly V[]>([])
  const isFirstAwaited = useRef(false)

  function changeSearch(next: string | ((before: string) => string)) {
    setSearch(next)
    setMovedTo(undefined)
    isFirstAwaited.current = false
  }

  function setOpen(next: boolean) {
    if (next && props.disabled) return
    setIsOpen(next)
    setOpenedEmpty(next && props.loading === true)
    changeSearch('')
    setChosenAtOpen(next ? chosen : [])
    setMovedTo(next && !multiple && chosen.length > 0 ? 0 : undefined)
  }

  return {
    isOpen,
    setOpen,
    search,
    changeSearch,
    movedTo,
    moveTo: setMovedTo,
    awaitFirst: () => {
      isFirstAwaited.current = true
    },
    takesFirst: () => {
      const isAwaited = isFirstAwaited.current
      isFirstAwaited.current = false
      return isAwaited
    },
    openedEmpty,
    chosenAtOpen,
  }
}
