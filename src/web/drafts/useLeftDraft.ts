import { useEffect, useState } from 'react'
import type { DraftStore } from './draftStore.ts'
import type { KeptDraft } from './leftDrafts.ts'

export interface LeftDraft<Draft> {
  draft: Draft
  /** deletes the draft, and offers an older one */
  forget: () => void
  /** deletes the draft, because this editor continues it as its own; no other draft is offered */
  take: () => Draft
}

/**
 * The newest draft of an earlier, closed editor of the subject, until it is discarded or restored. Holds `ownKey` while
 * the component is mounted.
 */
export function useLeftDraft<Draft>(
  store: DraftStore<Draft>,
  subject: string,
  ownKey: string,
): LeftDraft<Draft> | undefined {
  const [left, setLeft] = useState<readonly KeptDraft<Draft>[]>([])
  const [isTaken, setIsTaken] = useState(false)

  useEffect(() => store.hold(ownKey), [store, ownKey])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const watched = new Set<string>()
    async function look(): Promise<void> {
      const { offered, living } = await store.left(subject, ownKey)
      if (signal.aborted) return
      setLeft(offered)
      for (const key of living) {
        if (watched.has(key)) continue
        watched.add(key)
        store.whenGone(key, signal).then(tryToLook, () => undefined)
      }
    }
    // a browser that does not allow access to its storage offers nothing
    const tryToLook = () => void look().catch(() => undefined)
    tryToLook()
    // another window restored or discarded a draft, or, in a browser without locks, saved its changes
    const check = () => setLeft((now) => now.filter(({ key }) => store.read(key) !== undefined))
    window.addEventListener('storage', check, { signal })
    return () => leaving.abort()
  }, [store, subject, ownKey])

  const [first] = left
  if (!first || isTaken) return undefined
  return {
    draft: first.draft,
    forget() {
      store.forget(first.key)
      setLeft((now) => now.filter(({ key }) => key !== first.key))
    },
    take() {
      const draft = store.read(first.key) ?? first.draft
      store.forget(first.key)
      setIsTaken(true)
      return draft
    },
  }
}
