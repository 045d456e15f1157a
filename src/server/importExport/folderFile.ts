import { z } from 'zod'
import { bundleVersion } from '../../model/bundle/bundle.ts'
import { type FoldedKind, folderName, MOST_FOLDER_LEVELS, MOST_FOLDERS } from '../../model/folder/folderForm.ts'
import { folderKey, folderPath } from '../../model/folder/folderTree.ts'
import type { Subject } from '../access/subject.ts'
import { insertFolder, lockTree } from '../entities/folders.ts'
import { relations } from '../entities/owners.ts'
import type { Db } from '../storage/schema.ts'
import type { ImportRun } from './order.ts'

/** The file of a bundle that says in which folders its objects are. Other releases of the contract ignore it. */
export const FOLDER_FILE = 'folders.yaml'

const kinds = {
  dashboards: { kind: 'Dashboard', owners: relations.dashboardOwners },
  charts: { kind: 'Chart', owners: relations.chartOwners },
  datasets: { kind: 'Dataset', owners: relations.datasetOwners },
} as const satisfies Record<string, { kind: FoldedKind; owners: object }>
type Table = keyof typeof kinds
const tables = Object.keys(kinds) as Table[]

/** Number of objects placed by one statement: databases limit the number of values in a statement. */
const AT_A_TIME = 1000

const uuids = z.array(z.string()).default([])
const FolderFile = z.strictObject({
  version: z.literal(bundleVersion),
  folders: z
    .array(
      z.strictObject({
        /** Names of the folders, from the top level down. */
        path: z.array(folderName).min(1).max(MOST_FOLDER_LEVELS),
        is_personal: z.boolean(),
        dashboards: uuids,
        charts: uuids,
        datasets: uuids,
      }),
    )
    .max(2 * MOST_FOLDERS),
})

/**
 * The folders of exported objects: shared ones, and those of the subject. The rights of a folder are not in it: they
 * name users of this installation.
 * @returns undefined if no object is in a folder
 */
export async function folderFile(
  db: Db,
  subject: Subject,
  selection: Record<Table, readonly { id: number; uuid: string }[]>,
): Promise<z.input<typeof FolderFile> | undefined> {
  const placed = new Map<number, Record<Table, string[]>>()
  for (const table of tables) {
    const uuidOf = new Map(selection[table].map((row) => [row.id, row.uuid]))
    const rows = await db
      .selectFrom('folder_objects')
      .select(['folder_id', 'object_id'])
      .where('space', 'in', [0, subject.user?.id ?? 0])
      .where('kind', '=', kinds[table].kind)
      .where('object_id', 'in', [0, ...uuidOf.keys()])
      .orderBy('object_id')
      .execute()
    for (const { folder_id, object_id } of rows) {
      const inside = placed.get(folder_id) ?? { dashboards: [], charts: [], datasets: [] }
      inside[table].push(uuidOf.get(object_id) ?? '')
      placed.set(folder_id, inside)
    }
  }
  if (placed.size === 0) return undefined
  const rows = await db.selectFrom('folders').select(['id', 'name', 'parent_id', 'owner_id']).execute()
  const folders = new Map(rows.map((row) => [row.id, row]))
  const described = [...placed].flatMap(([id, inside]) => {
    const folder = folders.get(id)
    if (!folder) return []
    const path = folderPath(folders, id)
      .map((each) => folders.get(each)?.name ?? '')
      .toReversed()
    return [{ path, is_personal: folder.owner_id !== null, ...inside }]
  })
  described.sort(
    (a, b) => Number(a.is_personal) - Number(b.is_personal) || a.path.join('/').localeCompare(b.path.join('/'), 'en'),
  )
  return { version: bundleVersion, folders: described }
}

/**
 * Creates the missing folders of a bundle and places its objects in them. An object that is already in a shared (or
 * personal) folder stays there. Only objects that the importing user owns are placed in a shared folder, because such a
 * folder can give rights. Adds errors by path.
 */
export async function placeInFolders(
  { trx, order, errors }: ImportRun,
  value: unknown,
  imported: Record<Table, ReadonlyMap<string, number>>,
): Promise<void> {
  if (value === undefined) return
  const parsed = FolderFile.safeParse(value)
  if (!parsed.success) {
    errors[FOLDER_FILE] = z.flattenError(parsed.error).fieldErrors
    return
  }
  const { author, subject } = order
  for (const isPersonal of [false, true]) {
    const ownerId = isPersonal ? author.userId : null
    const wanted = parsed.data.folders.filter((folder) => folder.is_personal === isPersonal)
    if (wanted.length === 0 || (isPersonal && ownerId === null)) continue
    const folders = await lockTree(trx, ownerId)
    for (const folder of wanted) {
      const ids: [FoldedKind, number][] = []
      for (const table of tables) {
        const known = [...new Set(folder[table].flatMap((uuid) => imported[table].get(uuid) ?? []))]
        const mine = isPersonal || !subject || subject.isAdmin ? known : await ownedOf(trx, table, known, author.userId)
        ids.push(...mine.map((id): [FoldedKind, number] => [kinds[table].kind, id]))
      }
      // a folder of objects that are not imported is not needed
      if (ids.length === 0) continue
      const folderId = await folderAt(folder.path)
      if (folderId === undefined) return
      for (let at = 0; at < ids.length; at += AT_A_TIME) {
        const some = ids.slice(at, at + AT_A_TIME)
        await trx
          .insertInto('folder_objects')
          .values(some.map(([kind, object_id]) => ({ space: ownerId ?? 0, kind, object_id, folder_id: folderId })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    }

    /** The folder with this path, created if it does not exist; undefined (with an error) if there are too many. */
    async function folderAt(path: readonly string[]): Promise<number | undefined> {
      let parentId: number | null = null
      for (const name of path) {
        const [here, key]: [number | null, string] = [parentId, folderKey(name)]
        const found = [...folders.values()].find((folder) => folder.parent_id === here && folder.name_key === key)
        if (!found && folders.size >= MOST_FOLDERS) {
          errors[FOLDER_FILE] = { folders: [`There can be at most ${MOST_FOLDERS} folders.`] }
          return undefined
        }
        const folder: { id: number } = found ?? (await insertFolder(trx, author, folders, { name, parentId, ownerId }))
        parentId = folder.id
      }
      return parentId ?? undefined
    }
  }
}

async function ownedOf(db: Db, table: Table, ids: readonly number[], userId: number | null): Promise<number[]> {
  const { owners } = kinds[table]
  const rows = await db
    // tables of id pairs; the query builder accepts no union of table types
    .selectFrom(owners.table as 'chart_owners')
    .select(`${owners.key as 'chart_id'} as id`)
    .where(owners.key as 'chart_id', 'in', [0, ...ids])
    .where('user_id', '=', userId ?? 0)
    .execute()
  return rows.map((row) => row.id)
}
