import { queryOptions } from '@tanstack/react-query'
import type {
  FoldedKind,
  FolderDeleted,
  FolderList,
  FolderPlaced,
  FolderRightsAnswer,
  FolderRightsForm,
  FolderRow,
} from '../../model/folder/folderForm.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'

export type { FoldedKind, FolderPlaced, FolderRow }

const path = '/api/v1/folder/'

/** Shared folders and the user's own, with the number of objects of this kind directly in each. */
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

export type FolderRights = FolderRightsAnswer['result']

/** What roles and users may do with the objects in a shared folder. */
export const folderRightsQuery = (id: number) =>
  queryOptions({
    queryKey: ['folders', 'rights', id],
    retry: false,
    queryFn: async ({ signal }) => (await getJson<FolderRightsAnswer>(`${path}${id}/rights`, { signal })).result,
  })

/** Replaces the permissions on a folder. */
export const setFolderRights = async (id: number, rights: FolderRightsForm['rights']): Promise<FolderRights> =>
  (await putJson<FolderRightsAnswer>(`${path}${id}/rights`, { rights })).result

/**
 * Moves objects to a folder. null: removes them from their shared folder, or with `is_personal` from their personal
 * folder. Returns their previous folders.
 */
export const placeObjects = (form: {
  kind: FoldedKind
  ids: readonly number[]
  folder_id: number | null
  is_personal?: boolean
}): Promise<FolderPlaced> => postJson(`${path}place`, form)
