import type { DataMask } from '../../model/dataMask.ts'
import { getJson, postJson } from './client.ts'

/** Tells tabs of one browser apart, so that each keeps its own filters under one key. */
function tabId(): string {
  const known = sessionStorage.getItem('sextant.tab')
  if (known) return known
  const fresh = String(Date.now() % 1e9)
  sessionStorage.setItem('sextant.tab', fresh)
  return fresh
}

/** Keeps the applied masks under the tab's key and gives the key. */
export async function saveFilterState(dashboardId: number, masks: Record<string, DataMask>): Promise<string> {
  const { key } = await postJson<{ key: string }>(
    `/api/v1/dashboard/${dashboardId}/filter_state`,
    { value: JSON.stringify(masks) },
    { query: { tab_id: tabId() } },
  )
  return key
}

/** The masks kept under a key; undefined where the key is unknown, expired or unreadable. */
export async function loadFilterState(
  dashboardId: number,
  key: string,
  signal?: AbortSignal,
): Promise<Record<string, DataMask> | undefined> {
  try {
    const { value } = await getJson<{ value: string }>(
      `/api/v1/dashboard/${dashboardId}/filter_state/${encodeURIComponent(key)}`,
      { signal },
    )
    return JSON.parse(value) as Record<string, DataMask>
  } catch (error) {
    if (signal?.aborted) throw error
    return undefined
  }
}
