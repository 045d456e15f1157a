import { useRef, useState } from 'react'
import type { SelectValue } from './options.ts'
import type { SelectBaseProps } from './selectProps.ts'

/** A list while it is open: what was typed to search it, and where one is in it. */
export interface OpenList<V extends SelectValue> {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  search: string
  changeSearch: (next: string | ((before: string) => string)) => void
  /** the row that one went to; while there is none, a search points at its first match */
  movedTo: number | undefined
  moveTo: (index: number) => void
  /** Enter was pressed before the entries have come: it takes the first of them */
  awaitFirst: () => void
  /** whether Enter still waits for the first entry; it does not any more after this */
  takesFirst: () => boolean
  /** opened before its entries were here: it may grow long, and its search field does not wait for them */
  openedEmpty: boolean
  /** chosen entries go first when the list opens and keep their places while one picks */
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
