import { randomUUID } from 'node:crypto'
import { TRASH_DAYS } from '../../model/trash/trashDays.ts'
import type { TrashRow } from '../../model/trash/trashForm.ts'
import type { VersionKind } from '../../model/versions/versionAnswers.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { isoTime } from '../../model/wire/wireTime.ts'
import { has, type Subject } from '../access/subject.ts'
import type { Db, Row, TableName, Trx } from '../storage/schema.ts'
import { type Author, recordChange } from './changes.ts'
import { findByName } from './newDataset.ts'
import { notFound, unprocessable } from './owners.ts'
import { findPeople, personOf } from './people.ts'
import { deleteVersions } from './versions.ts'

/**
 * Deleted objects. The row leaves its table, so that everybody else gets 404 and its slug and uuid are free at once; it
 * is restored with its parts, its owners and the row rules of a dataset. Grants of access and the embedding are not
 * restored: an administrator may have deleted the object to end them.
 */

const DAY_MS = 86_400_000

type Values = Record<string, unknown>
interface Content {
  row: Values
  parts: Record<string, Values[]>
}

interface Part {
  table: TableName
  key: string
  /** Columns that refer to rows of other tables. If such a row was deleted in the meantime, the part is left out. */
  needs: Record<string, TableName>
  hasOwnId?: boolean
}

const owners = (table: TableName, key: string): Part => ({ table, key, needs: { user_id: 'users' } })

const kinds: Record<VersionKind, { table: TableName; title: string; owners: TableName; parts: Part[] }> = {
  Chart: {
    table: 'charts',
    title: 'slice_name',
    owners: 'chart_owners',
    parts: [
      owners('chart_owners', 'chart_id'),
      { table: 'dashboard_charts', key: 'chart_id', needs: { dashboard_id: 'dashboards' } },
    ],
  },
  Dashboard: {
    table: 'dashboards',
    title: 'dashboard_title',
    owners: 'dashboard_owners',
    parts: [
      owners('dashboard_owners', 'dashboard_id'),
      { table: 'dashboard_roles', key: 'dashboard_id', needs: { role_id: 'roles' } },
      { table: 'dashboard_charts', key: 'dashboard_id', needs: { chart_id: 'charts' } },
      { table: 'filter_sets', key: 'dashboard_id', needs: {}, hasOwnId: true },
    ],
  },
  Dataset: {
    table: 'datasets',
    title: 'table_name',
    owners: 'dataset_owners',
    parts: [
      owners('dataset_owners', 'dataset_id'),
      { table: 'dataset_columns', key: 'dataset_id', needs: {}, hasOwnId: true },
      { table: 'dataset_metrics', key: 'dataset_id', needs: {}, hasOwnId: true },
      { table: 'row_rule_datasets', key: 'dataset_id', needs: { rule_id: 'row_rules' } },
    ],
  },
}

// the tables are written in the same way, but the query builder's types accept only one at a time
const anyTable = (table: TableName) => table as 'charts'
const rowsOf = async (db: Db, table: TableName, key: string, id: number): Promise<Values[]> =>
  (await db
    .selectFrom(anyTable(table))
    .selectAll()
    .where(key as 'id', '=', id)
    .execute()) as unknown as Values[]

/** Stores objects that are about to be deleted. Call it in the transaction of the deletion. */
export async function moveToTrash(
  trx: Trx,
  { userId, now }: Author,
  kind: VersionKind,
  ids: readonly number[],
): Promise<void> {
  const { table, title, owners: ownerTable, parts } = kinds[kind]
  for (const id of ids) {
    const [row] = await rowsOf(trx, table, 'id', id)
    if (!row) continue
    const content: Content = { row, parts: {} }
    for (const part of parts) content.parts[part.table] = await rowsOf(trx, part.table, part.key, id)
    const name = row[title]
    const { id: trashId } = await trx
      .insertInto('trash')
      .values({
        kind,
        object_id: id,
        title: typeof name === 'string' ? name : '',
        deleted_on: now,
        deleted_by: userId,
        content_json: JSON.stringify(content),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const users = (content.parts[ownerTable] ?? []).map((owner) => ({
      trash_id: trashId,
      user_id: Number(owner['user_id']),
    }))
    if (users.length > 0) await trx.insertInto('trash_owners').values(users).execute()
  }
}

/** Objects that the subject may restore: those that the subject owned; an administrator may restore all. */
function restorable(db: Db, subject: Subject) {
  const allowed = (Object.keys(kinds) as VersionKind[]).filter((kind) => has(subject, `can_write:${kind}`))
  const rows = db.selectFrom('trash').where('kind', 'in', allowed)
  if (subject.isAdmin) return rows
  const mine = db
    .selectFrom('trash_owners')
    .select('trash_id')
    .where('user_id', '=', subject.user?.id ?? 0)
  return rows.where('trash.id', 'in', mine)
}

export async function listTrash(db: Db, subject: Subject): Promise<TrashRow[]> {
  const rows = await restorable(db, subject)
    .select(['kind', 'object_id', 'title', 'deleted_on', 'deleted_by'])
    .orderBy('deleted_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  const people = await findPeople(
    db,
    rows.map((row) => row.deleted_by),
  )
  return rows.map((row) => ({
    kind: row.kind,
    id: row.object_id,
    title: row.title,
    deleted_on: isoTime(row.deleted_on),
    deleted_by: personOf(people, row.deleted_by),
  }))
}

/** Restores objects, all or none. Returns the ids that they have now. */
export async function restoreFromTrash(
  db: Db,
  subject: Subject,
  author: Author,
  kind: VersionKind,
  ids: readonly number[],
): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const restored: number[] = []
    for (const id of ids) {
      const entry = await restorable(trx, subject)
        .selectAll()
        .where('kind', '=', kind)
        .where('object_id', '=', id)
        .executeTakeFirst()
      if (!entry) throw notFound()
      restored.push(await restoreOne(trx, author, entry))
    }
    return restored
  })
}

async function restoreOne(trx: Trx, author: Author, entry: Row<'trash'>): Promise<number> {
  const { kind, object_id: id } = entry
  const { table, parts } = kinds[kind]
  const content = parseObject(entry.content_json) as unknown as Content
  const { uuid, ...stored } = content.row
  const isUuidFree = (await rowsOfUuid(trx, table, String(uuid))).length === 0
  const row: Values = {
    ...stored,
    ...(await freeNames(trx, kind, stored)),
    ...(await knownPeople(trx, stored)),
    uuid: isUuidFree ? uuid : randomUUID(),
    version: Number(stored['version']) + 1,
    changed_on: author.now,
    changed_by: author.userId,
  }
  await trx
    .insertInto(anyTable(table))
    .values(row as never)
    .execute()
  for (const part of parts) await restorePart(trx, part, content.parts[part.table] ?? [])
  await trx.deleteFrom('trash').where('id', '=', entry.id).execute()
  await recordChange(trx, author, 'restore', { kind, id })
  return id
}

async function restorePart(
  trx: Trx,
  { table, needs, hasOwnId = false }: Part,
  stored: readonly Values[],
): Promise<void> {
  for (const values of stored.filter(isRecord)) {
    const { id: _id, ...rest } = values
    const found = await Promise.all(
      Object.entries(needs).map(([column, of]) => rowsOf(trx, of, 'id', Number(values[column]))),
    )
    if (found.some((rows) => rows.length === 0)) continue
    const row = { ...(hasOwnId ? rest : values), ...(await knownPeople(trx, values)) }
    await trx
      .insertInto(anyTable(table))
      .values(row as never)
      .execute()
  }
}

const rowsOfUuid = (db: Db, table: TableName, uuid: string) =>
  db.selectFrom(anyTable(table)).select('id').where('uuid', '=', uuid).execute()

/** Users who were deleted in the meantime are no longer named as authors. */
async function knownPeople(db: Db, row: Values): Promise<Values> {
  const columns = ['created_by', 'changed_by', 'last_saved_by'].filter((column) => typeof row[column] === 'number')
  const people = await findPeople(
    db,
    columns.map((column) => Number(row[column])),
  )
  return Object.fromEntries(columns.map((column) => [column, people.has(Number(row[column])) ? row[column] : null]))
}

/** A slug that is taken is changed; the name of a dataset is not, because its table has that name. */
async function freeNames(db: Db, kind: VersionKind, row: Values): Promise<Values> {
  if (kind === 'Dashboard' && typeof row['slug'] === 'string') return { slug: await freeSlug(db, row['slug']) }
  if (kind !== 'Dataset') return {}
  const database = Number(row['database_id'])
  const name = String(row['table_name'])
  if ((await rowsOf(db, 'databases', 'id', database)).length === 0)
    throw unprocessable({ database: ['Database does not exist'] })
  const taken = await findByName(db, database, (row['schema'] as string | null) ?? null, name)
  if (taken !== undefined) throw unprocessable({ table_name: [`Dataset ${name} already exists`] })
  return {}
}

async function freeSlug(db: Db, slug: string): Promise<string> {
  const taken = async (text: string) =>
    (await db.selectFrom('dashboards').select('id').where('slug', '=', text).execute()).length > 0
  let free = slug
  for (let number = 2; await taken(free); number += 1) free = `${slug}-${number}`
  return free
}

/** Permanently deletes objects whose time in the trash is over, with their history. */
export async function emptyTrash(db: Db, now: number): Promise<void> {
  const old = await db
    .selectFrom('trash')
    .select(['id', 'kind', 'object_id'])
    .where('deleted_on', '<', now - TRASH_DAYS * DAY_MS)
    .execute()
  for (const { id, kind, object_id } of old) {
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('trash').where('id', '=', id).execute()
      await deleteVersions(trx, kind, [object_id])
      await trx.deleteFrom('folder_objects').where('kind', '=', kind).where('object_id', '=', object_id).execute()
    })
  }
}
