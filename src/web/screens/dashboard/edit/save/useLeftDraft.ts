import { useEffect, useState } from 'react'
import { findLeftDrafts, forgetDraft, holdDraft, isKept, newDraftKey, readDraft, whenGone } from './draft.ts'
import type { Draft, KeptDraft } from './leftDrafts.ts'

export interface LeftDraft {
  draft: Draft
  /** it is deleted, and an older one is offered */
  forget: () => void
  /** it continues as the draft of this editor; no other one is offered */
  take: () => Draft
}

/** The draft of an earlier, closed editor of the dashboard, until it is restored or discarded. */
export function useLeftDraft(dashboardId: number): LeftDraft | undefined {
  const [ownKey] = useState(() => newDraftKey(dashboardId))
  const [left, setLeft] = useState<readonly KeptDraft[]>([])
  const [isTaken, setIsTaken] = useState(false)

  useEffect(() => holdDraft(dashboardId, ownKey), [dashboardId, ownKey])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const watched = new Set<string>()
    async function look(): Promise<void> {
      const { offered, living } = await findLeftDrafts(dashboardId, ownKey)
      if (signal.aborted) return
      setLeft(offered)
      for (const key of living) {
        if (watched.has(key)) continue
        watched.add(key)
        whenGone(key, signal).then(tryToLook, () => undefined)
      }
    }
    // a browser that does not allow access to its storage offers nothing
    const tryToLook = () => void look().catch(() => undefined)
    tryToLook()
    // another window restored or discarded it, or, in a browser without locks, saved it
    window.addEventListener('storage', () => setLeft((now) => now.filter(({ key }) => isKept(key))), { signal })
    return () => leaving.abort()
  }, [dashboardId, ownKey])

  const [first] = left
  if (!first || isTaken) return undefined
  const { key } = first
  return {
    draft: first.draft,
    forget() {
      forgetDraft(key)
      setLeft((now) => now.filter((each) => each.key !== key))
    },
    take() {
      const draft = readDraft(key) ?? first.draft
      forgetDraft(key)
      setIsTaken(true)
      return draft
    },
  }
}
