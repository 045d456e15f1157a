import { z } from 'zod'
import { id, ids, text } from '../wire/fields.ts'

/** What folders contain. */
export const foldedKinds = ['Dashboard', 'Chart', 'Dataset'] as const
export type FoldedKind = (typeof foldedKinds)[number]

/** Folders below each other, the first one included. */
export const MOST_FOLDER_LEVELS = 8
/** Folders that all share, and personal folders of one user. */
export const MOST_FOLDERS = 1000

const name = text(1, 100).refine((value) => value.trim() === value && !/[/\p{Cc}]/u.test(value), {
  message: 'Use a name without slashes, and without spaces at its ends.',
})

/** Body of `POST /api/v1/folder/`. A folder in another one is personal if that one is. */
export const FolderCreate = z.strictObject({
  name,
  parent_id: id.nullish(),
  is_personal: z.boolean().optional(),
})

/** Body of `PUT /api/v1/folder/{id}`. `parent_id: null` moves it to the top. */
export const FolderUpdate = z.strictObject({ name: name.optional(), parent_id: id.nullish() })

/** Body of `POST /api/v1/folder/place`: moves objects to a folder, or out of all shared or all personal ones. */
export const FolderPlace = z.strictObject({
  kind: z.enum(foldedKinds),
  ids,
  folder_id: id.nullable(),
  /** without a folder: which folders they leave */
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
  /** objects of the requested kind directly in it that the reader may see */
  count: z.int(),
})
export type FolderRow = z.infer<typeof row>

/** `GET /api/v1/folder/?kind=`: folders by name, shared ones and those of the reader. */
export const FolderList = z.strictObject({ result: z.array(row) })
export type FolderList = z.infer<typeof FolderList>

export const FolderSaved = z.strictObject({ id: z.int() })

/** Where each moved object was before: a folder, or none. With these places a client undoes the move. */
export const FolderPlaced = z.strictObject({
  before: z.array(z.strictObject({ id: z.int(), folder_id: z.int().nullable() })),
})
export type FolderPlaced = z.infer<typeof FolderPlaced>

/** `DELETE /api/v1/folder/{id}`: what was in the folder is now in its parent, or in none. */
export const FolderDeleted = z.strictObject({ message: z.string(), objects: z.int(), folders: z.int() })
export type FolderDeleted = z.infer<typeof FolderDeleted>
