import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { getJson, postJson } from './client.ts'

export interface DashboardPermalinkState {
  dataMask?: Record<string, DataMask> | null
  activeTabs?: string[] | null
  anchor?: string | null
  urlParams?: [string, string][] | null
}

/** A link that shows a dashboard in its current state. */
export async function createDashboardPermalink(id: number, state: DashboardPermalinkState): Promise<string> {
  return (await postJson<{ url: string }>(`/api/v1/dashboard/${id}/permalink`, state)).url
}

export async function loadDashboardPermalink(key: string, signal?: AbortSignal): Promise<DashboardPermalinkState> {
  const { state } = await getJson<{ state: DashboardPermalinkState }>(
    `/api/v1/dashboard/permalink/${encodeURIComponent(key)}`,
    { signal },
  )
  return state
}
