import { currentUser } from '../../../../api/bootstrap.ts'
import { type Draft, type KeptDraft, leftDrafts } from './leftDrafts.ts'

const prefix = `sextant.dashboardDraft.${currentUser.userId ?? 0}.`

/**
 * Keys of the editors of this window, by dashboard: each editor has its own, so that none overwrites another's draft.
 */
const own = new Map<number, string>()

/** A key for the drafts of a new editor. */
export const newDraftKey = (dashboardId: number) =>
  `${prefix}${dashboardId}.${[...crypto.getRandomValues(new Uint32Array(2))].join('')}`

/**
 * Takes a key for the editor of a dashboard, and holds a lock with that name while it is open, which tells other
 * windows that it is open.
 */
export function holdDraft(dashboardId: number, key: string): () => void {
  own.set(dashboardId, key)
  if (!('locks' in navigator)) return () => undefined
  const leaving = new AbortController()
  const closed = Promise.withResolvers<void>()
  navigator.locks.request(key, { signal: leaving.signal }, () => closed.promise).catch(() => undefined)
  return () => {
    closed.resolve()
    leaving.abort()
  }
}

export function keepDraft(dashboardId: number, draft: Draft): void {
  const key = own.get(dashboardId)
  if (key === undefined) return
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // if the storage is full, no draft is stored; the page still has all changes
  }
}

export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    return draft && [draft.document, draft.saved].every((each) => typeof each?.position === 'object')
      ? draft
      : undefined
  } catch {
    return undefined
  }
}

/** Deletes the draft of this window's own editor. */
export function dropDraft(dashboardId: number): void {
  const key = own.get(dashboardId)
  if (key !== undefined) forgetDraft(key)
}

/** Deletes a draft by its key. */
export function forgetDraft(key: string): void {
  localStorage.removeItem(key)
}

export const isKept = (key: string) => localStorage.getItem(key) !== null

export interface LeftDrafts {
  /** newest first */
  offered: KeptDraft[]
  /** keys of other editors of the dashboard that are open */
  living: string[]
}

/**
 * The drafts of a dashboard whose editors are closed; deletes surplus ones. A browser without locks cannot tell which
 * editors are open: there every other draft counts as left.
 */
export async function findLeftDrafts(dashboardId: number, ownKey: string): Promise<LeftDrafts> {
  const living = new Set(await livingEditors()).add(ownKey)
  const { offered, tooMany } = leftDrafts(keptDrafts(), dashboardId, living)
  for (const key of tooMany) forgetDraft(key)
  return {
    offered,
    living: [...living].filter((key) => key !== ownKey && key.startsWith(`${prefix}${dashboardId}.`)),
  }
}

async function livingEditors(): Promise<string[]> {
  if (!('locks' in navigator)) return []
  const { held = [] } = await navigator.locks.query()
  // a window that waits for an editor to close holds its lock for a moment, in shared mode
  return held.flatMap(({ name, mode }) => (name?.startsWith(prefix) && mode === 'exclusive' ? [name] : []))
}

/** Waits until the editor with a key is closed, for any reason. */
export const whenGone = (key: string, signal: AbortSignal): Promise<void> =>
  navigator.locks.request(key, { mode: 'shared', signal }, () => undefined)

/** Every draft of this user; those of earlier releases have no editor in their key. */
function keptDrafts(): KeptDraft[] {
  return Object.keys(localStorage).flatMap((key) => {
    const dashboardId = key.startsWith(prefix) ? Number.parseInt(key.slice(prefix.length), 10) : Number.NaN
    const draft = Number.isNaN(dashboardId) ? undefined : readDraft(key)
    return draft ? [{ key, dashboardId, draft }] : []
  })
}
