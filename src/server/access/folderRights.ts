import { type SqlBool, sql } from 'kysely'
import type { FoldedKind } from '../../model/folder/folderForm.ts'
import { folderPath } from '../../model/folder/folderTree.ts'
import type { Db } from '../storage/schema.ts'
import { type Condition, nothing } from './conditions.ts'
import type { FolderRights, Subject } from './subject.ts'

/** The rights of a user with these roles; undefined without any. */
export async function readFolderRights(
  db: Db,
  roleIds: readonly number[],
  userId: number | undefined,
): Promise<FolderRights | undefined> {
  const given = await db
    .selectFrom('folder_rights')
    .select(['folder_id', 'can_edit'])
    .where((eb) => eb.or([eb('role_id', 'in', [0, ...roleIds]), eb('user_id', '=', userId ?? 0)]))
    .execute()
  if (given.length === 0) return undefined
  const rows = await db.selectFrom('folders').select(['id', 'parent_id']).where('owner_id', 'is', null).execute()
  const folders = new Map(rows.map((row) => [row.id, row]))
  const below = (starts: ReadonlySet<number>) =>
    new Set([...folders.keys()].filter((id) => folderPath(folders, id).some((each) => starts.has(each))))
  return {
    read: below(new Set(given.map((row) => row.folder_id))),
    edit: below(new Set(given.filter((row) => row.can_edit).map((row) => row.folder_id))),
  }
}

/** Condition: the object with the id of this column is in one of these shared folders. */
export function inSharedFolders(
  kind: FoldedKind,
  idColumn: string,
  folders: ReadonlySet<number> | undefined,
): Condition {
  if (!folders || folders.size === 0) return nothing
  return sql<SqlBool>`exists (select 1 from folder_objects
    where folder_objects.space = 0 and folder_objects.kind = ${kind}
      and folder_objects.object_id = ${sql.ref(idColumn)} and folder_objects.folder_id in (${sql.join([...folders])}))`
}

/** Ids of those objects that the subject may change through folder rights. */
export async function changedByFolder(
  db: Db,
  subject: Subject,
  kind: FoldedKind,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const folders = subject.folders?.edit
  if (!folders || folders.size === 0 || ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('folder_objects')
    .select('object_id')
    .where('space', '=', 0)
    .where('kind', '=', kind)
    .where('object_id', 'in', [...ids])
    .where('folder_id', 'in', [...folders])
    .execute()
  return new Set(rows.map((row) => row.object_id))
}
