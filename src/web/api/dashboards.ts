import { queryOptions } from '@tanstack/react-query'
import type { MessageAnswer, SavedAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

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
  'tags.id',
  'tags.name',
  'is_editor',
] as const
/** The layout is requested only if covers are shown. */
export type DashboardSummary = Listed<'dashboard', (typeof columns)[number]> &
  Partial<Listed<'dashboard', 'position_json'>>

/** A page of dashboards; `covers` also requests the layouts. */
export function dashboardListQuery(request: ListRequest, covers = false): ListQuery<DashboardSummary> {
  return {
    queryKey: ['dashboards', 'list', request, covers],
    queryFn: ({ signal }) =>
      covers
        ? getList('dashboard', { ...request, columns: [...columns, 'position_json'] }, signal)
        : getList('dashboard', { ...request, columns }, signal),
  }
}

/** Creates an empty dashboard and returns its id. */
export async function createDashboard(title: string): Promise<number> {
  return (await postJson<SavedAnswer>('/api/v1/dashboard/', { dashboard_title: title })).id
}

export function publishDashboard(id: number, published: boolean): Promise<unknown> {
  return putJson(`/api/v1/dashboard/${id}`, { published })
}

/** Deletes all or none. The message of the response says how many. */
export function deleteDashboards(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson('/api/v1/dashboard/', { query: { q: formatRison(ids) } })
}

/** The title of a dashboard; null if it does not exist, or the user does not see it. */
export function dashboardTitleQuery(id: number) {
  return queryOptions({
    queryKey: ['dashboards', 'title', id],
    queryFn: async ({ signal }) => {
      const request = {
        columns: ['dashboard_title'],
        filters: [{ col: 'id', opr: 'eq', value: id }],
        pageSize: 1,
      } as const
      return (await getList('dashboard', request, signal)).result[0]?.dashboard_title ?? null
    },
  })
}
