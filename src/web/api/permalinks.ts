import type { DashboardItemAnswer } from '../../model/dashboard/dashboardAnswers.ts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { DashboardPermalinkAnswer, PermalinkAnswer } from '../../model/wire/stateAnswers.ts'
import { getJson, postJson } from './client.ts'

export type DashboardPermalinkState = Omit<DashboardPermalinkAnswer['state'], 'dataMask'> & {
  /** As written by this page. */
  dataMask?: Record<string, DataMask> | null
}

/** A link that shows a dashboard in its current state. */
export async function createDashboardPermalink(id: number, state: DashboardPermalinkState): Promise<string> {
  return (await postJson<PermalinkAnswer>(`/api/v1/dashboard/${id}/permalink`, state)).url
}

export async function loadDashboardPermalink(key: string, signal?: AbortSignal): Promise<DashboardPermalinkState> {
  return (await loadLink(key, signal)).state as DashboardPermalinkState
}

const loadLink = (key: string, signal?: AbortSignal) =>
  getJson<DashboardPermalinkAnswer>(`/api/v1/dashboard/permalink/${encodeURIComponent(key)}`, { signal })

/** The dashboard of a link, and the state in which the link shows it. */
export async function loadLinkedDashboard(
  key: string,
  signal?: AbortSignal,
): Promise<{ id: number; state: DashboardPermalinkState }> {
  const { dashboardId, state } = await loadLink(key, signal)
  // `dashboardId` may be the slug from the address
  const item = await getJson<DashboardItemAnswer>(`/api/v1/dashboard/${encodeURIComponent(dashboardId)}`, { signal })
  return { id: item.result.id, state: state as DashboardPermalinkState }
}
