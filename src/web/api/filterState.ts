import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { getJson, postJson } from './client.ts'

/**
 * Tells open pages apart, so that each keeps its own filters under one key. Made anew with each page: whoever duplicates
 * a tab has two, and what the browser keeps for a tab it would copy.
 */
const pageId = Math.random().toString(36).slice(2)

/** Keeps the applied masks under the page's key and gives the key. */
export async function saveFilterState(dashboardId: number, masks: Record<string, DataMask>): Promise<string> {
  const { key } = await postJson<{ key: string }>(
    `/api/v1/dashboard/${dashboardId}/filter_state`,
    { value: JSON.stringify(masks) },
    { query: { tab_id: pageId } },
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
