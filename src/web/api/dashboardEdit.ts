import { queryOptions } from '@tanstack/react-query'
import { shownForm } from '../../charts/openFormData.ts'
import type { DashboardCopyAnswer, DashboardItem, DashboardItemAnswer } from '../../model/dashboard/dashboardAnswers.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { DatasetItem } from '../../model/dataset/datasetAnswers.ts'
import type { ExploreAnswer } from '../../model/explore/exploreAnswers.ts'
import type { ItemAnswer } from '../../model/wire/answers.ts'
import { hasFlag } from './bootstrap.ts'
import { getJson, getResponse, putForVersion, sendFormForJson } from './client.ts'
import type { DashboardChart } from './dashboardView.ts'
import { type ExploreDataset, type ExploreStart, exploreDataset } from './explore.ts'

/** A dashboard as it is stored now, with the version that a save must send. */
export interface VersionedDashboard {
  item: Omit<DashboardItem, 'roles'> & { roles: DashboardItem['roles'] | undefined }
  /** its ETag */
  version: string | undefined
}

/** Loads a dashboard without caches. */
export async function loadDashboardToEdit(id: number, signal?: AbortSignal): Promise<VersionedDashboard> {
  const response = await getResponse(`/api/v1/dashboard/${id}`, { signal })
  const { result } = (await response.json()) as DashboardItemAnswer
  // without the feature, roles are neither shown nor saved
  const item = hasFlag('DASHBOARD_RBAC') ? result : { ...result, roles: undefined }
  return { item, version: response.headers.get('etag') ?? undefined }
}

/** Saves and returns the new version; rejected with 412 if another save happened since `version`. */
export function saveDashboard(
  id: number,
  body: Record<string, unknown>,
  version: string | undefined,
): Promise<string | undefined> {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': version }
  return putForVersion(`/api/v1/dashboard/${id}`, body, { headers })
}

export interface CopyRequest {
  dashboard_title: string
  duplicate_slices: boolean
  positions: Readonly<Record<string, unknown>>
  css: string
  [metadata: string]: unknown
}

/** Saves the current state as a new dashboard and returns its id. */
export async function copyDashboard(id: number, request: CopyRequest): Promise<number> {
  return (await sendFormForJson<DashboardCopyAnswer>(`/superset/copy_dash/${id}/`, { data: JSON.stringify(request) }))
    .id
}

/** A chart with its dataset, to show it on a dashboard that does not contain it yet. */
export async function loadChartToAdd(
  id: number,
): Promise<{ chart: DashboardChart; datasetId: number | null; dataset: ExploreStart['dataset'] }> {
  const { result } = await getJson<ExploreAnswer>('/api/v1/explore/', { query: { slice_id: id } })
  const { slice, form_data } = result
  const dataset = exploreDataset(result)
  const shown = await shownForm(slice?.form_data ?? form_data, reportError)
  return {
    datasetId: dataset.id,
    dataset,
    chart: {
      id,
      slice_name: slice?.slice_name ?? '',
      description: slice?.description ?? null,
      ...shown,
      cache_timeout: slice?.cache_timeout ?? null,
      changed_on: '',
      certified_by: slice?.certified_by ?? null,
      certification_details: slice?.certification_details ?? null,
    },
  }
}

/** A dataset's columns and metrics, for the filter editor. */
export type FilterDataset = DatasetItem

export function filterDatasetQuery(id: number) {
  return queryOptions({
    queryKey: ['datasets', 'forFilter', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await getJson<ItemAnswer<FilterDataset>>(`/api/v1/dataset/${id}`, { signal })).result,
  })
}

/** A dataset with everything that the explore controls need. */
export function datasetToExploreQuery(id: number) {
  return queryOptions({
    queryKey: ['datasets', 'toExplore', id],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ExploreDataset> => {
      const query = { datasource_type: 'table', datasource_id: id }
      return exploreDataset((await getJson<ExploreAnswer>('/api/v1/explore/', { query, signal })).result)
    },
  })
}

/** The type of a column in a filter's dataset. */
export const columnKind = (column: FilterDataset['columns'][number]): GenericType =>
  column.is_dttm ? GenericType.temporal : (column.type_generic ?? GenericType.string)
