import { type KeptDraft, leftDrafts } from './leftDrafts.ts'
import { areDraftsStopped, type DraftKind, draftPrefix, resumeDrafts } from './ownDrafts.ts'

export interface LeftDrafts<Draft> {
  /** newest first */
  offered: KeptDraft<Draft>[]
  /** keys of other editors of the subject that are open */
  living: string[]
}

export interface DraftStore<Draft> {
  /** The key of an editor's draft: each editor has its own, so that none overwrites another's. */
  keyOf: (subject: string, editor: string) => string
  /**
   * Holds a lock with the name of the key, so that other windows know that its editor is open. Returns a function that
   * releases the lock.
   */
  hold: (key: string) => () => void
  keep: (key: string, draft: Draft) => void
  read: (key: string) => Draft | undefined
  forget: (key: string) => void
  /**
   * The drafts of a subject whose editors are closed; deletes surplus ones. A browser without locks cannot tell which
   * editors are open: all other drafts are then treated as drafts of closed editors. Rejects if the browser forbids
   * access to its storage.
   */
  left: (subject: string, ownKey: string) => Promise<LeftDrafts<Draft>>
  /** Waits until the editor with a key is closed, for any reason. */
  whenGone: (key: string, signal: AbortSignal) => Promise<void>
}

/** Undefined on pages that are served over plain HTTP by another computer. */
const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks ?? undefined

export const newEditorId = (): string => [...crypto.getRandomValues(new Uint32Array(2))].join('')

/**
 * Unsaved work of one user, stored in the browser, so that a crashed or closed tab loses nothing. Other users of this
 * browser do not see it, and signing out deletes it, including that of other windows; an expired session does not.
 * `isDraft` validates the stored value.
 */
export function draftStore<Draft extends { keptAt: number }>(
  kind: DraftKind,
  isDraft: (stored: Partial<Draft>) => boolean,
): DraftStore<Draft> {
  const prefix = draftPrefix(kind)
  const startOf = (subject: string) => `${prefix}${subject}.`

  function read(key: string): Draft | undefined {
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
      return stored !== null && typeof stored === 'object' && isDraft(stored) ? stored : undefined
    } catch {
      return undefined
    }
  }

  const kept = (): KeptDraft<Draft>[] =>
    Object.keys(localStorage).flatMap((key) => {
      if (!key.startsWith(prefix)) return []
      const draft = read(key)
      const name = key.slice(prefix.length)
      // drafts of earlier releases have no editor in their key
      const subject = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name
      return draft ? [{ key, subject, draft }] : []
    })

  async function livingEditors(): Promise<string[]> {
    const { held = [] } = (await locks()?.query()) ?? {}
    // a window that waits for an editor to close holds that editor's lock for a moment, in shared mode
    return held.flatMap(({ name, mode }) => (name?.startsWith(prefix) && mode === 'exclusive' ? [name] : []))
  }

  return {
    keyOf: (subject, editor) => startOf(subject) + editor,
    hold(key) {
      const leaving = new AbortController()
      const closed = Promise.withResolvers<void>()
      locks()
        ?.request(key, { signal: leaving.signal }, () => closed.promise)
        .catch(() => undefined)
      return () => {
        closed.resolve()
        leaving.abort()
      }
    },
    keep(key, draft) {
      try {
        if (areDraftsStopped()) return
        // this window was opened after signing out: the user has signed in again, and other windows may store drafts,
        // too
        resumeDrafts()
        localStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // if the storage is full, no draft is stored; the page still has all changes
      }
    },
    read,
    forget(key) {
      try {
        localStorage.removeItem(key)
      } catch {
        // a browser that does not allow access to its storage has no drafts
      }
    },
    async left(subject, ownKey) {
      const living = new Set(await livingEditors()).add(ownKey)
      const { offered, tooMany } = leftDrafts(kept(), subject, living)
      for (const key of tooMany) localStorage.removeItem(key)
      return { offered, living: [...living].filter((key) => key !== ownKey && key.startsWith(startOf(subject))) }
    },
    whenGone: async (key, signal) => locks()?.request(key, { mode: 'shared', signal }, () => undefined),
  }
}
