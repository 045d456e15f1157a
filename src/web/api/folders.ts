import { queryOptions } from '@tanstack/react-query'
import type { FoldedKind, FolderDeleted, FolderList, FolderPlaced, FolderRow } from '../../model/folder/folderForm.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'

export type { FoldedKind, FolderPlaced, FolderRow }

const path = '/api/v1/folder/'

/** Shared and own folders, with the number of objects of this kind directly in them. */
export const foldersQuery = (kind: FoldedKind) =>
  queryOptions({
    queryKey: ['folders', kind],
    queryFn: async ({ signal }) => (await getJson<FolderList>(path, { signal, query: { kind } })).result,
  })

export const createFolder = async (form: { name: string; parent_id?: number; is_personal?: boolean }) =>
  (await postJson<{ id: number }>(path, form)).id

export const updateFolder = (id: number, form: { name?: string; parent_id?: number | null }) =>
  putJson(`${path}${id}`, form)

export const deleteFolder = (id: number): Promise<FolderDeleted> => deleteJson(`${path}${id}`)

/** Moves objects to a folder; null: out of the shared or the personal ones. Returns where they were before. */
export const placeObjects = (form: {
  kind: FoldedKind
  ids: readonly number[]
  folder_id: number | null
  is_personal?: boolean
}): Promise<FolderPlaced> => postJson(`${path}place`, form)
