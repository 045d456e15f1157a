import type { Generated } from 'kysely'
import type { FoldedKind } from '../../../model/folder/folderForm.ts'
import type { SearchedKind } from '../../../model/search/searchAnswer.ts'
import type { VersionKind } from '../../../model/versions/versionAnswers.ts'
import type { Entity } from './entity.ts'

/** Tables with which users find, mark and restore objects. */
export interface OrganizingTables {
  favourites: FavouriteTable
  tags: TagTable
  tagged_objects: TaggedObjectTable
  folders: FolderTable
  folder_objects: FolderObjectTable
  folder_rights: FolderRightTable
  versions: VersionTable
  trash: TrashTable
  trash_owners: TrashOwnerTable
  search_queue: SearchQueueTable
  search_objects: SearchObjectTable
  search_words: SearchWordTable
  search_postings: SearchPostingTable
  search_variants: SearchVariantTable
}

/** A state that a later change replaced. `content_json`: the fields that a user edits (`entities/versions.ts`). */
interface VersionTable {
  id: Generated<number>
  kind: VersionKind
  object_id: number
  version: number
  saved_on: number
  saved_by: number | null
  content_json: string
}

/** A deleted object. `content_json`: its row and those of its parts (`entities/trash.ts`). */
interface TrashTable {
  id: Generated<number>
  kind: VersionKind
  object_id: number
  title: string
  deleted_on: number
  deleted_by: number | null
  content_json: string
}

interface TrashOwnerTable {
  trash_id: number
  user_id: number
}

/** Objects whose entry in the search index is not up to date. Triggers add them. */
interface SearchQueueTable {
  id: Generated<number>
  kind: SearchedKind
  object_id: number
}

/** An object in the index. `words_json`: `[[word_id, place]]`, `texts_json`: `[[place, text]]` */
interface SearchObjectTable {
  id: Generated<number>
  kind: SearchedKind
  object_id: number
  words_json: string
  texts_json: string
}

interface SearchWordTable {
  id: Generated<number>
  word: string
}

/** An object contains a word. `kind` and `place` are positions in `searchedKinds` and `searchPlaces`. */
interface SearchPostingTable {
  word_id: number
  kind: number
  place: number
  object_id: number
}

/** Spellings of a word with typing errors, as hashes (`variantsOf`). */
interface SearchVariantTable {
  variant: number
  word_id: number
}

/** A folder of dashboards, charts and datasets. `owner_id`: a user, who alone sees it; null: shared. */
interface FolderTable extends Entity {
  name: string
  /** The name in the form in which names are compared: see `folderKey`. */
  name_key: string
  parent_id: number | null
  owner_id: number | null
}

/**
 * `space`: 0 for shared folders, otherwise the owner of the folder. An object is in at most one folder of each space.
 */
interface FolderObjectTable {
  space: number
  kind: FoldedKind
  object_id: number
  folder_id: number
}

/** What a role or a user may do with the objects in a shared folder and below it: see them, or change them too. */
interface FolderRightTable {
  folder_id: number
  role_id: number | null
  user_id: number | null
  can_edit: boolean
}

/** Favorites. `class_name` is the contract's: `slice`, `Dashboard`, `query`. */
interface FavouriteTable {
  user_id: number
  class_name: string
  obj_id: number
  dttm: number
}

interface TagTable extends Entity {
  name: string
  type: Generated<string>
  description: string | null
}

interface TaggedObjectTable {
  tag_id: number
  object_type: 'query' | 'chart' | 'dashboard' | 'dataset'
  object_id: number
}
