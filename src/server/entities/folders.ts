import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import {
  type FoldedKind,
  type FolderDeleted,
  type FolderPlaced,
  type FolderRightsAnswer,
  type FolderRightsForm,
  type FolderRow,
  MOST_FOLDER_LEVELS,
  MOST_FOLDERS,
} from '../../model/folder/folderForm.ts'
import { folderHeight, folderKey, folderPath, freeName } from '../../model/folder/folderTree.ts'
import { visible } from '../access/access.ts'
import { has, type Subject } from '../access/subject.ts'
import type { Predicate } from '../listing/collection.ts'
import type { Services } from '../services.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'
import { type Author, changed, created, recordChange } from './changes.ts'
import { checkInherited, readRights, sharedTreeChanged, writeRights } from './folderRights.ts'
import { forbidden, notFound, unprocessable } from './owners.ts'

/**
 * Folders organize objects. Everybody sees the names of shared folders, like those of tags, but only the objects in
 * them that they may see. Shared folders can give rights (`folderRights.ts`), personal ones exist for their owner
 * alone.
 */

const tables = { Dashboard: 'dashboards', Chart: 'charts', Dataset: 'datasets' } as const satisfies Record<
  FoldedKind,
  string
>

type Folder = Row<'folders'>

const notMovable = () => forbidden('Only owners of an object can move it into a shared folder, or out of one.')

/** How many permissions are checked without yielding. */
const TURN = 25

/** Shared folders, and those of the subject. */
const seenFolders = (subject: Subject) =>
  sql<boolean>`(folders.owner_id is null or folders.owner_id = ${subject.user?.id ?? 0})`

/**
 * The space of a folder. Space 0 has the shared folders, all other spaces those of one user. An object is in at most
 * one folder of each space.
 */
const spaceOf = (folder: Pick<Folder, 'owner_id'>) => folder.owner_id ?? 0

const isOwn = (subject: Subject, folder: Folder): boolean =>
  folder.owner_id === null
    ? subject.isAdmin || (subject.user !== undefined && folder.created_by === subject.user.id)
    : folder.owner_id === subject.user?.id

/** Condition for lists: objects in the folder, or in one below it. */
export function inFolder(kind: FoldedKind, value: unknown, subject: Subject): Predicate {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? value : 0
  return sql<SqlBool>`${sql.ref(`${tables[kind]}.id`)} in (
    with recursive below (id) as (
      select folders.id from folders where folders.id = ${id} and ${seenFolders(subject)}
      union select folders.id from folders join below on folders.parent_id = below.id
    )
    select folder_objects.object_id from folder_objects join below on below.id = folder_objects.folder_id
    where folder_objects.kind = ${kind})`
}

export async function listFolders(db: Db, subject: Subject, kind: FoldedKind): Promise<FolderRow[]> {
  const rows = await db.selectFrom('folders').selectAll().where(seenFolders(subject)).orderBy('name_key').execute()
  // every table has an id; the union of their types guarantees no more than that
  const table = tables[kind] as 'charts'
  const counts = await db
    .selectFrom('folder_objects')
    .innerJoin(table, `${table}.id`, 'folder_objects.object_id')
    .select(['folder_id', sql<number>`count(*)`.as('count')])
    .where('folder_objects.kind', '=', kind)
    .where('folder_objects.space', 'in', [0, subject.user?.id ?? 0])
    .where(visible[tables[kind]](subject))
    .groupBy('folder_id')
    .execute()
  const countOf = new Map(counts.map((row) => [row.folder_id, Number(row.count)]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    parent_id: row.parent_id,
    is_personal: row.owner_id !== null,
    is_own: isOwn(subject, row),
    count: countOf.get(row.id) ?? 0,
  }))
}

async function findFolder(db: Db, subject: Subject, id: number): Promise<Folder> {
  const row = await db
    .selectFrom('folders')
    .selectAll()
    .where('id', '=', id)
    .where(seenFolders(subject))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The folders of a space, locked, so that a change of the tree is checked against its current state. */
export async function lockTree(trx: Trx, ownerId: number | null): Promise<Map<number, Folder>> {
  await trx.updateTable('settings').set({ value: '1' }).where('name', '=', 'folders').execute()
  const rows = await trx
    .selectFrom('folders')
    .selectAll()
    .where((eb) => (ownerId === null ? eb('owner_id', 'is', null) : eb('owner_id', '=', ownerId)))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** @throws AppError 422 if the name is taken, or the folders would be too deep */
function checkPlace(
  folders: ReadonlyMap<number, Folder>,
  { id, name, parentId }: { id: number | undefined; name: string; parentId: number | null },
): void {
  const above = folderPath(folders, parentId)
  if (parentId !== null && !folders.has(parentId)) throw unprocessable({ parent_id: ['Folder does not exist'] })
  if (id !== undefined && above.includes(id))
    throw unprocessable({ parent_id: ['A folder cannot be moved into itself or into a folder below it.'] })
  const height = id === undefined ? 1 : folderHeight(folders, id)
  if (above.length + height > MOST_FOLDER_LEVELS)
    throw unprocessable({ parent_id: [`Folders can have at most ${MOST_FOLDER_LEVELS} levels.`] })
  const key = folderKey(name)
  const others = [...folders.values()].filter((each) => each.parent_id === parentId && each.id !== id)
  if (others.some((each) => each.name_key === key))
    throw unprocessable({ name: [`There is already a folder ${name} here.`] })
}

/** Whether the user may create shared folders: users who may not create the objects in them need no folders. */
const makesObjects = (subject: Subject) =>
  (Object.keys(tables) as FoldedKind[]).some((kind) => has(subject, `can_write:${kind}`))

export async function createFolder(
  db: Db,
  subject: Subject,
  author: Author,
  form: { name: string; parent_id?: number | null | undefined; is_personal?: boolean | undefined },
): Promise<number> {
  const parentId = form.parent_id ?? null
  const parent = parentId === null ? undefined : await findFolder(db, subject, parentId)
  const isPersonal = parent ? parent.owner_id !== null : form.is_personal === true
  const ownerId = isPersonal ? (subject.user?.id ?? null) : null
  if (ownerId === null && !makesObjects(subject)) throw forbidden()
  return db.transaction().execute(async (trx) => {
    const folders = await lockTree(trx, ownerId)
    if (folders.size >= MOST_FOLDERS) throw unprocessable({ name: [`There can be at most ${MOST_FOLDERS} folders.`] })
    checkPlace(folders, { id: undefined, name: form.name, parentId })
    return (await insertFolder(trx, author, folders, { name: form.name, parentId, ownerId })).id
  })
}

/** Adds a folder, whose place the caller has checked, to the store and to `folders`. */
export async function insertFolder(
  trx: Trx,
  author: Author,
  folders: Map<number, Folder>,
  { name, parentId, ownerId }: { name: string; parentId: number | null; ownerId: number | null },
): Promise<Folder> {
  const row = await trx
    .insertInto('folders')
    .values({ ...created(author), name, name_key: folderKey(name), parent_id: parentId, owner_id: ownerId })
    .returningAll()
    .executeTakeFirstOrThrow()
  folders.set(row.id, row)
  await sharedTreeChanged(trx)
  await recordChange(trx, author, 'create', { kind: 'Folder', id: row.id })
  return row
}

export async function updateFolder(
  db: Db,
  subject: Subject,
  author: Author,
  id: number,
  form: { name?: string | undefined; parent_id?: number | null | undefined },
): Promise<void> {
  const folder = await findFolder(db, subject, id)
  if (!isOwn(subject, folder)) throw forbidden()
  await db.transaction().execute(async (trx) => {
    const folders = await lockTree(trx, folder.owner_id)
    const stored = folders.get(id)
    if (!stored) throw notFound()
    const name = form.name ?? stored.name
    const parentId = form.parent_id === undefined ? stored.parent_id : form.parent_id
    checkPlace(folders, { id, name, parentId })
    if (folder.owner_id === null && parentId !== stored.parent_id)
      await checkInherited(trx, subject, folders, { id, parentId })
    await trx
      .updateTable('folders')
      .set({ ...changed(author), name, name_key: folderKey(name), parent_id: parentId })
      .where('id', '=', id)
      .execute()
    await sharedTreeChanged(trx)
    await recordChange(trx, author, 'update', { kind: 'Folder', id })
  })
}

/**
 * Deletes a folder. Its subfolders and objects move to the parent folder. Without a parent, the subfolders move to the
 * top level, and the objects are in no folder.
 */
export async function deleteFolder(db: Db, subject: Subject, author: Author, id: number): Promise<FolderDeleted> {
  const folder = await findFolder(db, subject, id)
  if (!isOwn(subject, folder)) throw forbidden()
  return db.transaction().execute(async (trx) => {
    const folders = await lockTree(trx, folder.owner_id)
    const stored = folders.get(id)
    if (!stored) throw notFound()
    const parentId = stored.parent_id
    const inside = [...folders.values()].filter((each) => each.parent_id === id)
    const taken = new Set(
      [...folders.values()]
        .filter((each) => each.parent_id === parentId && each.id !== id)
        .map((each) => each.name_key),
    )
    const objects = await trx
      .selectFrom('folder_objects')
      .select(sql<number>`count(*)`.as('count'))
      .where('folder_id', '=', id)
      .executeTakeFirstOrThrow()
    // the name of the deleted folder becomes free for one of its subfolders
    await trx
      .updateTable('folders')
      .set({ name_key: `${stored.name_key}/` })
      .where('id', '=', id)
      .execute()
    for (const child of inside) {
      const name = freeName(child.name, taken)
      taken.add(folderKey(name))
      await trx
        .updateTable('folders')
        .set({ ...changed(author), name, name_key: folderKey(name), parent_id: parentId })
        .where('id', '=', child.id)
        .execute()
    }
    const placed = trx.updateTable('folder_objects').where('folder_id', '=', id)
    if (parentId !== null) await placed.set({ folder_id: parentId }).execute()
    await sharedTreeChanged(trx)
    await trx.deleteFrom('folders').where('id', '=', id).execute()
    await recordChange(trx, author, 'delete', { kind: 'Folder', id })
    const parent = parentId === null ? undefined : folders.get(parentId)
    const place = parent ? `in ${parent.name}` : 'in no folder'
    const isEmpty = Number(objects.count) === 0 && inside.length === 0
    return {
      message: isEmpty ? `Deleted: ${stored.name}` : `Deleted: ${stored.name}. What was in it is now ${place}.`,
      objects: Number(objects.count),
      folders: inside.length,
    }
  })
}

/** A shared folder with the tree around it, and whether the subject may change its rights. */
async function sharedFolder(db: Db, subject: Subject, id: number) {
  const folder = await findFolder(db, subject, id)
  // a personal folder gives no rights to others
  if (folder.owner_id !== null) throw unprocessable({ rights: ['Only shared folders give rights.'] })
  const mayChange = isOwn(subject, folder)
  if (!mayChange && !makesObjects(subject)) throw forbidden()
  return { folder, mayChange }
}

const treeOf = async (db: Db) => {
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'name', 'parent_id'])
    .where('owner_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The rights of a shared folder, for those who may place objects in it. */
export async function readFolderRights(db: Db, subject: Subject, id: number): Promise<FolderRightsAnswer['result']> {
  const { mayChange } = await sharedFolder(db, subject, id)
  return readRights(db, await treeOf(db), id, mayChange)
}

/** Replaces the rights that are given on a shared folder. */
export async function setFolderRights(
  db: Db,
  subject: Subject,
  author: Author,
  id: number,
  { rights }: FolderRightsForm,
): Promise<FolderRightsAnswer['result']> {
  const { mayChange } = await sharedFolder(db, subject, id)
  if (!mayChange) throw forbidden()
  return db.transaction().execute(async (trx) => {
    const folders = await lockTree(trx, null)
    if (!folders.has(id)) throw notFound()
    await writeRights(trx, subject, folders, id, rights)
    await recordChange(trx, author, 'rights', { kind: 'Folder', id }, { rights })
    return readRights(trx, folders, id, true)
  })
}

/**
 * @throws AppError 404 for objects that the subject may not see, 403 for a shared folder if the subject does not own an
 * object
 */
async function checkMovable(
  can: Services['can'],
  subject: Subject,
  { kind, ids, isPersonal }: { kind: FoldedKind; ids: readonly number[]; isPersonal: boolean },
): Promise<void> {
  if (!has(subject, `can_${isPersonal ? 'read' : 'write'}:${kind}`)) throw notMovable()
  for (const [at, id] of ids.entries()) {
    if (at % TURN === TURN - 1) await nextTurn()
    await can(subject, isPersonal ? 'read' : 'own', { kind, id }).catch((error: unknown) => {
      throw error instanceof AppError && error.status === 403 ? notMovable() : error
    })
  }
}

/**
 * Moves objects to a folder, or out of the shared or the personal ones. Shared folders show the same to everybody and
 * can give rights, so only owners can move objects; personal folders accept everything that their owner may see.
 */
export async function placeObjects(
  { db, can }: Pick<Services, 'db' | 'can'>,
  subject: Subject,
  author: Author,
  form: { kind: FoldedKind; ids: readonly number[]; folder_id: number | null; is_personal?: boolean | undefined },
): Promise<FolderPlaced> {
  const { kind, folder_id: folderId } = form
  const ids = [...new Set(form.ids)]
  const folder = folderId === null ? undefined : await findFolder(db, subject, folderId)
  const isPersonal = folder ? folder.owner_id !== null : form.is_personal === true
  await checkMovable(can, subject, { kind, ids, isPersonal })
  const space = folder ? spaceOf(folder) : isPersonal ? (subject.user?.id ?? 0) : 0
  return db.transaction().execute(async (trx) => {
    const placed = await trx
      .selectFrom('folder_objects')
      .select(['object_id', 'folder_id'])
      .where('space', '=', space)
      .where('kind', '=', kind)
      .where('object_id', 'in', [0, ...ids])
      .execute()
    const folderOf = new Map(placed.map((row) => [row.object_id, row.folder_id]))
    if (folderId === null) {
      await trx
        .deleteFrom('folder_objects')
        .where('space', '=', space)
        .where('kind', '=', kind)
        .where('object_id', 'in', [0, ...ids])
        .execute()
    } else if (ids.length > 0) {
      await findFolder(trx, subject, folderId)
      await trx
        .insertInto('folder_objects')
        .values(ids.map((id) => ({ space, kind, object_id: id, folder_id: folderId })))
        .onConflict((conflict) => conflict.columns(['space', 'kind', 'object_id']).doUpdateSet({ folder_id: folderId }))
        .execute()
    }
    for (const id of ids) await recordChange(trx, author, 'place', { kind, id }, { folder: folderId })
    return { before: ids.map((id) => ({ id, folder_id: folderOf.get(id) ?? null })) }
  })
}
