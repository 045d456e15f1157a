import { AppError } from '../../model/errors/errors.ts'
import type { Access } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import type { Thing } from '../access/thing.ts'
import type { Db, TableName } from '../storage/schema.ts'

/** A change that conflicts with stored data: 422 with a field map. */
export const unprocessable = (fields: Record<string, unknown>) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, 'Could not process entity', { fields })

export const notFound = () => new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
export const forbidden = (message = 'Forbidden') => new AppError('GENERIC_COMMAND_ERROR', 403, message)

/**
 * The owners of an object for a request with these ids: all must exist, and users who are not administrators remain
 * owners themselves. Errors are collected in `fields`.
 */
export async function checkOwners(
  db: Db,
  subject: Subject,
  asked: readonly number[],
  fields: Record<string, unknown>,
): Promise<number[]> {
  const wanted = [...new Set(asked)]
  const known = wanted.length === 0 ? [] : await db.selectFrom('users').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) fields['owners'] = ['Owners are invalid']
  const caller = subject.user?.id
  return caller === undefined || subject.isAdmin || wanted.includes(caller) ? wanted : [caller, ...wanted]
}

/** Owners of a new object: those in the request, else the user. */
export function ownersOfNew(
  db: Db,
  subject: Subject,
  asked: readonly number[] | null | undefined,
  fields: Record<string, unknown>,
): Promise<number[]> {
  return checkOwners(db, subject, asked ?? (subject.user ? [subject.user.id] : []), fields)
}

/** A table of id pairs: the objects that are related to an object. */
export interface Relation {
  table: TableName
  /** Column with the object's id. */
  key: string
  /** Column with the related id. */
  other: string
}

export const relations = {
  chartOwners: { table: 'chart_owners', key: 'chart_id', other: 'user_id' },
  dashboardOwners: { table: 'dashboard_owners', key: 'dashboard_id', other: 'user_id' },
  datasetOwners: { table: 'dataset_owners', key: 'dataset_id', other: 'user_id' },
  dashboardRoles: { table: 'dashboard_roles', key: 'dashboard_id', other: 'role_id' },
  dashboardCharts: { table: 'dashboard_charts', key: 'dashboard_id', other: 'chart_id' },
  chartDashboards: { table: 'dashboard_charts', key: 'chart_id', other: 'dashboard_id' },
} as const satisfies Record<string, Relation>

/**
 * Only the owners of an object decide who owns and sees it. Users who may change it through the rights of a folder can
 * send these lists unchanged; they are not written then. Call it before the transaction of a change.
 * @returns whether the lists may be written
 * @throws AppError 403 if a list differs
 */
export async function maySetPeople(
  { db, can }: { db: Db; can: Access['can'] },
  subject: Subject,
  thing: Thing,
  lists: readonly [relation: Relation, sent: readonly number[] | null | undefined][],
): Promise<boolean> {
  const isOwn = await can(subject, 'own', thing).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 403) return false
      throw error
    },
  )
  if (isOwn) return true
  for (const [relation, sent] of lists) {
    if (!sent) continue
    const stored = await db
      .selectFrom(relation.table as 'chart_owners')
      .select(relation.other as 'user_id')
      .where(relation.key as 'chart_id', '=', thing.id)
      .execute()
    const before = new Set(stored.map((row) => Number(row[relation.other as 'user_id'])))
    if (before.symmetricDifference(new Set(sent)).size > 0)
      throw forbidden('Only owners can change who owns and sees an object.')
  }
  return false
}

/** Sets the related ids of one object to exactly these. */
export async function setRelated(db: Db, relation: Relation, id: number, others: readonly number[]): Promise<void> {
  // These tables have the same columns, but the query builder accepts no union of table types.
  const table = relation.table as 'chart_owners'
  const key = relation.key as 'chart_id'
  await db.deleteFrom(table).where(key, '=', id).execute()
  await addRelated(db, relation, id, others)
}

/** Adds related ids to one object; existing ones are not changed. */
export async function addRelated(db: Db, relation: Relation, id: number, others: readonly number[]): Promise<void> {
  const wanted = [...new Set(others)]
  if (wanted.length === 0) return
  await db
    .insertInto(relation.table as 'chart_owners')
    .values(wanted.map((otherId) => ({ [relation.key]: id, [relation.other]: otherId }) as never))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
