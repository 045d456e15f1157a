import { useEffect, useEffectEvent } from 'react'
import type { Explore } from './exploreContext.ts'

/** Undo and redo by keyboard; text fields have their own. */
export function useHistoryKeys({ dispatch }: Pick<Explore, 'dispatch'>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (!isRedo && key !== 'z') return
    if (
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, [contenteditable], [role="dialog"]')
    )
      return
    event.preventDefault()
    dispatch({ type: isRedo ? 'redone' : 'undone' })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
