import { queryOptions } from '@tanstack/react-query'
import type { BoundaryChoices, BoundaryCreated } from '../../model/geography/boundaryMap.ts'
import type { MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postForm, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

const path = '/api/v1/map_boundaries/'

const columns = [
  'id',
  'name',
  'key',
  'regions',
  'code_property',
  'name_property',
  'is_plan',
  'file',
  'notes',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_delta_humanized',
] as const
export type BoundaryMap = Listed<'map_boundaries', (typeof columns)[number]>

const getChoices = (signal: AbortSignal) => getJson<BoundaryChoices>(`${path}choices`, { signal })

/** The maps with custom boundaries that charts can select. */
export const ownMapsQuery = queryOptions({
  queryKey: ['boundaryMaps', 'choices'],
  queryFn: ({ signal }) => getChoices(signal),
  select: ({ result }) => result,
})

/** Files of the home folder that cannot be read. */
export const mapFaultsQuery = queryOptions({
  queryKey: ['boundaryMaps', 'choices'],
  queryFn: ({ signal }) => getChoices(signal),
  select: ({ faults }) => faults,
})

export function boundaryMapListQuery(request: ListRequest): ListQuery<BoundaryMap> {
  return {
    queryKey: ['boundaryMaps', 'list', request],
    queryFn: ({ signal }) => getList('map_boundaries', { ...request, columns }, signal),
  }
}

export interface BoundaryUploadFields {
  name?: string
  code_property?: string
  name_property?: string
  is_plan?: 'true'
}

/** Creates a map from a file, or replaces the areas of the map with the id. Throws ApiError with the reason. */
export function uploadBoundaries(
  id: number | undefined,
  file: File,
  fields: BoundaryUploadFields,
): Promise<BoundaryCreated> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, String(value))
  form.append('file', file)
  return postForm(id === undefined ? path : `${path}${id}/file`, form)
}

export async function renameBoundaryMap(id: number, name: string): Promise<void> {
  await putJson(`${path}${id}`, { name })
}

/** Deletes all or none. */
export function deleteBoundaryMaps(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson(path, { query: { q: formatRison(ids) } })
}
