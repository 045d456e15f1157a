import type { DashboardDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'

/** Unsaved work as it is kept in the browser, so that a crashed or closed tab loses nothing. */
export interface Draft {
  /** epoch ms */
  keptAt: number
  version: string | undefined
  /** what the server had when editing began */
  saved: DashboardDocument
  document: DashboardDocument
  /** how many changes lie between both; drafts of earlier releases do not say it */
  changes?: number
}

/** A draft under the key that the editor has which made it. */
export interface KeptDraft {
  key: string
  dashboardId: number
  draft: Draft
}

/** So many are kept of editors that are gone: of one dashboard, and of all together. */
const MOST_OF_ONE = 5
const MOST = 20

/**
 * The drafts of a dashboard that editors left behind, the newest first, and the keys of those that are too many.
 * `living`: keys of editors that are open, whose drafts are nobody else's.
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
