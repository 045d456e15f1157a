import { type SqlBool, sql } from 'kysely'
import type { Subject } from '../access/subject.ts'
import type { Predicate } from './collection.ts'

export type StarClass = 'slice' | 'Dashboard' | 'query' | 'tag'

/** The condition that the subject has starred the row, or has not. */
export function isStarred(className: StarClass, idColumn: string, subject: Subject, value: unknown): Predicate {
  const userId = subject.user?.id ?? 0
  const starred = sql<SqlBool>`exists (select 1 from favourites where user_id = ${userId} and class_name = ${className} and obj_id = ${sql.ref(idColumn)})`
  return isTrue(value) ? starred : sql<SqlBool>`not ${starred}`
}

/** Values of a filter that mean yes. */
export const isTrue = (value: unknown) => value === true || value === 1 || value === 'true' || value === '1'

/** The condition that the subject created the row or changed it last. */
export function isMine(table: 'charts' | 'dashboards', subject: Subject): Predicate {
  const userId = subject.user?.id ?? 0
  const [by, changed] = [sql.ref(`${table}.created_by`), sql.ref(`${table}.changed_by`)]
  return sql<SqlBool>`(${by} = ${userId} or ${changed} = ${userId})`
}

/** A condition: whether the row has a known creator must be equal to `value`. */
export function hasCreator(table: 'charts' | 'dashboards', value: unknown): Predicate {
  const by = sql.ref(`${table}.created_by`)
  return isTrue(value) ? sql<SqlBool>`${by} is not null` : sql<SqlBool>`${by} is null`
}
