import type { DashboardDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'

/** Unsaved changes as stored in the browser, so that a crashed or closed tab loses nothing. */
export interface Draft {
  /** epoch ms */
  keptAt: number
  version: string | undefined
  /** the version on the server when editing started */
  saved: DashboardDocument
  document: DashboardDocument
  /** the number of changes between both; drafts of earlier releases lack it */
  changes?: number
}

/** A draft with the key of the editor that created it. */
export interface KeptDraft {
  key: string
  dashboardId: number
  draft: Draft
}

/** Maximum number of drafts of closed editors: per dashboard, and in total. */
const MOST_OF_ONE = 5
const MOST = 20

/**
 * The drafts of a dashboard whose editors are closed, newest first, and the keys of surplus drafts. `living`: keys of
 * open editors, whose drafts are not offered.
 */
export function leftDrafts<Kept extends Pick<KeptDraft, 'key' | 'dashboardId'> & { draft: { keptAt: number } }>(
  kept: readonly Kept[],
  dashboardId: number,
  living: ReadonlySet<string>,
): { offered: Kept[]; tooMany: string[] } {
  const left = kept.filter(({ key }) => !living.has(key)).toSorted((a, b) => b.draft.keptAt - a.draft.keptAt)
  const seen = new Map<number, number>()
  const offered: Kept[] = []
  const tooMany: string[] = []
  for (const [index, each] of left.entries()) {
    const count = (seen.get(each.dashboardId) ?? 0) + 1
    seen.set(each.dashboardId, count)
    if (count > MOST_OF_ONE || index >= MOST) tooMany.push(each.key)
    else if (each.dashboardId === dashboardId) offered.push(each)
  }
  return { offered, tooMany }
}
