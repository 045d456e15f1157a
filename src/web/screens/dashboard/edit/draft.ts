import type { DashboardDocument } from '../../../../model/dashboardEdit.ts'
import { currentUser } from '../../../api/bootstrap.ts'

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

const key = (dashboardId: number) => `sextant.dashboardDraft.${currentUser.userId ?? 0}.${dashboardId}`

export function keepDraft(dashboardId: number, draft: Draft): void {
  try {
    localStorage.setItem(key(dashboardId), JSON.stringify(draft))
  } catch {
    // a full store keeps no draft; the page itself still has everything
  }
}

export function readDraft(dashboardId: number): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key(dashboardId)) ?? 'null') as Draft | null
    return draft && [draft.document, draft.saved].every((each) => typeof each?.position === 'object')
      ? draft
      : undefined
  } catch {
    return undefined
  }
}

export function dropDraft(dashboardId: number): void {
  localStorage.removeItem(key(dashboardId))
}
