import type { DashboardDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { draftStore } from '../../../../drafts/draftStore.ts'

/** Unsaved changes as stored in the browser, so that a crashed or closed tab loses nothing. */
export interface Draft {
  /** epoch ms */
  keptAt: number
  version: string | undefined
  /** the version on the server when editing started */
  saved: DashboardDocument
  document: DashboardDocument
  /** the number of changes from `saved` to `document`; drafts of earlier releases lack it */
  changes?: number
}

export const dashboardDrafts = draftStore<Draft>('dashboard', ({ document, saved }) =>
  [document, saved].every((each) => typeof each?.position === 'object'),
)

/** The keys under which the editors in this window store their drafts, by dashboard id. */
const own = new Map<number, string>()

/** Sets the key for drafts of a dashboard that this window edits. */
export function ownDraft(dashboardId: number, key: string): void {
  own.set(dashboardId, key)
}

export function keepDraft(dashboardId: number, draft: Draft): void {
  const key = own.get(dashboardId)
  if (key !== undefined) dashboardDrafts.keep(key, draft)
}

/** Deletes the draft of this window's own editor. */
export function dropDraft(dashboardId: number): void {
  const key = own.get(dashboardId)
  if (key !== undefined) dashboardDrafts.forget(key)
}
