import { type SqlBool, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import { changed, created, lockRow, recordChange } from '../entities/changes.ts'
import { forbidden, notFound, setRelated, unprocessable } from '../entities/owners.ts'
import type { Services } from '../services.ts'
import type { Db, Row, TableName, Trx } from '../storage/schema.ts'
import { everything } from './collection.ts'
import type { Change, Declaration, Faults, ToManyField, ToOneField, Written } from './declaration.ts'

type Writing = Pick<Services, 'db'> & Services
/** The user, and the parent of the row. */
export type Who<R, Body> = Omit<Change<R, Body>, 'body' | 'stored'>

/** One table type represents all, because the query builder accepts no union of table types. */
type AnyTable = 'annotation_layers'

/** A change with the columns that it sets, and the errors found before anything is written. */
export interface Prepared<R, Body> {
  change: Change<R, Body>
  values: Partial<R>
  faults: Faults
}

/** @throws AppError 422 with a field map if the rules of the resource reject it */
export async function createRow<Table extends TableName, Body extends object>(
  services: Writing,
  declared: Declaration<Table, Body>,
  who: Who<Row<Table>, Partial<Body>>,
  body: Body,
): Promise<Written<Row<Table>, Body>> {
  const prepared = await prepare(services, declared, { ...who, body, stored: undefined })
  return services.db.transaction().execute(async (trx) => {
    await findParent(trx, declared, who.parent)
    const place = declared.parent ? { [declared.parent.column]: who.parent } : {}
    const values = { ...place, ...prepared.values } as Partial<Row<Table>>
    const row = await insertPrepared(trx, declared, { ...prepared, values })
    return { id: idOf(row), body, row, parent: who.parent }
  })
}

/** Changes a row. Fields that are not in the body are not changed. */
export async function updateRow<Table extends TableName, Body extends object>(
  services: Writing,
  declared: Declaration<Table, Body>,
  who: Who<Row<Table>, Partial<Body>>,
  id: number,
  body: Partial<Body>,
  ifMatch: string | undefined,
): Promise<Written<Row<Table>, Partial<Body>>> {
  await permit(services.db, declared, who, [id])
  const before = { ...who, body, stored: await findRow(services.db, declared.table, id) }
  const prepared = await prepare(services, declared, before)
  return services.db.transaction().execute(async (trx) => {
    // again, because another user may have changed the row in the meantime
    await permit(trx, declared, who, [id])
    const stored = declared.isPlainTable
      ? await findRow(trx, declared.table, id)
      : await checkedRow(trx, declared.table, id, ifMatch)
    const row = await updatePrepared(trx, declared, { ...prepared, change: { ...who, body, stored } })
    return { id, body, row, parent: who.parent }
  })
}

/**
 * Creates the row of a checked change and its dependent rows. The user must be able to change the new row: nobody
 * creates rows for others if the rules do not allow it.
 */
export async function insertPrepared<Table extends TableName, Body extends object>(
  trx: Trx,
  declared: Declaration<Table, Body>,
  { change, values, faults }: Prepared<Row<Table>, Partial<Body>>,
  uuid?: string,
): Promise<Row<Table>> {
  await judge(trx, declared, values, change, faults)
  const stamps = declared.isPlainTable ? {} : created(change.author, uuid)
  const { id } = await trx
    .insertInto(declared.table as AnyTable)
    .values({ ...stamps, ...values } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return finish(trx, declared, change, id, 'create')
}

/** Changes the stored row of a checked change. The user must be able to change the row in its new state as well. */
export async function updatePrepared<Table extends TableName, Body extends object>(
  trx: Trx,
  declared: Declaration<Table, Body>,
  { change, values: given, faults }: Prepared<Row<Table>, Partial<Body>>,
): Promise<Row<Table>> {
  // of the table's row type, which is generic here
  const stored = change.stored as Row<Table>
  const values = { ...given, ...(await hiddenReferences(trx, declared, stored, given, change.subject)) }
  await judge(trx, declared, { ...stored, ...values }, change, faults)
  const set = { ...values, ...(declared.isPlainTable ? {} : changed(change.author)) }
  if (Object.keys(set).length > 0) {
    await trx
      .updateTable(declared.table as AnyTable)
      .set(set as never)
      .where('id', '=', idOf(stored))
      .execute()
  }
  return finish(trx, declared, change, idOf(stored), 'update')
}

/** Every declared table has an id; the union of the row types guarantees no more than that. */
const idOf = (row: object) => (row as { id: number }).id

/** Deletes rows, all or none. */
export async function deleteRows<Table extends TableName, Body extends object>(
  { db }: Pick<Services, 'db'>,
  declared: Declaration<Table, Body>,
  who: Who<Row<Table>, Partial<Body>>,
  ids: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await permit(trx, declared, who, ids)
    await declared.rules?.remove?.(trx, ids)
    await trx
      .deleteFrom(declared.table as AnyTable)
      .where('id', 'in', [...ids])
      .execute()
    for (const id of ids) await recordChange(trx, who.author, 'delete', { kind: declared.kind, id })
    await declared.rules?.changed?.(trx)
  })
}

/** Condition: the row belongs to the parent, if rows have one, and the user may see it. */
export const seen = <Table extends TableName>(
  { table, parent, policy }: Pick<Declaration<Table, object>, 'table' | 'parent' | 'policy'>,
  subject: Subject,
  parentId: number | undefined,
) => {
  const visible = policy?.visible?.(subject) ?? everything
  return parent ? sql<SqlBool>`(${sql.ref(`${table}.${parent.column}`)} = ${parentId} and ${visible})` : visible
}

/** Throws not found for a row that the user may not see, forbidden for one that the user may not change. */
async function permit<Table extends TableName, Body extends object>(
  db: Db,
  declared: Declaration<Table, Body>,
  { subject, parent }: Pick<Who<Row<Table>, Body>, 'subject' | 'parent'>,
  ids: readonly number[],
): Promise<void> {
  const rows = db
    .selectFrom(declared.table as AnyTable)
    .select('id')
    .where('id', 'in', [...ids])
    .where(seen(declared, subject, parent))
  if ((await rows.execute()).length < ids.length) throw notFound()
  const writable = declared.policy?.writable?.(subject)
  if (writable && (await rows.where(writable).execute()).length < ids.length) throw forbidden()
}

async function findRow<Table extends TableName>(db: Db, table: Table, id: number): Promise<Row<Table>> {
  const row = await db
    .selectFrom(table as AnyTable)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row as unknown as Row<Table>
}

/** The row, locked for this change, if it has the version that the user has read. */
async function checkedRow<Table extends TableName>(
  trx: Trx,
  table: Table,
  id: number,
  ifMatch: string | undefined,
): Promise<Row<Table>> {
  const row = await lockRow(trx, table as AnyTable, id, ifMatch)
  if (!row) throw notFound()
  return row as unknown as Row<Table>
}

async function findParent<Table extends TableName, Body extends object>(
  db: Db,
  { parent }: Declaration<Table, Body>,
  id: number | undefined,
): Promise<void> {
  if (!parent) return
  const row = await db
    .selectFrom(parent.table as AnyTable)
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  if (!row) throw parent.missing?.() ?? new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
}

/** The columns that a body sets, and errors found before anything is written. Not to be called in a transaction. */
export async function prepare<Table extends TableName, Body extends object>(
  services: Writing,
  { fields, rules }: Declaration<Table, Body>,
  change: Change<Row<Table>, Partial<Body>>,
): Promise<Prepared<Row<Table>, Partial<Body>>> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(change.body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || field.type === 'toMany' || field.type === 'computed' || value === undefined) continue
    values[field.column ?? name] = value
  }
  // the names were checked against the table when the resource was declared
  Object.assign(values, await rules?.values?.(change.body, change))
  return { change, values: values as Partial<Row<Table>>, faults: (await rules?.judge?.(services, change)) ?? {} }
}

/** @throws AppError 422 with all errors by field */
async function judge<Table extends TableName, Body extends object>(
  trx: Trx,
  declared: Declaration<Table, Body>,
  next: Partial<Row<Table>>,
  change: Change<Row<Table>, Partial<Body>>,
  before: Faults,
): Promise<void> {
  const faults: Faults = {}
  for (const [name, field] of Object.entries(declared.fields)) {
    const given = (change.body as Record<string, unknown>)[name]
    if (given === undefined || given === null) continue
    if (field.type === 'toOne' || field.type === 'toMany') {
      const wanted = [...new Set([given as number | number[]].flat())]
      if (field.missing && !(await areThere(trx, field, wanted, change.subject))) {
        faults[name] = field.type === 'toOne' && field.isMissingText ? field.missing : [field.missing]
      }
    } else if (field.type !== 'computed' && field.unique !== undefined) {
      if (await isTaken(trx, declared, field.column ?? name, next, change)) faults[name] = [field.unique]
    }
  }
  for (const more of [await declared.rules?.check?.(trx, next, change), before]) {
    for (const [name, complaint] of Object.entries(more ?? {})) if (complaint) faults[name] = complaint
  }
  if (Object.keys(faults).length > 0) throw unprocessable(faults)
}

/** Whether all these rows exist and the subject may see them. */
async function areThere(
  trx: Trx,
  { to, visible }: Pick<ToOneField, 'to' | 'visible'>,
  ids: number[],
  subject: Subject,
): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await trx
    .selectFrom(to as AnyTable)
    .select('id')
    .where('id', 'in', ids)
    .where(visible?.(subject) ?? everything)
    .execute()
  return rows.length === ids.length
}

async function isTaken<Table extends TableName, Body extends object>(
  trx: Trx,
  { table, parent }: Declaration<Table, Body>,
  column: string,
  next: Partial<Row<Table>>,
  { stored }: Change<Row<Table>, Partial<Body>>,
): Promise<boolean> {
  const value = (next as Record<string, unknown>)[column]
  const scope = parent ? sql<SqlBool>`${sql.ref(parent.column)} = ${next[parent.column]}` : everything
  const other = await trx
    .selectFrom(table as AnyTable)
    .select('id')
    .where(sql<SqlBool>`${sql.ref(column)} = ${value}`)
    .where('id', '!=', (stored as { id: number } | undefined)?.id ?? 0)
    .where(scope)
    .executeTakeFirst()
  return other !== undefined
}

/** Writes related rows and the audit log after a change. Returns the row as it is now. */
async function finish<Table extends TableName, Body extends object>(
  trx: Trx,
  declared: Declaration<Table, Body>,
  change: Change<Row<Table>, Partial<Body>>,
  id: number,
  verb: 'create' | 'update',
): Promise<Row<Table>> {
  for (const [name, field] of Object.entries(declared.fields)) {
    const given = (change.body as Record<string, unknown>)[name]
    if (field.type !== 'toMany' || !Array.isArray(given)) continue
    const hidden = await hiddenRelated(trx, field, id, change.subject)
    await setRelated(trx, field.through, id, [...(given as number[]), ...hidden])
  }
  const row = await findRow(trx, declared.table, id)
  await declared.rules?.written?.(trx, { id, body: change.body, row, parent: change.parent }, change)
  await permitNewState(trx, declared, change, id)
  await recordChange(trx, change.author, verb, { kind: declared.kind, id })
  await declared.rules?.changed?.(trx)
  return row
}

/** Throws forbidden if the user may not see or change a row in its new state. */
async function permitNewState<Table extends TableName, Body extends object>(
  trx: Trx,
  declared: Declaration<Table, Body>,
  { subject, parent }: Change<Row<Table>, Partial<Body>>,
  id: number,
): Promise<void> {
  const row = await trx
    .selectFrom(declared.table as AnyTable)
    .select('id')
    .where('id', '=', id)
    .where(seen(declared, subject, parent))
    .where(declared.policy?.writable?.(subject) ?? everything)
    .executeTakeFirst()
  if (!row) throw forbidden()
}

/** Ids of the related rows that the user may not see. A change of the visible ones does not remove them. */
async function hiddenRelated(
  trx: Trx,
  { through, to, visible }: ToManyField,
  id: number,
  subject: Subject,
): Promise<number[]> {
  if (!visible) return []
  const seenIds = trx
    .selectFrom(to as AnyTable)
    .select('id')
    .where(visible(subject))
  // These tables have the same columns, but the query builder accepts no union of table types.
  const rows = await trx
    .selectFrom(through.table as 'chart_owners')
    .select(sql.ref<number>(through.other).as('other'))
    .where(sql.ref(through.key), '=', id)
    .where(sql.ref(through.other), 'not in', seenIds)
    .execute()
  return rows.map(({ other }) => other)
}

/**
 * The stored ids of rows that the user may not see. These are shown as null; a form that sends this null back does not
 * remove them.
 */
async function hiddenReferences<Table extends TableName, Body extends object>(
  trx: Trx,
  { fields }: Declaration<Table, Body>,
  stored: Row<Table>,
  values: Partial<Row<Table>>,
  subject: Subject,
): Promise<Partial<Row<Table>>> {
  const hidden: Record<string, number> = {}
  for (const field of Object.values(fields)) {
    if (field.type !== 'toOne' || !field.visible) continue
    // columns of a generic table, by their names
    const [before, next] = [stored, values].map((row) => (row as Record<string, unknown>)[field.column])
    if (typeof before !== 'number' || next !== null) continue
    if (!(await areThere(trx, field, [before], subject))) hidden[field.column] = before
  }
  return hidden as Partial<Row<Table>>
}
