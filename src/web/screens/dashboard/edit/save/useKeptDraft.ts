import { useEffect } from 'react'
import { countChanges, type Editor, isDirty, useEditor } from '../editStore.ts'
import { dropDraft, keepDraft } from './draft.ts'

const DRAFT_DELAY_MS = 300

/** Keeps unsaved work in the browser while there is any. */
export function useKeptDraft(): void {
  const editor = useEditor()
  useEffect(() => {
    let timer = 0
    // a save takes the draft away, also of what was changed while it was on its way: both are watched
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

/** Keeps what is unsaved now; where all is saved, nothing is kept. */
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
