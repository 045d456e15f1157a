import { useEffect, useEffectEvent } from 'react'
import { useEditor } from './editStore.ts'

/** Ctrl or Cmd with Z, Y and S; in fields only saving, since they have an undo of their own. */
export function useEditKeys(save: () => void): void {
  const editor = useEditor()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const target = event.target as Element
    const isField = target.closest('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]')
    if (document.querySelector('[role="dialog"]') || (isField && key !== 's')) return
    if (key === 's') {
      if (isField instanceof HTMLElement) isField.blur()
      save()
    } else if (key === 'z' && !event.shiftKey) editor.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) editor.redo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
