import { useEffect } from 'react'
import { countChanges, type Editor, isDirty, useEditor } from '../editStore.ts'
import { dropDraft, keepDraft } from './draft.ts'

const DRAFT_DELAY_MS = 300

/** Stores unsaved changes in the browser while there are any. */
export function useKeptDraft(): void {
  const editor = useEditor()
  useEffect(() => {
    let timer = 0
    // A save deletes the draft, even if changes were made during the save. Watching both documents stores those changes
    // as a draft again.
    const look = () => ({ document: editor.document(), saved: editor.store.getState().saved })
    let seen = look()
    const unsubscribe = editor.store.subscribe(() => {
      const now = look()
      if (now.document === seen.document && now.saved === seen.saved) return
      seen = now
      window.clearTimeout(timer)
      timer = window.setTimeout(() => keepDraftOf(editor), DRAFT_DELAY_MS)
    })
    return () => {
      window.clearTimeout(timer)
      unsubscribe()
    }
  }, [editor])
}

/** Stores the unsaved changes; if everything is saved, nothing is stored. */
export function keepDraftOf(editor: Editor): void {
  const state = editor.store.getState()
  const { id } = editor.session.item
  if (!isDirty(state)) return dropDraft(id)
  keepDraft(id, {
    keptAt: Date.now(),
    version: state.version,
    saved: state.saved,
    document: state.history.present,
    changes: countChanges(state),
  })
}
