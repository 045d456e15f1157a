import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { nextEnabled, type SelectOption, type SelectValue, startingWith, typedAhead } from './options.ts'
import type { SelectBaseProps } from './selectProps.ts'
import type { OpenList } from './useOpenList.ts'
import type { SelectRows } from './useSelectRows.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/**
 * The keys of an open list, regardless of whether the focus is in its search field, in the list, or still on the
 * trigger.
 */
export function useSelectKeys<V extends SelectValue>(
  { multiple, chosen, onChosen }: SelectBaseProps<V>,
  { isOpen, setOpen, search, changeSearch, moveTo, awaitFirst, takesFirst }: OpenList<V>,
  { rows, activeIndex, firstFound, isWaiting }: SelectRows<V>,
  { isSearchable, choose }: { isSearchable: boolean; choose: (option: SelectOption) => void },
) {
  const ahead = useRef({ text: '', atMs: 0 })
  const takeFirst = useEffectEvent(() => {
    const row = takesFirst() ? rows[firstFound] : undefined
    if (row) choose(row)
  })
  useEffect(() => {
    if (!isWaiting) takeFirst()
  }, [isWaiting])

  function chooseActive() {
    const row = rows[activeIndex]
    if (row && !row.disabled) choose(row)
    else if (search.trim() !== '' && isWaiting) awaitFirst()
  }

  function typeAhead(event: KeyboardEvent) {
    ahead.current = typedAhead(ahead.current, event.key, event.timeStamp)
    const start = startingWith(rows, ahead.current.text)
    if (start >= 0) moveTo(start)
  }

  function onKeyDown(event: KeyboardEvent) {
    // the input method handles the keys of a word that is being composed
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      moveTo(nextEnabled(rows, activeIndex, step))
    } else if (event.key === 'Enter' || (event.key === ' ' && !isSearchable)) {
      event.preventDefault()
      chooseActive()
    } else if (event.key === 'Backspace' && search === '' && multiple && chosen.length > 0) {
      onChosen(chosen.slice(0, -1))
    } else if (event.key === 'Tab') setOpen(false)
    else if (!isSearchable && isLetter(event)) typeAhead(event)
  }

  /**
   * Handles keys of the list that are pressed while the trigger still has the focus: after the click that opens the
   * list, and before the list is focused.
   */
  function onTriggerKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // otherwise the surrounding dialog would close as well
      event.stopPropagation()
      setOpen(false)
    } else if (!isSearchable) onKeyDown(event)
    else if (isLetter(event)) {
      event.preventDefault()
      changeSearch((before) => before + event.key)
    } else if (event.key === 'Backspace' && search !== '') changeSearch((before) => before.slice(0, -1))
    else onKeyDown(event)
  }

  return { onKeyDown, onTriggerKeyDown }
}

/** Whether a key enters text. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey
