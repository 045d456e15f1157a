import { queryOptions } from '@tanstack/react-query'
import type {
  VersionAgainst,
  VersionChanges,
  VersionKind,
  VersionList,
  VersionPart,
  VersionRow,
  VersionState,
} from '../../model/versions/versionAnswers.ts'
import { getJson, postJson } from './client.ts'

export type { VersionAgainst, VersionKind, VersionPart, VersionRow }

export interface Versioned {
  kind: VersionKind
  id: number
}

const pathOf = ({ kind, id }: Versioned) => `/api/v1/${kind.toLowerCase()}/${id}/versions/`

/** The saved states of an object, the newest first. Loaded again with each dialog, because others may have saved. */
export const versionsQuery = (of: Versioned) =>
  queryOptions({
    queryKey: ['versions', of.kind, of.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => (await getJson<VersionList>(pathOf(of), { signal })).result,
  })

/** An object as it was in a version. */
export const versionStateQuery = (of: Versioned, version: number) =>
  queryOptions({
    queryKey: ['versions', of.kind, of.id, version],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => (await getJson<VersionState>(`${pathOf(of)}${version}`, { signal })).result.content,
  })

/** The changes of a version, or its differences from the current state. */
export const versionChangesQuery = (of: Versioned, version: number, against: VersionAgainst) =>
  queryOptions({
    queryKey: ['versions', of.kind, of.id, version, against],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await getJson<VersionChanges>(`${pathOf(of)}${version}/changes`, { signal, query: { against } })).result,
  })

export async function restoreVersion(of: Versioned, version: number): Promise<void> {
  await postJson(`${pathOf(of)}${version}/restore`, {})
}
