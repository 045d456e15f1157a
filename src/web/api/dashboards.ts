import { queryOptions } from '@tanstack/react-query'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type ListQuery, type ListRequest, type Person } from './list.ts'

export interface DashboardSummary {
  id: number
  dashboard_title: string | null
  slug: string | null
  url: string
  published: boolean
  status: 'published' | 'draft'
  certified_by: string | null
  certification_details: string | null
  changed_by_name: string
  changed_on_utc: string
  owners: Person[]
  tags?: { id: number; name: string }[]
  is_managed_externally: boolean
  /** only requested if covers are shown */
  position_json?: string | null
}

const columns = [
  'id',
  'dashboard_title',
  'slug',
  'url',
  'published',
  'status',
  'certified_by',
  'certification_details',
  'changed_by_name',
  'changed_on_utc',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'is_managed_externally',
] as const

/** A page of dashboards; `covers` also requests the layouts. */
export function dashboardListQuery(request: ListRequest, covers = false): ListQuery<DashboardSummary> {
  return {
    queryKey: ['dashboards', 'list', request, covers],
    queryFn: ({ signal }) =>
      getList<DashboardSummary>(
        'dashboard',
        { ...request, columns: covers ? [...columns, 'position_json'] : columns },
        signal,
      ),
  }
}

/** Creates an empty dashboard and returns its id. */
export async function createDashboard(title: string): Promise<number> {
  return (await postJson<{ id: number }>('/api/v1/dashboard/', { dashboard_title: title })).id
}

export function publishDashboard(id: number, published: boolean): Promise<unknown> {
  return putJson(`/api/v1/dashboard/${id}`, { published })
}

/** All or none. The response's message says how many. */
export function deleteDashboards(ids: readonly number[]): Promise<{ message: string }> {
  return deleteJson('/api/v1/dashboard/', { query: { q: formatRison(ids) } })
}

/** A dashboard's layout (JSON text), for its cover. */
export function layoutQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboards', 'layout', idOrSlug],
    staleTime: 300_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const path = `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`
      return (await getJson<{ result: { position_json: string | null } }>(path, { signal })).result.position_json
    },
  })
}
