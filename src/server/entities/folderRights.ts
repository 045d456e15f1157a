import { type SqlBool, sql } from 'kysely'
import type { FolderRightsAnswer, FolderRightsForm } from '../../model/folder/folderForm.ts'
import { foldedKinds } from '../../model/folder/folderForm.ts'
import { type FolderPlaceInTree, folderPath } from '../../model/folder/folderTree.ts'
import { holds, one } from '../access/conditions.ts'
import type { Subject } from '../access/subject.ts'
import { rightsChanged } from '../access/subjects.ts'
import type { Db, Trx } from '../storage/schema.ts'
import { forbidden, relations, unprocessable } from './owners.ts'

/**
 * Rights of shared folders. They apply to the objects in the folder and in the folders below it, in addition to
 * ownership and grants: `read` shows published dashboards; `edit` also shows drafts, and permits changes of all
 * objects. Neither gives access to data: users see only charts and datasets whose data they may read. Rights on an
 * object need the consent of its owners: only they place it in a folder, and only users who own everything in a folder
 * can give rights on it.
 */

type Rights = FolderRightsAnswer['result']
type Right = Rights['own'][number]
type Tree = ReadonlyMap<number, FolderPlaceInTree & { name: string }>

const tables = {
  Dashboard: { table: 'dashboards', relation: relations.dashboardOwners },
  Chart: { table: 'charts', relation: relations.chartOwners },
  Dataset: { table: 'datasets', relation: relations.datasetOwners },
} as const

const NOT_OF_OTHERS = 'The folder contains objects of other users. Only administrators can give more rights to them.'

/** Call in the transaction of every change of the tree of shared folders. */
export async function sharedTreeChanged(trx: Trx): Promise<void> {
  if (await holds(trx.selectFrom('folder_rights').select(one).limit(1))) await rightsChanged(trx)
}

/** Rights by folder, with the names of their holders. */
async function rightsOf(db: Db, folderIds: readonly number[]): Promise<Map<number, Right[]>> {
  const rows = await db
    .selectFrom('folder_rights')
    .leftJoin('roles', 'roles.id', 'folder_rights.role_id')
    .leftJoin('users', 'users.id', 'folder_rights.user_id')
    .select(['folder_id', 'role_id', 'user_id', 'can_edit', 'roles.name', 'users.first_name', 'users.last_name'])
    .where('folder_id', 'in', [0, ...folderIds])
    .execute()
  const rights = rows.map((row): Right & { folder: number } => ({
    folder: row.folder_id,
    kind: row.role_id === null ? 'user' : 'role',
    id: row.role_id ?? row.user_id ?? 0,
    name: row.name ?? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    can_edit: row.can_edit,
  }))
  rights.sort((a, b) => a.kind.localeCompare(b.kind, 'en') || a.name.localeCompare(b.name, 'en') || a.id - b.id)
  const byFolder = Map.groupBy(rights, (right) => right.folder)
  return new Map([...byFolder].map(([id, list]) => [id, list.map(({ folder: _folder, ...right }) => right)]))
}

/** The rights on a folder of this tree, and those of the folders above it. */
export async function readRights(db: Db, tree: Tree, id: number, mayChange: boolean): Promise<Rights> {
  const path = folderPath(tree, id)
  const rights = await rightsOf(db, path)
  return {
    own: rights.get(id) ?? [],
    inherited: path
      .slice(1)
      .flatMap((above) =>
        (rights.get(above) ?? []).map((right) => ({ ...right, folder: tree.get(above)?.name ?? '' })),
      ),
    may_change: mayChange,
  }
}

type Level = Map<string, boolean>
const levelOf = (rights: readonly Pick<Right, 'kind' | 'id' | 'can_edit'>[]): Level => {
  const level: Level = new Map()
  for (const { kind, id, can_edit } of rights)
    level.set(`${kind} ${id}`, level.get(`${kind} ${id}`) === true || can_edit)
  return level
}
const isWider = (after: Level, before: Level) =>
  [...after].some(([holder, canEdit]) => !before.has(holder) || (canEdit && before.get(holder) === false))

/** Whether the subject owns every object in a folder and below it. */
async function ownsAllIn(trx: Trx, subject: Subject, tree: Tree, id: number): Promise<boolean> {
  if (subject.isAdmin) return true
  const below = [...tree.keys()].filter((each) => folderPath(tree, each).includes(id))
  for (const kind of foldedKinds) {
    const { table, relation } = tables[kind]
    const foreign = trx
      .selectFrom('folder_objects')
      // tables that each have an id; their union type guarantees no more than that
      .innerJoin(table as 'charts', `${table as 'charts'}.id`, 'folder_objects.object_id')
      .select(one)
      .where('folder_objects.kind', '=', kind)
      .where('folder_objects.folder_id', 'in', [0, ...below])
      .where(
        sql<SqlBool>`not exists (select 1 from ${sql.table(relation.table)} where ${sql.ref(relation.key)} =
          folder_objects.object_id and ${sql.ref(relation.other)} = ${subject.user?.id ?? 0})`,
      )
      .limit(1)
    if (await holds(foreign)) return false
  }
  // objects in the trash return to their folder when they are restored
  const deleted = trx
    .selectFrom('folder_objects')
    .innerJoin('trash', (join) =>
      join.onRef('trash.object_id', '=', 'folder_objects.object_id').onRef('trash.kind', '=', 'folder_objects.kind'),
    )
    .select(one)
    .where('folder_objects.folder_id', 'in', [0, ...below])
    .where(
      sql<SqlBool>`not exists (select 1 from trash_owners
        where trash_owners.trash_id = trash.id and trash_owners.user_id = ${subject.user?.id ?? 0})`,
    )
    .limit(1)
  return !(await holds(deleted))
}

/**
 * Checks the move of a shared folder to another parent, which gives the rights of that parent.
 * @throws AppError 403 if they are wider and the folder contains objects of others
 */
export async function checkInherited(
  trx: Trx,
  subject: Subject,
  tree: Tree,
  { id, parentId }: { id: number; parentId: number | null },
): Promise<void> {
  const [before, after] = [folderPath(tree, tree.get(id)?.parent_id ?? null), folderPath(tree, parentId)]
  const rights = await rightsOf(trx, [...before, ...after])
  const of = (path: readonly number[]) => levelOf(path.flatMap((each) => rights.get(each) ?? []))
  if (isWider(of(after), of(before)) && !(await ownsAllIn(trx, subject, tree, id))) throw forbidden(NOT_OF_OTHERS)
}

/**
 * Replaces the rights that are given on a shared folder.
 * @throws AppError 403 if they are wider and the folder contains objects of others, 422 for unknown roles and users
 */
export async function writeRights(
  trx: Trx,
  subject: Subject,
  tree: Tree,
  id: number,
  rights: FolderRightsForm['rights'],
): Promise<void> {
  const ids = (kind: 'role' | 'user') => [
    ...new Set(rights.filter((right) => right.kind === kind).map((right) => right.id)),
  ]
  for (const [kind, table] of [
    ['role', 'roles'],
    ['user', 'users'],
  ] as const) {
    const wanted = ids(kind)
    const known = await trx
      .selectFrom(table as 'roles')
      .select('id')
      .where('id', 'in', [0, ...wanted])
      .execute()
    if (known.length < wanted.length) throw unprocessable({ rights: [`Some ${table} do not exist`] })
  }
  const before = levelOf((await rightsOf(trx, [id])).get(id) ?? [])
  const after = levelOf(rights)
  if (isWider(after, before) && !(await ownsAllIn(trx, subject, tree, id))) throw forbidden(NOT_OF_OTHERS)
  await trx.deleteFrom('folder_rights').where('folder_id', '=', id).execute()
  const rows = [...after].map(([holder, canEdit]) => {
    const [kind, number] = holder.split(' ')
    const holderId = Number(number)
    return {
      folder_id: id,
      role_id: kind === 'role' ? holderId : null,
      user_id: kind === 'user' ? holderId : null,
      can_edit: canEdit,
    }
  })
  if (rows.length > 0) await trx.insertInto('folder_rights').values(rows).execute()
  await rightsChanged(trx)
}
