import { bootstrap, currentUser } from '../api/bootstrap.ts'

const kinds = ['chart', 'dashboard', 'sqlLab'] as const
export type DraftKind = (typeof kinds)[number]

/** The start of the keys of the drafts of a kind that belong to the signed-in user. */
export const draftPrefix = (kind: DraftKind): string =>
  // who views as another user is the author of drafts
  `sextant.${kind}Draft.${bootstrap.viewer?.userId ?? currentUser.userId ?? 0}.`

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
