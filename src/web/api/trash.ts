import { queryOptions } from '@tanstack/react-query'
import type { TrashList, TrashRestored, TrashRow } from '../../model/trash/trashForm.ts'
import type { VersionKind } from '../../model/versions/versionAnswers.ts'
import { getJson, postJson } from './client.ts'

export type { TrashRow }

/** The deleted objects that the user may restore. */
export const trashQuery = () =>
  queryOptions({
    queryKey: ['trash'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await getJson<TrashList>('/api/v1/trash/', { signal })).result,
  })

/** Restores objects by their original ids, all or none. */
export async function restoreFromTrash(kind: VersionKind, ids: readonly number[]): Promise<void> {
  await postJson<TrashRestored>('/api/v1/trash/restore', { kind, ids })
}
