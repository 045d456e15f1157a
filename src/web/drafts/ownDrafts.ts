import { bootstrap, currentUser } from '../api/bootstrap.ts'

const kinds = ['chart', 'dashboard', 'sqlLab'] as const
export type DraftKind = (typeof kinds)[number]

// while an administrator views the product as another user, drafts are the administrator's
const author = (): number => bootstrap.viewer?.userId ?? currentUser.userId ?? 0

/** The prefix of the keys of the signed-in user's drafts of one kind. */
export const draftPrefix = (kind: DraftKind): string => `sextant.${kind}Draft.${author()}.`

/** The key for the time, epoch ms, at which the user signed out in this browser. */
const signOutKey = (): string => `sextant.signedOut.${author()}`

/** Makes windows that were opened earlier stop storing drafts. */
export function stopDrafts(): void {
  try {
    localStorage.setItem(signOutKey(), String(Date.now()))
  } catch {
    // there are no drafts, or the storage is filled with other data
  }
}

/** Lets windows store drafts again. Called when the user of this window has signed in again. */
export function resumeDrafts(): void {
  try {
    localStorage.removeItem(signOutKey())
  } catch {
    // there are no drafts
  }
}

/** Whether the user has signed out since this window was opened. */
export const areDraftsStopped = (): boolean => Number(localStorage.getItem(signOutKey())) > performance.timeOrigin

function ownKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => kinds.some((kind) => key.startsWith(draftPrefix(kind))))
  } catch {
    // a browser that does not allow access to its storage has no drafts
    return []
  }
}

/** Whether this browser stores unsaved work of the signed-in user. */
export const hasDrafts = (): boolean => ownKeys().length > 0

export function deleteDrafts(): void {
  for (const key of ownKeys()) localStorage.removeItem(key)
}
