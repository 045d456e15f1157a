import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { FilterStateAnswer, KeyAnswer } from '../../model/wire/stateAnswers.ts'
import { getJson, postJson } from './client.ts'

/**
 * Identifies an open page, so that each page stores its own filters under one key. Created again for each page, because
 * session storage would be copied when a tab is duplicated.
 */
const pageId = Math.random().toString(36).slice(2)

/** Stores the applied masks under the page's key and returns the key. */
export async function saveFilterState(dashboardId: number, masks: Record<string, DataMask>): Promise<string> {
  const { key } = await postJson<KeyAnswer>(
    `/api/v1/dashboard/${dashboardId}/filter_state`,
    { value: JSON.stringify(masks) },
    { query: { tab_id: pageId } },
  )
  return key
}

/** The masks stored under a key; undefined if the key is unknown, expired or invalid. */
export async function loadFilterState(
  dashboardId: number,
  key: string,
  signal?: AbortSignal,
): Promise<Record<string, DataMask> | undefined> {
  try {
    const { value } = await getJson<FilterStateAnswer>(
      `/api/v1/dashboard/${dashboardId}/filter_state/${encodeURIComponent(key)}`,
      { signal },
    )
    return JSON.parse(value) as Record<string, DataMask>
  } catch (error) {
    if (signal?.aborted) throw error
    return undefined
  }
}
