import { z } from 'zod'
import { id, ids, text } from '../wire/fields.ts'

/** The kinds of objects that folders contain. */
export const foldedKinds = ['Dashboard', 'Chart', 'Dataset'] as const
export type FoldedKind = (typeof foldedKinds)[number]

/** The maximum depth of nested folders, including the first one. */
export const MOST_FOLDER_LEVELS = 8
/** The maximum number of shared folders, and of one user's personal folders. */
export const MOST_FOLDERS = 1000

export const folderName = text(1, 100).refine((value) => value.trim() === value && !/[/\p{Cc}]/u.test(value), {
  message: 'Use a name without slashes, and without spaces at its ends.',
})

/** Body of `POST /api/v1/folder/`. A folder inside another one is personal if its parent is. */
export const FolderCreate = z.strictObject({
  name: folderName,
  parent_id: id.nullish(),
  is_personal: z.boolean().optional(),
})

/** Body of `PUT /api/v1/folder/{id}`. `parent_id: null` moves it to the top. */
export const FolderUpdate = z.strictObject({ name: folderName.optional(), parent_id: id.nullish() })

/** Body of `POST /api/v1/folder/place`: moves objects to a folder, or out of all shared or all personal ones. */
export const FolderPlace = z.strictObject({
  kind: z.enum(foldedKinds),
  ids,
  folder_id: id.nullable(),
  /** if no folder is given: which folders the objects leave */
  is_personal: z.boolean().optional(),
})

const row = z.strictObject({
  id: z.int(),
  name: z.string(),
  parent_id: z.int().nullable(),
  /** only the reader sees it */
  is_personal: z.boolean(),
  /** the reader may rename, move and delete it */
  is_own: z.boolean(),
  /** objects of the requested kind in the folder itself that the reader may see */
  count: z.int(),
})
export type FolderRow = z.infer<typeof row>

/** `GET /api/v1/folder/?kind=`: folders by name, shared ones and those of the reader. */
export const FolderList = z.strictObject({ result: z.array(row) })
export type FolderList = z.infer<typeof FolderList>

export const FolderSaved = z.strictObject({ id: z.int() })

/** The maximum number of rights on a folder. */
export const MOST_FOLDER_RIGHTS = 100

const holder = { kind: z.enum(['role', 'user']), id }

/** Body of `PUT /api/v1/folder/{id}/rights`: replaces the rights that are granted on this folder. */
export const FolderRightsForm = z.strictObject({
  rights: z.array(z.strictObject({ ...holder, can_edit: z.boolean() })).max(MOST_FOLDER_RIGHTS),
})
export type FolderRightsForm = z.infer<typeof FolderRightsForm>

const right = z.strictObject({ ...holder, name: z.string(), can_edit: z.boolean() })

/**
 * `GET` and `PUT /api/v1/folder/{id}/rights`: the roles and users that see the dashboards in a shared folder and in the
 * folders below it, and those that may change the objects in them.
 */
export const FolderRightsAnswer = z.strictObject({
  result: z.strictObject({
    /** granted on this folder */
    own: z.array(right),
    /** granted on folders above it */
    inherited: z.array(right.extend({ folder: z.string() })),
    /** the reader may change the rights on this folder */
    may_change: z.boolean(),
  }),
})
export type FolderRightsAnswer = z.infer<typeof FolderRightsAnswer>

/** Where each moved object was before: a folder, or none. With these places a client undoes the move. */
export const FolderPlaced = z.strictObject({
  before: z.array(z.strictObject({ id: z.int(), folder_id: z.int().nullable() })),
})
export type FolderPlaced = z.infer<typeof FolderPlaced>

/** `DELETE /api/v1/folder/{id}`: the content of the folder is now in its parent, or in none. */
export const FolderDeleted = z.strictObject({ message: z.string(), objects: z.int(), folders: z.int() })
export type FolderDeleted = z.infer<typeof FolderDeleted>
