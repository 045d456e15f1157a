import { useEffect, useEffectEvent } from 'react'
import { useListedKeys } from '../../../shell/shortcuts.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { copySelected, duplicate, pasteCopied } from './copying.ts'
import { useEditor } from './editStore.ts'

const texts = defineTexts('dashboard.edit.keys', {
  group: 'Editing',
  save: 'Save the dashboard',
  undo: 'Undo the action',
  redo: 'Redo the action',
  lift: 'Pick up or drop the focused component',
  remove: 'Remove the focused component',
  copy: 'Copy the selected component',
  paste: 'Paste the copied component',
  duplicate: 'Duplicate the selected component',
})

/** Ctrl or Cmd with Z, Y, S, C, V and D. In fields only S, because fields have their own undo and clipboard. */
export function useEditKeys(save: () => void): void {
  const editor = useEditor()
  const t = useText()
  const group = t(texts.group)
  useListedKeys({ keys: 'mod+s', label: t(texts.save), group })
  useListedKeys({ keys: 'mod+z', label: t(texts.undo), group })
  useListedKeys({ keys: 'mod+y', label: t(texts.redo), group })
  useListedKeys({ keys: 'Space', label: t(texts.lift), group })
  useListedKeys({ keys: 'Del', label: t(texts.remove), group })
  useListedKeys({ keys: 'mod+c', label: t(texts.copy), group })
  useListedKeys({ keys: 'mod+v', label: t(texts.paste), group })
  useListedKeys({ keys: 'mod+d', label: t(texts.duplicate), group })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const target = event.target as Element
    const isField = target.closest('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]')
    // a dialog that is closing no longer receives keys
    if (document.querySelector('[role="dialog"]:not([data-closed])') || (isField && key !== 's')) return
    if (key === 's') {
      if (isField instanceof HTMLElement) isField.blur()
      save()
    } else if (key === 'z' && !event.shiftKey) editor.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) editor.redo()
    else if (key === 'd') {
      const { selectedId } = editor.store.getState()
      if (selectedId === undefined) return
      duplicate(editor, selectedId)
    } else if (key === 'c') {
      // selected text is copied by the browser
      if (getSelection()?.toString() || !copySelected(editor)) return
    } else if (key !== 'v' || !pasteCopied(editor)) return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
