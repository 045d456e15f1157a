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
  const { state } = await getJson<DashboardPermalinkAnswer>(`/api/v1/dashboard/permalink/${encodeURIComponent(key)}`, {
    signal,
  })
  return state as DashboardPermalinkState
}
