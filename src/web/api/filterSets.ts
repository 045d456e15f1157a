import { queryOptions } from '@tanstack/react-query'
import type { FilterSetList, FilterSetSaved } from '../../model/dashboard/filterSet.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'

export type StoredFilterSet = FilterSetList['result'][number]

const path = (dashboardId: number) => `/api/v1/dashboard/${dashboardId}/filtersets`

export async function loadFilterSets(dashboardId: number, signal?: AbortSignal): Promise<StoredFilterSet[]> {
  return (await getJson<FilterSetList>(path(dashboardId), { signal })).result
}

export function filterSetsQuery(dashboardId: number) {
  return queryOptions({
    queryKey: ['filterSets', dashboardId],
    queryFn: ({ signal }) => loadFilterSets(dashboardId, signal),
  })
}

export interface FilterSetOwner {
  owner_type: 'User' | 'Dashboard'
  owner_id: number
}

export const createFilterSet = (
  dashboardId: number,
  body: { name: string; json_metadata: string } & FilterSetOwner,
): Promise<FilterSetSaved> => postJson(path(dashboardId), body)

export const changeFilterSet = (
  dashboardId: number,
  id: number,
  body: { name?: string; json_metadata?: string },
): Promise<FilterSetSaved> => putJson(`${path(dashboardId)}/${id}`, body)

export const deleteFilterSet = (dashboardId: number, id: number): Promise<unknown> =>
  deleteJson(`${path(dashboardId)}/${id}`)
